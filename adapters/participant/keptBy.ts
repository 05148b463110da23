import type { Kept } from '../../services/store/retention.ts'
import type { Store } from '../../services/store/Store.ts'

/** Replies that no attested claim names, oldest first, with their receipts. */
const forget = `
  with old as (
    select hash from participant.blobs where created_at < $1
      and not exists (select 1 from participant.claims where claims.response_hash = blobs.hash)
    order by created_at limit $2
  ), receipts as (
    delete from participant.retrievals using old where retrievals.response_hash = old.hash
  )
  delete from participant.blobs using old where blobs.hash = old.hash returning 1 as one`

/** What a participant keeps, and for how long: what somebody attests stays. */
export const keptBy = (store: Pick<Store, 'query'>, days: number | null): Kept[] => [
  {
    name: 'archived replies',
    days,
    forget: async (before, most) => (await store.query(forget, [before, most])).length,
  },
]
