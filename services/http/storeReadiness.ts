import type { Queries } from '../store/Store.ts'
import { troubleOf } from '../store/watchTrouble.ts'
import { probeReadiness, type Reading } from './Readiness.ts'

const write = `insert into store.probes (name, written_at) values ($1, now())
  on conflict (name) do update set written_at = excluded.written_at`

/** Whether a store takes writes: tried now and then, and remembered where it failed lately. */
export const storeReadiness = (
  store: Queries,
  { name, now }: { readonly name: string; readonly now: () => number },
): (() => Promise<Reading<true>>) =>
  probeReadiness(() => store.query(write, [name]), { now, troubleOf: () => troubleOf(store) })
