import { type MarketList, type MarketRow, type State, states } from '../../protocol/Catalog.ts'
import type { Value } from '../../services/store/Store.ts'
import type { Kept } from '../marketOf.ts'
import { tsqueryOf } from '../wordsOf.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'
import { type StateRow, stateOf, whereState } from './state.ts'

export type Filters = {
  readonly states: readonly State[]
  readonly search: string | null
  readonly event: string | null
  readonly category: string | null
  /** An account that has to do with the market. */
  readonly mine: string | null
  /** `new`: the youngest first. `closing`: open ones, the next deadline first. */
  readonly order: 'new' | 'closing'
}

export type Row = StateRow & {
  readonly id: bigint
  readonly view: string
  readonly asked: string
  readonly creator: string
  readonly outcome: MarketRow['outcome']
  readonly window_end: bigint
  readonly value: string
}

export const columns =
  'id, view, asked, creator, status, outcome, deadline, window_end, is_appealing, draw_block, seats, value'

/** A page of markets, with how many there are in each state. */
export async function listMarkets(reading: Reading, filters: Filters, page: Page): Promise<MarketList> {
  const { queries, seen } = reading
  const { conditions, values } = conditionsOf(filters)
  const rowsOf = async () => {
    const all = [...values]
    const add = (value: Value) => `$${all.push(value)}`
    const where = [...conditions]
    if (filters.states.length > 0) {
      where.push(`(${filters.states.map((state) => whereState(state, seen.time)).join(' or ')})`)
    }
    if (filters.order === 'closing') where.push(`status = 'open' and deadline > ${add(seen.time)}`)
    const place = page.after === null ? null : numbersOf(page.after, filters.order === 'new' ? 1 : 2)
    if (place !== null)
      where.push(
        filters.order === 'new'
          ? `id < ${add(place[0]!)}`
          : `(deadline, id) > (${add(place[0]!)}, ${add(place[1]!)})`,
      )
    const order = filters.order === 'new' ? 'id desc' : 'deadline, id'
    return queries.query<Row>(
      `select ${columns} from markets ${whereAll(where)} order by ${order} limit ${add(page.limit + 1)}`,
      all,
    )
  }
  const [rows, counts] = await Promise.all([rowsOf(), countStates(reading, conditions, values)])
  const { items, next } = cut(rows, page.limit, ({ id, deadline }) =>
    filters.order === 'new' ? String(id) : `${deadline}-${id}`,
  )
  return { as_of: asOfBlock(seen), items: await toRows(reading, items), next, counts }
}

const whereAll = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`

function conditionsOf({ search, event, category, mine }: Filters) {
  const values: Value[] = []
  const add = (value: Value) => `$${values.push(value)}`
  const conditions: string[] = []
  if (event !== null) conditions.push(`event = ${add(event)}`)
  if (category !== null) conditions.push(`category = ${add(category)}`)
  const ofAccount = (account: string) => `id in (select market_id from roles where account = ${add(account)})`
  if (mine !== null) conditions.push(ofAccount(mine.toLowerCase()))
  if (search !== null) {
    const text = search.trim().toLowerCase()
    const query = tsqueryOf(text)
    if (/^0x[0-9a-f]{40}$/.test(text)) conditions.push(ofAccount(text))
    else if (/^0x[0-9a-f]{64}$/.test(text))
      conditions.push(
        `id in (select market_id from rounds where round_root = ${add(text)} or transaction = $${values.length})`,
      )
    else if (/^#?\d{1,15}$/.test(text)) {
      const number = text.replace('#', '')
      conditions.push(`(id = ${add(Number(number))} or words @@ ${add(`'${number}'`)}::tsquery)`)
    } else if (query !== null) conditions.push(`words @@ ${add(query)}::tsquery`)
  }
  return { conditions, values }
}

async function countStates(
  { queries, seen }: Reading,
  conditions: readonly string[],
  values: readonly Value[],
): Promise<MarketList['counts']> {
  const now = `$${values.length + 1}`
  const rows = await queries.query<StateRow & { count: bigint; is_due: boolean }>(
    `select status, is_appealing, (draw_block > 0)::int::bigint as draw_block, least(seats, 1)::smallint as seats,
       deadline > ${now} as is_due, count(*) as count
     from markets ${whereAll(conditions)} group by 1, 2, 3, 4, 5`,
    [...values, seen.time],
  )
  const counts = Object.fromEntries(states.map((state) => [state, 0])) as MarketList['counts']
  for (const { is_due, count, ...row } of rows) {
    const state = stateOf({ ...row, deadline: is_due ? 1n : 0n }, 0)
    counts[state] += Number(count)
  }
  return counts
}

type Bets = { yes: string; no: string; bettors: number; result: 'yes' | 'no' | 'refund' | null }

const noBets: Bets = { yes: '0', no: '0', bettors: 0, result: null }
const results = [null, 'yes', 'no', 'refund'] as const

/** What was bet on some markets. */
async function betsOn({ queries, terms }: Reading, ids: readonly number[]): Promise<Map<number, Bets>> {
  const found = new Map<number, Bets>()
  if (terms === null || ids.length === 0) return found
  const [sums, settled] = await Promise.all([
    queries.query<{ market_id: bigint; yes: string; no: string; bettors: bigint }>(
      `select market_id, sum(case when side = 'YES' then amount else 0 end)::numeric as yes,
         sum(case when side = 'NO' then amount else 0 end)::numeric as no, count(distinct account) as bettors
       from payments where kind = 'bet' and market_id = any($1::bigint[]) group by market_id`,
      [ids],
    ),
    queries.query<{ market_id: bigint; args: string }>(
      `select market_id, args from events where contract = 'bets' and name = 'BetsSettled' and market_id = any($1::bigint[])`,
      [ids],
    ),
  ])
  for (const { market_id, yes, no, bettors } of sums)
    found.set(Number(market_id), { yes, no, bettors: Number(bettors), result: null })
  for (const { market_id, args } of settled) {
    const { result } = JSON.parse(args) as { result: number }
    const id = Number(market_id)
    found.set(id, { ...(found.get(id) ?? noBets), result: results[result] ?? null })
  }
  return found
}

export async function toRows(reading: Reading, rows: readonly Row[]): Promise<MarketRow[]> {
  const bets = await betsOn(
    reading,
    rows.map(({ id }) => Number(id)),
  )
  return rows.map((row) => toRow(reading, row, bets.get(Number(row.id)) ?? noBets))
}

function toRow({ seen, terms, maxSeats }: Reading, row: Row, bets: Bets): MarketRow {
  const { question, ending, appeals_raised, answered_before, ...view } = JSON.parse(row.view) as Kept
  const deadline = Number(row.deadline)
  return {
    id: Number(row.id),
    asked: JSON.parse(row.asked),
    creator: row.creator as MarketRow['creator'],
    state: stateOf(row, seen.time),
    status: row.status as MarketRow['status'],
    outcome: row.outcome,
    ending: ending as MarketRow['ending'],
    deadline,
    window_end: Number(row.window_end),
    is_appealing: row.is_appealing,
    draw_block: Number(row.draw_block),
    max_seats: maxSeats,
    ...view,
    book: terms === null ? null : { ...bets, until: deadline - terms.closingMargin },
  }
}
