import type { Row } from '../measure.ts'
import { betLoss, betWorth, oddsNeeded, protectedBets, type Stakes } from './bets.ts'
import type { Edition } from './edition.ts'
import { farmed } from './farm.ts'
import { ether } from './ledger.ts'
import { play, type Result } from './play.ts'
import { type Found, isBetter, smallest } from './search.ts'
import { answersOf } from './strategies.ts'
import { type World, worldOf } from './world.ts'

/** What corrupting a market of `n` seats takes and brings, with a pool of 1 ether. */
export type Line = {
  readonly edition: Edition
  readonly n: number
  readonly goal: 'turn' | 'block'
  /** The smallest coalition against agents like its own, and one that first made itself records. */
  readonly seats: number
  readonly farmedSeats: number
  readonly capital: bigint
  /** What those seats earn by the truth. */
  readonly truth: bigint
  /** Nobody answers: what it gains, without and with a bet at the cap. */
  readonly profit: bigint
  readonly profitWithBet: bigint
  /** The same if the market is its own: an Invalid gives the creator's pool back. */
  readonly profitAsCreator: bigint
  /** The first report is corrected by a ruling, and the coalition does nothing about it. */
  readonly corrected: bigint
  /** Honest agents, as many as there are seats, answer every appeal, and the coalition does its best; then with a ruling. */
  readonly afterAppeals: Result
  readonly afterLastResort: Result
  /** The smallest coalition that has its way in spite of such appeals. */
  readonly despiteAppeals: Found | null
}

export const sizes = [3, 5, 10, 32] as const

/** All seats are open to all, as where newcomers have as many places as there are seats. */
export function tableWorld(edition: Edition, changes: Partial<World> = {}): World {
  const world = worldOf(edition, changes)
  return { ...world, honest: { ...world.honest, isNew: false }, own: { ...world.own, isNew: false } }
}

export function lineOf(edition: Edition, n: number, goal: 'turn' | 'block'): Line {
  const world = tableWorld(edition)
  const { seats, result } = smallest(edition, world, n, goal)!
  const withRecords = { ...world, own: farmed(edition, world.own, 10) }
  const reserve = { honest: n, own: seats }
  // A ruling is asked of both editions, so that what a correction costs can be compared.
  const judged = { ...edition, hasLastResort: true }
  const watched = { ...world, watch: 'last-resort', reserve } as const
  const after = (rules: Edition, here: World) => answered(rules, here, n, result)
  return {
    edition,
    n,
    goal,
    seats,
    farmedSeats: smallest(edition, withRecords, n, goal)!.seats,
    capital: result.capital,
    truth: truthOf(edition, world, seats, n - seats),
    profit: result.profit,
    profitWithBet: result.profit + betWorth(edition.betCap(world.pool, n), goal),
    profitAsCreator: result.profitAsCreator,
    corrected: after({ ...judged, maxAppeals: 0 }, watched).profit,
    afterAppeals: after(edition, { ...watched, watch: 'appeals' }),
    afterLastResort: after(judged, watched),
    despiteAppeals: smallest(edition, { ...watched, watch: 'appeals' }, n, goal),
  }
}

/** What seats earn that all tell the truth, in a market where everybody does. */
export function truthOf(edition: Edition, world: World, own: number, honest: number): bigint {
  let earned = 0n
  play(edition, { ...world, watch: 'nobody' }, { own: { truth: own }, honest }, [], ({ profit }) => {
    earned = profit
  })
  return earned
}

/**
 * The same first round, and the best that the coalition can make of the appeals that honest people raise against it. It raises
 * none itself: until they do, it has what it wants.
 */
function answered(edition: Edition, world: World, n: number, { plan, seats }: Result): Result {
  let found: Result | undefined
  const answers = answersOf(world.reserve.own).filter(({ isRaised }) => !isRaised)
  play(edition, world, { own: plan.mix, honest: n - seats.own }, answers, (result) => {
    if (isBetter('profit', result, found)) found = result
  })
  return found!
}

/** What is at stake for a coalition, for one that created the market, and for one with a bet. */
export const stakesOf = ({ profit, truth, afterLastResort }: Line): Stakes => ({
  stands: profit,
  truth,
  corrected: afterLastResort.profit,
})
export const stakesAsCreator = (line: Line): Stakes => ({
  stands: line.profitAsCreator,
  truth: line.truth - ether,
  corrected: line.afterLastResort.profitAsCreator,
})
export const stakesWithBet = (line: Line, cap: bigint = line.edition.betCap(ether, line.n)): Stakes => ({
  stands: line.profit + betWorth(cap, line.goal),
  truth: line.truth,
  corrected: line.afterLastResort.profit - betLoss(cap, line.goal),
})

export const inEther = (amount: bigint): number => Math.round(Number(amount) / 1e14) / 1e4
export const percent = (bps: number): number => bps / 100

/** Odds of a correction for which the table says what bets they protect. */
export const odds = [5_000, 8_000, 9_000, 9_500] as const

/** A line as rows of a bench. */
export function rowsOf(line: Line): Row[] {
  const { edition, n, goal, despiteAppeals } = line
  const row = (name: string, value: number, unit: string): Row => ({
    name: `${edition.name}, ${goal}: ${name}`,
    n,
    value,
    unit,
  })
  const rows = [
    row('seats', line.seats, 'seats'),
    row('seats, records of 10 own markets', line.farmedSeats, 'seats'),
    row('capital', inEther(line.capital), 'ETH'),
    row('profit of the truth', inEther(line.truth), 'ETH'),
    row('profit', inEther(line.profit), 'ETH'),
    row('profit with a bet', inEther(line.profitWithBet), 'ETH'),
    row('profit if ruled against', inEther(line.corrected), 'ETH'),
    row('profit after appeals', inEther(line.afterAppeals.profit), 'ETH'),
    row('profit after appeals and a ruling', inEther(line.afterLastResort.profit), 'ETH'),
    row('corrections that deter', percent(oddsNeeded(stakesOf(line))), '%'),
    row('corrections that deter, with a bet', percent(oddsNeeded(stakesWithBet(line))), '%'),
    row('corrections that deter the creator', percent(oddsNeeded(stakesAsCreator(line))), '%'),
    row('seats in spite of appeals', despiteAppeals?.seats ?? 0, 'seats'),
    row('capital in spite of appeals', inEther(despiteAppeals?.result.capital ?? 0n), 'ETH'),
  ]
  if (goal === 'block') return rows
  const bets = odds.map((bps) =>
    row(`bets protected by ${percent(bps)} % corrections`, betsOf(line, bps), 'ETH'),
  )
  return [...rows, ...bets]
}

const betsOf = (line: Line, bps: number): number => inEther(protectedBets(bps, stakesOf(line)))

/** Lines as a table in Markdown. */
export function markdown(lines: readonly Line[]): string[] {
  const columns: Readonly<Record<string, (line: Line) => string | number>> = {
    seats: ({ n }) => n,
    to: ({ goal }) => goal,
    needs: ({ seats }) => seats,
    'with records': ({ farmedSeats }) => farmedSeats,
    capital: ({ capital }) => inEther(capital),
    truth: ({ truth }) => inEther(truth),
    profit: ({ profit }) => inEther(profit),
    'with a bet': ({ profitWithBet }) => inEther(profitWithBet),
    'ruled against': ({ corrected }) => inEther(corrected),
    'after appeals': ({ afterAppeals: { outcome, profit } }) => `${outcome} ${inEther(profit)}`,
    'and a ruling': ({ afterLastResort }) => inEther(afterLastResort.profit),
    'deterred at': (line) => `${percent(oddsNeeded(stakesOf(line)))} %`,
    'creator at': (line) => `${percent(oddsNeeded(stakesAsCreator(line)))} %`,
    'with a bet at': (line) => `${percent(oddsNeeded(stakesWithBet(line)))} %`,
    'in spite of appeals': ({ despiteAppeals }) =>
      despiteAppeals === null
        ? 'none'
        : `${despiteAppeals.seats} (${inEther(despiteAppeals.result.capital)})`,
  }
  const names = Object.keys(columns)
  const body = lines.map((line) => names.map((name) => columns[name]!(line)))
  return [names, names.map(() => '--:'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
}
