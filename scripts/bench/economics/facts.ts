import type { Row } from '../measure.ts'
import { secondApart } from './apart.ts'
import { oddsNeeded } from './bets.ts'
import type { Edition } from './edition.ts'
import { farm } from './farm.ts'
import { first } from './first.ts'
import { ether } from './ledger.ts'
import { joinsNeeded } from './lot.ts'
import { play, type Result } from './play.ts'
import { isBetter } from './search.ts'
import { second, turningSeats } from './second.ts'
import { answersOf } from './strategies.ts'
import { inEther, type Line, percent, sizes, stakesWithBet, tableWorld } from './table.ts'

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
 * What agents without a seat take of a market that came out right, by appeals of their own in which they say the same: the pool is
 * shared by seats, whenever they came.
 */
export function lateTake(edition: Edition, n: number, agents: number): Result {
  const world = tableWorld(edition, { reserve: { honest: 0, own: agents } })
  let found: Result | undefined
  play(edition, world, { own: {}, honest: n }, answersOf(agents, [agents]), (result) => {
    if (result.outcome === 'YES' && isBetter('profit', result, found)) found = result
  })
  return found!
}

/**
 * Bets are capped by who has joined when they are placed. How often corrections must be, if agents joined to fill all seats and
 * then left.
 */
export function deterrenceWithGhosts(line: Line): { readonly cap: bigint; readonly oddsBps: number } {
  const cap = line.edition.betCap(ether, 32)
  return { cap, oddsBps: oddsNeeded(stakesWithBet(line, cap)) }
}

/** All of them as rows. */
export function factRows(lines: readonly Line[]): Row[] {
  const rows: Row[] = []
  for (const edition of [first, second]) {
    const { factorBps, cost } = farm(edition, 10)
    const [own, newcomer] = [factorBps, edition.newcomerFactorBps].map((factor) =>
      edition.weight({ ...tableWorld(edition).own, factorBps: factor }, 'YES'),
    )
    rows.push({ name: `${edition.name}: factor after 10 own markets`, n: 10, value: factorBps, unit: 'bps' })
    rows.push({
      name: `${edition.name}: fees of 10 own markets`,
      n: 10,
      value: Number(cost) / 1e18,
      unit: 'ETH',
    })
    rows.push({
      name: `${edition.name}: votes of such an agent`,
      n: 10,
      value: own! / newcomer!,
      unit: 'votes',
    })
    for (const n of sizes)
      rows.push({
        name: `${edition.name}: errors at which a worker breaks even`,
        n,
        value: percent(breakEvenBps(edition, n)),
        unit: '%',
      })
  }
  for (const edition of [first, second, secondApart])
    for (const n of sizes) {
      const { profit } = lateTake(edition, n, 32)
      const name = `${edition.name}: taken by 32 who come late and agree`
      rows.push({ name, n, value: inEther(profit), unit: 'ETH' })
    }
  for (const honest of [32, 64, 96])
    for (const [name, odds] of [
      ['one half', 0.5],
      ['one hundredth', 0.01],
    ] as const) {
      const value = joinsNeeded(honest, 32, turningSeats(32), odds)
      rows.push({
        name: `second edition: agents that turn 32 seats with odds of ${name}, among honest ones`,
        n: honest,
        value,
        unit: 'agents',
      })
    }
  for (const line of lines) {
    if (line.edition !== second || line.goal !== 'turn') continue
    const { cap, oddsBps } = deterrenceWithGhosts(line)
    const name = 'second edition: corrections that deter, bets capped by agents that left'
    rows.push({ name, n: line.n, value: percent(oddsBps), unit: '%' })
    rows.push({ name: 'second edition: those bets', n: line.n, value: inEther(cap), unit: 'ETH' })
  }
  return rows
}
