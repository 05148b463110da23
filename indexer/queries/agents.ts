import type * as z from 'zod'
import type { AgentRow, agentList } from '../../protocol/Catalog.ts'
import type { Value } from '../../services/store/Store.ts'
import { tsqueryOf, wordsOf } from '../wordsOf.ts'
import { asOfBlock, cut, numbersOf, type Page, type Reading } from './Reading.ts'

export type AgentFilters = {
  readonly search: string | null
  readonly order: 'id' | 'settled' | 'factor'
}

export type Row = {
  id: bigint
  name: string | null
  owner: string | null
  wallet: string | null
  uri: string | null
  endpoint: string | null
  settled: number
  correct: number
  sum_res: bigint
  sum_src: bigint
  sum_depth: bigint
  factor_bps: number
}

const orders = { id: 'id', settled: 'settled', factor: 'factor_bps' } as const

/** `GET /v1/agents` */
export async function listAgents(
  reading: Reading,
  { search, order }: AgentFilters,
  page: Page,
): Promise<z.infer<typeof agentList>> {
  const values: Value[] = []
  const add = (value: Value) => `$${values.push(value)}`
  const where: string[] = ['true']
  if (search !== null) {
    const text = search.trim().toLowerCase()
    const words = tsqueryOf(text)
    if (/^\d{1,15}$/.test(text)) where.push(`id = ${add(Number(text))}`)
    else if (/^0x[0-9a-f]{40}$/.test(text)) where.push(`(owner = ${add(text)} or wallet = $${values.length})`)
    else if (words !== null)
      where.push(`string_to_array(lower(coalesce(name, '')), ' ') && ${add(wordsOf(text, 8))}::text[]`)
  }
  const column = orders[order]
  const place = page.after === null ? null : numbersOf(page.after, order === 'id' ? 1 : 2)
  if (place !== null)
    where.push(
      order === 'id'
        ? `id > ${add(place[0]!)}`
        : `(${column} < ${add(place[0]!)} or (${column} = $${values.length} and id > ${add(place[1]!)}))`,
    )
  const sort = order === 'id' ? 'id' : `${column} desc, id`
  const rows = await reading.queries.query<Row>(
    `select * from agents where ${where.join(' and ')} order by ${sort} limit ${add(page.limit + 1)}`,
    values,
  )
  const { items, next } = cut(rows, page.limit, (row) =>
    order === 'id' ? String(row.id) : `${row[column]}-${row.id}`,
  )
  return { as_of: asOfBlock(reading.seen), items: await toAgentRows(reading, items), next }
}

type Sums = {
  agent_id: bigint
  joined: bigint
  open: bigint
  strikes: bigint
  at_stake: string
  earned: string
}

/** Agents with what they have in markets. */
export async function toAgentRows({ queries }: Reading, rows: readonly Row[]): Promise<AgentRow[]> {
  const sums = await queries.query<Sums>('select * from tallies where agent_id = any($1::bigint[])', [
    rows.map(({ id }) => id),
  ])
  const byAgent = new Map(sums.map((one) => [Number(one.agent_id), one]))
  return rows.map((row) => toAgentRow(row, byAgent.get(Number(row.id))))
}

function toAgentRow(row: Row, sums: Sums | undefined): AgentRow {
  const mean = (sum: bigint) => (row.settled === 0 ? null : Number(sum) / row.settled)
  return {
    id: Number(row.id),
    name: row.name,
    owner: row.owner as AgentRow['owner'],
    endpoint: row.endpoint,
    joined: Number(sums?.joined ?? 0),
    open: Number(sums?.open ?? 0),
    settled: row.settled,
    correct: row.correct,
    factor_bps: row.factor_bps,
    averages: { result: mean(row.sum_res), sources: mean(row.sum_src), depth: mean(row.sum_depth) },
    strikes: Number(sums?.strikes ?? 0),
    at_stake: sums?.at_stake ?? '0',
    earned: sums?.earned ?? '0',
  }
}
