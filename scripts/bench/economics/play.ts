import type { Vote } from '../../../protocol/index.ts'
import type { Agents, Edition, Seats } from './edition.ts'
import {
  type Appeal,
  type Ending,
  type Group,
  leader,
  lie,
  type Paid,
  quorum,
  retryQuorum,
  type Said,
  stakesOf,
  type Turn,
  totalsOf,
  truth,
} from './ledger.ts'
import {
  type Action,
  type Answer,
  type AppealAction,
  actions,
  appealActions,
  type Mix,
  type Plan,
  sizeOf,
} from './strategies.ts'
import type { World } from './world.ts'

/** How a plan came out. */
export type Result = {
  readonly plan: Plan
  readonly seats: Seats
  readonly outcome: Vote.Outcome
  /** What the first report said. */
  readonly reported: Vote.Outcome
  readonly paid: Paid
  /** What the coalition's seats and bonds brought beyond what was put in, and the same if it created the market too. */
  readonly profit: bigint
  readonly profitAsCreator: bigint
  /** What the coalition had locked up. */
  readonly capital: bigint
  /** The winner's lead over the best of the others in the last tally, in basis points; below zero for an outcome that trails. */
  readonly lead: Readonly<Record<Vote.Outcome, number>>
}

type State = {
  readonly groups: readonly Group[]
  /** Seats whose votes are in the tally, that is all but those of a first round that never had a quorum. */
  readonly isFirstTallied: boolean
  readonly outcome: Vote.Outcome
  readonly ending: Ending
  readonly appeals: readonly Appeal[]
  readonly turns: readonly Turn[]
  /** Stakes of agents that joined and got no seat: locked for a while, then free. */
  readonly undrawn: bigint
}

/** Seats of round 1, as asked for; the edition says who gets them. */
export type Joining = { readonly own: Mix; readonly honest: number; readonly isFirst?: boolean }

/**
 * Plays a market for every answer that the coalition may give to its appeals, and shows each end. What honest people do is
 * fixed: they tell what they know, raise an appeal against an outcome that is not the truth if they watch, and ask for a ruling when
 * no appeal is left.
 */
export function play(
  edition: Edition,
  world: World,
  joining: Joining,
  answers: readonly Answer[],
  visit: (result: Result) => void,
): void {
  const { own, honest, isFirst = false } = joining
  const wanted = sizeOf(own)
  const crowd = {
    own: wanted,
    honest,
    isOwnFirst: isFirst,
    areOwnNew: world.own.isNew,
    areHonestNew: world.honest.isNew,
  }
  const seats = edition.seats(crowd)
  const mix = fewer(own, seats.own, actions)
  const undrawn = BigInt(wanted - seats.own) * edition.stake(world.pool, 0)
  const reported = firstRound(edition, world, mix, seats.honest, undrawn)
  const canStrike = world.isEarly && reported.ending !== 'no-record'
  for (const isStriking of canStrike ? [false, true] : [false]) {
    const state = isStriking ? strike(edition, reported) : reported
    const plan = { mix, isFirst, isStriking, answers: [] }
    appealing(edition, world, answers, recant(edition, state), plan, (end, ended) => {
      const result = resultOf(edition, world, end, ended, seats, reported.outcome)
      if (result.capital <= world.budget) visit(result)
    })
  }
}

/** The first so many seats of a mix. */
function fewer<action extends string>(
  mix: Readonly<Partial<Record<action, number>>>,
  count: number,
  of: readonly action[],
): Readonly<Partial<Record<action, number>>> {
  const kept: Partial<Record<action, number>> = {}
  let left = count
  for (const action of of) {
    const taken = Math.min(mix[action] ?? 0, left)
    if (taken > 0) kept[action] = taken
    left -= taken
  }
  return kept
}

const votes: Readonly<Partial<Record<Action, Vote.Outcome>>> = {
  truth,
  lie,
  doubt: 'INVALID',
  fading: lie,
  recanting: truth,
}

function firstRound(edition: Edition, world: World, mix: Mix, honest: number, undrawn: bigint): State {
  const count = (action: Action): number => mix[action] ?? 0
  const asked = honest + sizeOf(mix)
  const stake = edition.stake(world.pool, 0)
  const group = (agents: Agents, isOwn: boolean, many: number, said: Said): Group => ({
    isOwn,
    cohort: 0,
    count: many,
    said,
    stake,
    weight: isVote(said) ? edition.weight(agents, said) : 0,
    share: edition.share(agents),
  })
  const told = world.isEarly ? 'INVALID' : truth
  const round = (sayings: Readonly<Partial<Record<Action, Said>>>): Group[] =>
    [
      group(world.honest, false, honest, told),
      ...actions.map((action) => ({
        ...group(world.own, true, count(action), sayings[action]!),
        isRecanting: action === 'recanting',
      })),
    ].filter(({ count: many }) => many > 0)
  const fresh = { appeals: [], undrawn, isFirstTallied: true }
  const undecided = { outcome: 'INVALID', turns: [{ to: 'INVALID', cohort: 0, by: 'report' }] } as const
  const once = round({ silent: 'silent', hidden: 'absent', waking: 'silent', ...votes })
  if (asked < edition.minWorkers) return { ...fresh, ...undecided, groups: once, ending: 'no-record' }
  if (answered(once) >= quorum(asked)) return decided(edition, { ...fresh, groups: once })
  // Nothing of the first of two rounds is kept but who answered in it.
  const twice = round({ silent: 'silent', hidden: 'absent', ...votes, waking: lie, fading: 'absent' })
  const inEither = answered(twice) + count('fading')
  if (answered(twice) >= retryQuorum(inEither, edition.minWorkers))
    return decided(edition, { ...fresh, groups: twice })
  return { ...fresh, ...undecided, isFirstTallied: false, groups: twice, ending: 'default' }
}

const isVote = (said: Said): said is Vote.Outcome => said === 'YES' || said === 'NO' || said === 'INVALID'

const answered = (groups: readonly Group[]): number =>
  groups.reduce((sum, { said, count }) => sum + (isVote(said) ? count : 0), 0)

const tallied = ({ groups, isFirstTallied }: Pick<State, 'groups' | 'isFirstTallied'>) =>
  totalsOf(isFirstTallied ? groups : groups.filter(({ cohort }) => cohort > 0))

function decided(edition: Edition, state: Omit<State, 'outcome' | 'ending' | 'turns'>): State {
  const leading = leader(tallied(state), edition.minMarginBps)
  const outcome = leading ?? 'INVALID'
  const turns = [{ to: outcome, cohort: 0, by: 'report' }] as const
  return { ...state, outcome, turns, ending: leading === null ? edition.wantOfMargin : 'vote' }
}

/** The same market with another outcome, if it is another one. */
function turned(state: State, to: Vote.Outcome, ending: Ending, by: Turn['by']): State {
  if (to === state.outcome) return { ...state, ending }
  return {
    ...state,
    outcome: to,
    ending,
    turns: [...state.turns, { to, cohort: state.appeals.length, by }],
  }
}

/** Takes the votes that are proven wrong out of the tally; only a lead that there was can be lost. */
function struck(edition: Edition, state: State, change: (group: Group) => Group): State {
  const groups = state.groups.map(change)
  const after = { ...state, groups }
  const ledBefore = leader(tallied(state), edition.minMarginBps) !== null
  const next = leader(tallied(after), edition.minMarginBps)
  if (next !== null) return turned(after, next, 'vote', 'strike')
  return ledBefore ? turned(after, 'INVALID', edition.wantOfMargin, 'strike') : after
}

/** A sample signed after the report, against everyone honest who had none. */
const strike = (edition: Edition, state: State): State =>
  struck(edition, state, (group) =>
    group.isOwn || group.said !== 'INVALID'
      ? group
      : { ...group, said: edition.struckDoubt, isStruckByOwn: true },
  )

/** Own seats that a friend proves wrong. */
const recant = (edition: Edition, state: State): State =>
  state.groups.some(({ isRecanting }) => isRecanting)
    ? struck(edition, state, (group) =>
        group.isRecanting ? { ...group, said: 'struck', isStruckByOwn: true, isRecanting: false } : group,
      )
    : state

type Visit = (plan: Plan, state: State & { readonly rulingCost: bigint }) => void

function appealing(
  edition: Edition,
  world: World,
  answers: readonly Answer[],
  state: State,
  plan: Plan,
  visit: Visit,
): void {
  const isLeft = state.appeals.length < edition.maxAppeals && state.ending !== 'no-record'
  const isWatched = world.watch !== 'nobody' && !world.isEarly
  const isHonestRaised = isLeft && isWatched && state.outcome !== truth
  const open = isLeft ? answers.filter(({ isRaised }) => isRaised || isHonestRaised) : []
  for (const answer of open) {
    const next = recant(edition, appeal(edition, world, state, answer))
    appealing(edition, world, answers, next, { ...plan, answers: [...plan.answers, answer] }, visit)
  }
  if (!isHonestRaised) visit(plan, ruled(edition, world, state))
}

/** One appeal: who joins, what they say, and what the outcome is then. */
function appeal(edition: Edition, world: World, state: State, { isRaised, mix }: Answer): State {
  const { pool, reserve, watch } = world
  const cohort = state.appeals.length + 1
  const stakes = {
    all: stakesOf(state.groups),
    first: stakesOf(state.groups.filter((group) => group.cohort === 0)),
  }
  const wanted = sizeOf(mix)
  const seats = edition.seats({
    own: wanted,
    honest: watch === 'nobody' ? 0 : reserve.honest,
    isOwnFirst: isRaised,
    areOwnNew: world.own.isNew,
    areHonestNew: world.honest.isNew,
  })
  const own = fewer(mix, seats.own, appealActions)
  const stake = edition.stake(pool, cohort)
  const asked = seats.own + seats.honest
  const isAsked = asked >= edition.minWorkers
  const hadQuorum = isAsked && asked - (own.silent ?? 0) >= edition.appealQuorum(asked)
  const group = (agents: Agents, isOwn: boolean, count: number, said: Said): Group => {
    const uncounted = said === 'silent' && isAsked ? 'silent' : 'excused'
    const kept = hadQuorum ? said : uncounted
    const weight = isVote(kept) ? edition.weight(agents, kept) : 0
    return { isOwn, cohort, count, said: kept, stake, weight, share: edition.share(agents) }
  }
  const fresh = [
    group(world.honest, false, seats.honest, truth),
    ...appealActions.map((action) => ({
      ...group(world.own, true, own[action] ?? 0, saidBy[action]),
      isRecanting: hadQuorum && (action === 'recanting' || action === 'retracting'),
    })),
  ].filter(({ count }) => count > 0)
  const raised: Appeal = {
    isOwn: isRaised,
    bond: edition.bond(pool, stakes, state.appeals.length),
    against: state.outcome,
    hadQuorum,
  }
  const after = {
    ...state,
    groups: [...state.groups, ...fresh],
    appeals: [...state.appeals, raised],
    undrawn: state.undrawn + BigInt(wanted - seats.own) * stake,
  }
  const leading = hadQuorum ? leader(tallied(after), edition.minMarginBps) : null
  // An appeal that finds what stands changes nothing, not even how an Invalid is paid.
  if (leading === null || leading === state.outcome) return after
  return turned(after, leading, 'vote', 'report')
}

const saidBy: Readonly<Record<AppealAction, Said>> = {
  truth,
  lie,
  doubt: 'INVALID',
  silent: 'silent',
  recanting: truth,
  retracting: lie,
}

/** The last resort knows the truth. */
function ruled(edition: Edition, world: World, state: State) {
  const isAsked =
    edition.hasLastResort && world.watch === 'last-resort' && !world.isEarly && state.ending !== 'no-record'
  if (!isAsked || state.outcome === truth) return { ...state, rulingCost: 0n }
  return { ...turned(state, truth, 'vote', 'ruling'), rulingCost: world.rulingCost }
}

function resultOf(
  edition: Edition,
  world: World,
  plan: Plan,
  ended: State & { readonly rulingCost: bigint },
  seats: Seats,
  reported: Vote.Outcome,
): Result {
  const paid = edition.settle({ ...ended, pool: world.pool })
  const own = stakesOf(ended.groups.filter(({ isOwn }) => isOwn))
  const bonds = ended.appeals.reduce((sum, { isOwn, bond }) => sum + (isOwn ? bond : 0n), 0n)
  const profit = paid.own - own - bonds
  return {
    plan,
    seats,
    outcome: ended.outcome,
    reported,
    paid,
    profit,
    profitAsCreator: profit + paid.creator - world.pool,
    capital: own + bonds + ended.undrawn,
    lead: leadsOf(ended),
  }
}

function leadsOf(state: State): Result['lead'] {
  const { YES: yes, NO: no, INVALID: invalid } = tallied(state)
  const all = Math.max(yes + no + invalid, 1)
  const bps = (mine: number, others: number) => Math.trunc(((mine - others) * 10_000) / all)
  return {
    YES: bps(yes, Math.max(no, invalid)),
    NO: bps(no, Math.max(yes, invalid)),
    INVALID: bps(invalid, Math.max(yes, no)),
  }
}
