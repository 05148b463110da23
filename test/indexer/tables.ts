import type { Store } from '../../services/store/Store.ts'

const tables = [
  'places',
  'events',
  'payments',
  'markets',
  'workers',
  'rounds',
  'roles',
  'agents',
  'tallies',
  'source_keys',
  'unread',
  'files',
] as const

/** All that an indexer keeps, row by row, in one order. */
export async function dump(store: Pick<Store, 'query'>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await store.query<{ row: string }>(`select ${table}::text as row from ${table} order by 1`)
    all[table] = rows.map(({ row }) => row)
  }
  return all
}
