import type { Row } from '../measure.ts'
import { betLoss, betsForAll, betWorth, oddsForAll, type Stakes } from './bets.ts'
import { bestAnswer, type Coalition, coalitionsOf, hedges, truthOf } from './coalitions.ts'
import type { Edition } from './edition.ts'
import { farmed } from './farm.ts'
import { ether, part } from './ledger.ts'
import type { Result } from './play.ts'
import { cheapest, smallest } from './search.ts'
import { type Answer, answersOf, sizeOf } from './strategies.ts'
import { tableWorld, type World } from './world.ts'

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
  /** The same with a ruling for a coalition that raises the appeal against itself, and fills it with agents who tell the truth. */
  readonly hedged: Result
  /** The cheapest plan of the same seats that has its way in spite of such appeals. */
  readonly despiteAppeals: Result
  /** All coalitions that get it in the first report: corrections have to deter each of them. */
  readonly coalitions: readonly Coalition[]
}

export const sizes = [3, 5, 10, 32] as const

export function lineOf(edition: Edition, n: number, goal: 'turn' | 'block'): Line {
  const world = tableWorld(edition)
  const { seats, result } = smallest(edition, world, n, goal)!
  const withRecords = { ...world, own: farmed(edition, world.own, 10) }
  const reserve = { honest: n, own: seats }
  // A ruling is asked of both editions, so that what a correction costs can be compared.
  const judged = { ...edition, hasLastResort: true }
  const watched = { ...world, watch: 'last-resort', reserve } as const
  const answers = answersOf(seats).filter(({ isRaised }) => !isRaised)
  const after = (rules: Edition, here: World, by: readonly Answer[] = answers) =>
    bestAnswer(rules, here, result.plan.mix, n - seats, by)
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
    hedged: after(judged, watched, hedges),
    despiteAppeals: cheapest(
      edition,
      { ...watched, watch: 'appeals' },
      { own: seats, honest: n - seats },
      goal,
    )!,
    coalitions: coalitionsOf(edition, n, goal),
  }
}

/** Agents of a plan: those with a seat, and those that join appeals. */
export const agentsOf = ({ seats, plan }: Result): number =>
  plan.answers.reduce((sum, { mix }) => sum + sizeOf(mix), seats.own)

/** What is at stake for each coalition that has its way, for one that created the market, and for one with a bet. */
export const stakesOf = (line: Line): Stakes[] => stakesWithBet(line, 0n)
export const stakesAsCreator = ({ coalitions }: Line): Stakes[] =>
  coalitions.map(({ stands, truth, corrected }) => ({
    stands: stands.profitAsCreator,
    truth: truth - ether,
    corrected: corrected.profitAsCreator,
  }))
export const stakesWithBet = (
  { coalitions, edition, n, goal }: Line,
  cap: bigint = edition.betCap(ether, n),
  answer: 'corrected' | 'preempted' | 'hedged' = 'corrected',
): Stakes[] =>
  coalitions.map(({ stands, truth, [answer]: after }) => ({
    stands: stands.profit + betWorth(cap, goal),
    truth,
    corrected: after.profit - betLoss(cap, goal),
  }))
/** The last for a coalition that raises the appeal against itself, and for one that fills it with the truth as well. */
export const stakesPreempted = (line: Line, cap?: bigint): Stakes[] => stakesWithBet(line, cap, 'preempted')
export const stakesHedged = (line: Line, cap?: bigint): Stakes[] => stakesWithBet(line, cap, 'hedged')

export const inEther = (amount: bigint): number => Math.round(Number(amount) / 1e14) / 1e4
export const percent = (bps: number): number => bps / 100

/**
 * The largest maxBetsBps with which the truth pays more on average, if so many wrong outcomes are corrected; null where it does not even
 * without bets.
 */
export function largestBetsBps(
  line: Line,
  oddsBps: number,
  stakes: (line: Line, cap: bigint) => readonly Stakes[] = stakesWithBet,
): number | null {
  const cap = line.edition.betCap(ether, line.n)
  const isDeterred = (bps: number) => oddsForAll(stakes(line, part(cap, bps))) <= oddsBps
  if (!isDeterred(0)) return null
  let [low, high] = [0, 10_000]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isDeterred(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Odds for which the bench says what maxBetsBps may be. */
export const betsOdds = [4_500, 5_000, 6_000, 6_667, 8_000, 9_000, 9_700] as const

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
    row('corrections that deter', percent(oddsForAll(stakesOf(line))), '%'),
    row('corrections that deter, with a bet', percent(oddsForAll(stakesWithBet(line))), '%'),
    row('corrections that deter the creator', percent(oddsForAll(stakesAsCreator(line))), '%'),
    row('profit if hedged', inEther(line.hedged.profit), 'ETH'),
    row('capital if hedged', inEther(line.hedged.capital), 'ETH'),
    row('corrections that deter, raised first, with a bet', percent(oddsForAll(stakesPreempted(line))), '%'),
    row('corrections that deter, hedged, with a bet', percent(oddsForAll(stakesHedged(line))), '%'),
    row('agents in spite of appeals', agentsOf(despiteAppeals), 'agents'),
    row('capital in spite of appeals', inEther(despiteAppeals.capital), 'ETH'),
  ]
  if (goal === 'block') return rows
  const bets = (words: string, stakes: readonly Stakes[]): Row[] =>
    odds.map((bps) => {
      const value = inEther(betsForAll(bps, stakes))
      return row(`${words}bets protected by ${percent(bps)} % corrections`, value, 'ETH')
    })
  return [...rows, ...bets('', stakesOf(line)), ...bets('hedged, ', stakesHedged(line, 0n))]
}

/** Lines as a table in Markdown, with all columns or some. */
export function markdown(lines: readonly Line[], only?: readonly string[]): string[] {
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
    'deterred at': (line) => `${percent(oddsForAll(stakesOf(line)))} %`,
    'creator at': (line) => `${percent(oddsForAll(stakesAsCreator(line)))} %`,
    'with a bet at': (line) => `${percent(oddsForAll(stakesWithBet(line)))} %`,
    hedged: ({ hedged }) => `${inEther(hedged.profit)} (${inEther(hedged.capital)})`,
    'and a bet at': (line) => `${percent(oddsForAll(stakesHedged(line)))} %`,
    'in spite of appeals': ({ despiteAppeals: plan }) => `${agentsOf(plan)} (${inEther(plan.capital)})`,
  }
  const names = only ?? Object.keys(columns)
  const body = lines.map((line) => names.map((name) => columns[name]!(line)))
  return [names, names.map(() => '--:'), ...body].map((cells) => `| ${cells.join(' | ')} |`)
}
