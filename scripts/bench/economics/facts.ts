import type { Vote } from '../../../protocol/index.ts'
import type { Row } from '../measure.ts'
import { auditRows } from './audit.ts'
import { oddsForAll } from './bets.ts'
import { capitalRows } from './capital.ts'
import type { Edition } from './edition.ts'
import { farm } from './farm.ts'
import { first } from './first.ts'
import { ether, type Group, lie, stakesOf, truth } from './ledger.ts'
import { joinsNeeded } from './lot.ts'
import { play, type Result } from './play.ts'
import { isBetter, smallest } from './search.ts'
import { second, turningSeats } from './second.ts'
import { type Answer, answersOf, upTo } from './strategies.ts'
import {
  agentsOf,
  betsOdds,
  inEther,
  type Line,
  largestBetsBps,
  lineOf,
  percent,
  sizes,
  stakesHedged,
  stakesWithBet,
} from './table.ts'
import { poolForAll, together } from './variants.ts'
import { tableWorld } from './world.ts'

/** Figures beside the table: single questions, each answered by playing it. */

/** How often a worker may err among others who do not, in basis points, until it earns nothing. */
export function breakEvenBps(edition: Edition, n: number): number {
  const alone = (own: 'truth' | 'lie'): bigint => {
    let earned = 0n
    play(edition, tableWorld(edition), { own: { [own]: 1 }, honest: n - 1 }, [], ({ profit }) => {
      earned = profit
    })
    return earned
  }
  const [gain, loss] = [alone('truth'), -alone('lie')]
  return Number((gain * 10_000n) / (gain + loss))
}

/**
 * The most that agents without a seat earn by appeals of their own while the right outcome stands in the end: by repeating it, or by
 * turning it and turning it back. Up to `agents` of them join an appeal.
 */
export function lateTake(
  edition: Edition,
  n: number,
  agents: number,
  answers: readonly Answer[] = answersOf(agents, [...upTo(16), agents]),
): Result {
  const world = tableWorld(edition)
  let found: Result | undefined
  play(edition, world, { own: {}, honest: n }, answers, (result) => {
    if (result.outcome === 'YES' && isBetter('profit', result, found)) found = result
  })
  return found!
}

/**
 * The fewest agents beside so many seats of round 1 that turn a right outcome by appeals of their own, in which so many honest ones
 * join. Null where 32 an appeal are not enough.
 */
export function outsiders(edition: Edition, n: number, own: number, joining: number): Result | null {
  const watch = joining === 0 ? 'nobody' : 'appeals'
  const world = tableWorld(edition, { watch, reserve: { honest: joining, own: 32 } })
  let found: Result | null = null
  const answers = answersOf(0, upTo(32), ['lie'])
  play(edition, world, { own: { lie: own }, honest: n - own }, answers, (result) => {
    if (result.outcome !== 'NO') return
    const [agents, fewest] = [agentsOf(result), found === null ? Number.POSITIVE_INFINITY : agentsOf(found)]
    if (agents < fewest || (agents === fewest && isBetter('turn', result, found!))) found = result
  })
  return found
}

/**
 * Bets are capped by who has joined when they are placed. How often corrections must be, if agents joined to fill all seats and
 * then left.
 */
export function deterrenceWithGhosts(line: Line): { readonly cap: bigint; readonly oddsBps: number } {
  const cap = line.edition.betCap(ether, 32)
  return { cap, oddsBps: oddsForAll(stakesWithBet(line, cap)) }
}

/**
 * What each of `n` honest agents earns that join the appeal by which the smallest coalition is corrected. Each has twice the stake
 * of round 1 at risk.
 */
export function correctorGain(edition: Edition, n: number, goal: 'turn' | 'block'): bigint {
  const world = tableWorld(edition)
  const wrong = smallest(edition, world, n, goal)!.seats
  const against = goal === 'turn' ? lie : 'INVALID'
  const group = (cohort: number, count: number, said: Vote.Outcome): Group => ({
    // The correctors' money is told apart from that of all others.
    isOwn: cohort === 1,
    cohort,
    count,
    said,
    stake: edition.stake(world.pool, cohort),
    weight: edition.weight(world.honest, said),
    share: edition.share(world.honest),
  })
  const before = [group(0, n - wrong, truth), group(0, wrong, against)]
  const stakes = stakesOf(before)
  const bond = edition.bond(world.pool, { all: stakes, first: stakes }, 0)
  const correctors = group(1, n, truth)
  const { own } = edition.settle({
    pool: world.pool,
    groups: [...before, correctors],
    outcome: truth,
    ending: 'vote',
    appeals: [{ isOwn: false, bond, against, hadQuorum: true }],
    turns: [
      { to: against, cohort: 0, by: 'report' },
      { to: truth, cohort: 1, by: 'report' },
    ],
    rulingCost: 0n,
  })
  return own / BigInt(n) - correctors.stake
}

/** All of them as rows. */
export const factRows = (lines: readonly Line[]): Row[] => [
  ...[first, second].flatMap(recordRows),
  ...[first, together, poolForAll, second].flatMap(lateRows),
  ...[poolForAll, second].flatMap(correctorRows),
  ...outsiderRows(),
  ...lotRows(),
  ...lines.filter(({ edition, goal }) => edition === second && goal === 'turn').flatMap(betRows),
  ...capitalRows(second, [3, 5, 10]),
  ...[first, second].flatMap(auditRows),
]

/** What records of own markets are worth, and how often a worker may err. */
function recordRows(edition: Edition): Row[] {
  const { factorBps, cost } = farm(edition, 10)
  const [own, newcomer] = [factorBps, edition.newcomerFactorBps].map((factor) =>
    edition.weight({ ...tableWorld(edition).own, factorBps: factor }, 'YES'),
  )
  const row = (name: string, n: number, value: number, unit: string): Row => ({
    name: `${edition.name}: ${name}`,
    n,
    value,
    unit,
  })
  return [
    row('factor after 10 own markets', 10, factorBps, 'bps'),
    row('fees of 10 own markets', 10, Number(cost) / 1e18, 'ETH'),
    row('votes of such an agent', 10, own! / newcomer!, 'votes'),
    ...sizes.map((n) =>
      row('errors at which a worker breaks even', n, percent(breakEvenBps(edition, n)), '%'),
    ),
  ]
}

const lateRows = (edition: Edition): Row[] =>
  sizes.map((n) => ({
    name: `${edition.name}: taken by those who come late, 32 an appeal`,
    n,
    value: inEther(lateTake(edition, n, 32).profit),
    unit: 'ETH',
  }))

const correctorRows = (edition: Edition): Row[] =>
  (['turn', 'block'] as const).flatMap((goal) =>
    sizes.map((n) => ({
      name: `${edition.name}, ${goal}: earned by each who corrects it in an appeal`,
      n,
      value: inEther(correctorGain(edition, n, goal)),
      unit: 'ETH',
    })),
  )

/** Where nobody else joins their appeals, and where as many honest agents do as there are seats. */
function outsiderRows(): Row[] {
  const rows: Row[] = []
  for (const n of sizes)
    for (const [joining, words] of [
      [0, 'nobody joins'],
      [n, 'as many honest ones join as there are seats'],
    ] as const) {
      const plan = outsiders(second, n, 0, joining)
      if (plan === null) continue
      const name = `second edition: outsiders that turn a right outcome, ${words}`
      rows.push({ name, n, value: agentsOf(plan), unit: 'agents' })
      rows.push({ name: `${name}: capital`, n, value: inEther(plan.capital), unit: 'ETH' })
      rows.push({ name: `${name}: profit`, n, value: inEther(plan.profit), unit: 'ETH' })
    }
  const name = 'second edition: agents that turn ten seats, four of them in round 1, if nobody joins'
  rows.push({ name, n: 10, value: agentsOf(outsiders(second, 10, 4, 0)!), unit: 'agents' })
  return rows
}

const lotRows = (): Row[] =>
  [32, 64, 96].flatMap((honest) =>
    (
      [
        ['one half', 0.5],
        ['one hundredth', 0.01],
        // What a proposer finds that tries a million blocks before it publishes one.
        ['one millionth', 1e-6],
      ] as const
    ).map(([words, odds]) => ({
      name: `second edition: agents that turn 32 seats with odds of ${words}, among honest ones`,
      n: honest,
      value: joinsNeeded(honest, 32, turningSeats(32), odds),
      unit: 'agents',
    })),
  )

/** What bets corrections protect, and what hedging does to that, by the rules and where the pool is for all. */
function betRows(line: Line): Row[] {
  const { n } = line
  const { cap, oddsBps } = deterrenceWithGhosts(line)
  const ghosts = 'second edition: corrections that deter, bets capped by agents that left'
  const rows: Row[] = [
    { name: ghosts, n, value: percent(oddsBps), unit: '%' },
    { name: 'second edition: those bets', n, value: inEther(cap), unit: 'ETH' },
  ]
  for (const [stakes, words] of [
    [stakesWithBet, ''],
    [stakesHedged, ', hedged'],
  ] as const)
    for (const odds of betsOdds) {
      const value = largestBetsBps(line, odds, stakes)
      const name = `second edition: largest maxBetsBps with ${percent(odds)} % corrections${words}`
      if (value !== null) rows.push({ name, n, value, unit: 'bps' })
    }
  const other = lineOf(poolForAll, n, 'turn')
  const deterred = percent(oddsForAll(stakesHedged(other)))
  const name = `${poolForAll.name}: corrections that deter, hedged, with a bet`
  return [
    ...rows,
    { name: `${poolForAll.name}: profit if hedged`, n, value: inEther(other.hedged.profit), unit: 'ETH' },
    { name, n, value: deterred, unit: '%' },
  ]
}
