import type * as z from 'zod'
import type { groups } from '../../protocol/Catalog.ts'
import { asOfBlock, type Reading } from './Reading.ts'

const most = 200

/** `GET /v1/groups`: what markets stand under, the largest first. */
export async function listGroups({ queries, seen }: Reading): Promise<z.infer<typeof groups>> {
  const count = async (column: 'category' | 'event') => {
    const rows = await queries.query<{ name: string; markets: bigint }>(
      `select ${column} as name, count(*) as markets from markets where ${column} is not null
       group by 1 order by 2 desc, 1 limit ${most}`,
    )
    return rows.map(({ name, markets }) => ({ name, markets: Number(markets) }))
  }
  const [categories, events] = await Promise.all([count('category'), count('event')])
  return { as_of: asOfBlock(seen), categories, events }
}
