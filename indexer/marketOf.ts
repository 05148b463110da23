import { Vote } from '../protocol/index.ts'
import type { MarketView } from '../services/chain/browser/market.ts'
import { endings, outcomeName, statuses } from '../services/chain/browser/names.ts'
import { readAsked } from './Asked.ts'
import type { Seat } from './Chain.ts'
import { type Event, storable } from './Event.ts'
import type { Round } from './rounds.ts'

/** A market as tables keep it: all of it follows from its events and from what the contract says as of the last of them. */
export type Market = {
  readonly id: number
  readonly view: Kept
  readonly asked: ReturnType<typeof readAsked>
  readonly creator: string
  readonly status: string
  readonly outcome: Vote.Outcome | null
  readonly deadline: number
  readonly windowEnd: number
  readonly isAppealing: boolean
  readonly drawBlock: number
  /** When the records of its agents were written. */
  readonly recordedAt: number | null
  readonly value: bigint
  readonly workers: readonly Worker[]
  readonly rounds: readonly Round[]
  readonly roles: readonly (readonly [account: string, role: Role])[]
}

/** What is kept of it as JSON, under the names that readers see. */
export type Kept = {
  readonly question: string
  readonly ending: string | null
  readonly created_at: number
  readonly requested_at: number
  readonly is_extended: boolean
  readonly is_held: boolean
  readonly round: number
  readonly joined: number
  readonly seats: number
  readonly appeals: number
  readonly pool: string
  readonly stakes: string
  readonly weights: { readonly yes: number; readonly no: number; readonly invalid: number }
  readonly answered_before: number
  readonly appeals_raised: readonly Appeal[]
}

type Appeal = {
  readonly number: number
  readonly appellant: string
  readonly bond: string
  readonly join_until: number
  readonly time: number
  readonly changed: boolean | null
}

export type Role = 'creator' | 'bettor' | 'agent' | 'challenger' | 'appellant' | 'arbiter'

export type Worker = {
  readonly cohort: number
  readonly agentId: number
  readonly place: number
  readonly joinedAt: number
  readonly signer: string
  readonly hasLeft: boolean
  readonly stake: string
  readonly factorBps: number
  readonly seat: number | null
  readonly vote: Vote.Outcome | null
  readonly reason: Vote.Reason | null
  readonly res: number
  readonly src: number
  readonly depth: number
  readonly weight: number
  readonly share: number
  readonly payout: string | null
  readonly paid: string | null
  readonly strike: Strike | null
}

type Strike = {
  readonly kind: number
  readonly challenger: string
  readonly reward: string
  readonly time: number
}

export type Parts = {
  readonly id: number
  readonly view: MarketView
  readonly seats: readonly Seat[]
  readonly rounds: readonly Round[]
  /** Of this market, in their order. */
  readonly events: readonly Event[]
}

/** From its end on a market owes money to its seats. */
const payable: ReadonlySet<string> = new Set(['settled', 'finalized', 'invalid'])

export function marketOf({ id, view, seats, rounds, events }: Parts): Market {
  const status = (statuses[view.status] ?? 'None').toLowerCase()
  const outcome = outcomeName(view.outcome)
  const [createdAt, deadline] = [Number(view.createdAt), Number(view.deadline)]
  return {
    id,
    asked: readAsked(view.question, { createdAt, deadline }),
    creator: view.creator.toLowerCase(),
    ...{ status, outcome, deadline, rounds },
    windowEnd: Number(view.windowEnd),
    isAppealing: view.isAppealing,
    drawBlock: Number(view.drawBlock),
    recordedAt: recordedAt(events),
    value: view.pool + view.stakes,
    view: {
      question: storable(view.question),
      ending: outcome === 'INVALID' ? (endings[view.ending] ?? null) : null,
      created_at: createdAt,
      requested_at: Number(view.requestedAt),
      is_extended: isExtended(events),
      is_held: view.isHeld,
      round: view.round,
      joined: Number(view.joined),
      seats: view.seats,
      appeals: view.appeals,
      pool: String(view.pool),
      stakes: String(view.stakes),
      weights: {
        yes: Number(view.yesWeight),
        no: Number(view.noWeight),
        invalid: Number(view.invalidWeight),
      },
      answered_before: view.answeredBefore,
      appeals_raised: appealsIn(events),
    },
    workers: workersOf(events, seats, payable.has(status)),
    roles: rolesIn(events),
  }
}

/** The contract remembers who was right at the settlement of a Yes or No, and nothing of an Invalid. */
function recordedAt(events: readonly Event[]): number | null {
  const settled = events.find(
    ({ name, args }) => name === 'MarketSettled' && (args.outcome === 1 || args.outcome === 2),
  )
  return settled?.time ?? null
}

/** Whether the window was moved by something else than the report that opened it. */
function isExtended(events: readonly Event[]): boolean {
  const opened = events.findLast(({ name }) => name === 'RoundReported' || name === 'MarketDefaulted')
  return (
    opened !== undefined &&
    events.some(
      ({ name, block, log, transaction }) =>
        name === 'WindowMoved' &&
        transaction !== opened.transaction &&
        (block > opened.block || (block === opened.block && log > opened.log)),
    )
  )
}

function appealsIn(events: readonly Event[]): Appeal[] {
  const appeals: Appeal[] = []
  for (const { name, args, time } of events) {
    if (name === 'MarketEscalated')
      appeals.push({
        number: appeals.length + 1,
        appellant: String(args.appellant),
        bond: String(args.bond),
        join_until: Number(args.joinUntil),
        time,
        changed: null,
      })
    const last = appeals.at(-1)
    if (name === 'AppealEnded' && last !== undefined)
      appeals[appeals.length - 1] = { ...last, changed: args.changed === true }
  }
  return appeals
}

function workersOf(events: readonly Event[], seats: readonly Seat[], isPayable: boolean): Worker[] {
  const joined = new Map<string, Worker>()
  const strikes = new Map<number, Strike>()
  const paid = new Map<number, string>()
  let [cohort, place] = [0, 0]
  for (const { name, args, agentId, time } of events) {
    if (name === 'MarketEscalated') cohort++
    else if (name === 'WorkerStruck')
      strikes.set(Number(args.seat), {
        kind: Number(args.kind),
        challenger: String(args.challenger),
        reward: String(args.reward),
        time,
      })
    else if (name === 'WorkerPaid') paid.set(Number(args.seat), String(args.amount))
    else if (name === 'WorkerJoined')
      joined.set(`${cohort} ${agentId}`, {
        ...{ cohort, agentId: agentId!, place: place++, joinedAt: time, hasLeft: false },
        signer: String(args.signer),
        stake: String(args.stake),
        factorBps: Number(args.factorBps),
        ...{ seat: null, vote: null, reason: null, res: 0, src: 0, depth: 0, weight: 0, share: 0 },
        ...{ payout: null, paid: null, strike: null },
      })
    else if (name === 'WorkerLeft') {
      // Who joined first, and drew no seat, may leave while a later cohort gathers.
      const key = [...joined].findLast(([, one]) => one.agentId === agentId && !one.hasLeft)?.[0]
      if (key !== undefined) joined.set(key, { ...joined.get(key)!, hasLeft: true })
    }
  }
  for (const one of seats) {
    const key = `${Math.floor(one.seat / seatsPerCohort)} ${one.agentId}`
    const worker = joined.get(key)
    if (worker === undefined) continue
    const vote = outcomeName(one.vote)
    const got = paid.get(one.seat) ?? null
    joined.set(key, {
      ...worker,
      seat: one.seat,
      stake: String(one.stake),
      factorBps: one.factorBps,
      vote,
      reason: vote === null ? reasonOf(one.reason) : null,
      res: one.resQuality,
      src: one.srcQuality,
      depth: one.analysisDepth,
      weight: Number(one.weight),
      share: Number(one.share),
      payout: got ?? (isPayable ? String(one.payout) : null),
      paid: got,
      strike: strikes.get(one.seat) ?? null,
    })
  }
  return [...joined.values()]
}

const seatsPerCohort = 32

const reasons = new Map<number, Vote.Reason>(
  Object.entries(Vote.reasons).map(([name, code]) => [code, name as Vote.Reason]),
)
const reasonOf = (code: number): Vote.Reason | null => reasons.get(code) ?? null

function rolesIn(events: readonly Event[]): (readonly [string, Role])[] {
  const roles = new Map<string, readonly [string, Role]>()
  const note = (account: unknown, role: Role) => roles.set(`${account} ${role}`, [String(account), role])
  for (const { contract, name, args } of events) {
    if (name === 'MarketCreated') note(args.creator, 'creator')
    else if (name === 'WorkerJoined') note(args.signer, 'agent')
    else if (contract === 'bets' && name === 'BetPlaced') note(args.bettor, 'bettor')
    else if (name === 'WorkerStruck' || name === 'RoundVoided') note(args.challenger, 'challenger')
    else if (name === 'MarketEscalated') note(args.appellant, 'appellant')
    else if (name === 'MarketHeld') note(args.payer, 'arbiter')
  }
  return [...roles.values()]
}
