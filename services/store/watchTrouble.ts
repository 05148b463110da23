import { type Store, TroubleError } from './Store.ts'

/** What last went wrong with a store, and when. */
export type Trouble = { readonly error: TroubleError; readonly at: number }

const troubles = new WeakMap<object, Trouble>()

/**
 * The same store, which remembers what went wrong with it: a disk without room for a reply may still have some for the few bytes
 * of a probe.
 */
export function watchTrouble(store: Store, now: () => number = Date.now): Store {
  const noting = async <result>(call: Promise<result>): Promise<result> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof TroubleError && error.kind !== 'busy') troubles.set(watched, { error, at: now() })
      throw error
    }
  }
  const watched: Store = {
    ...store,
    query: (sql, values) => noting(store.query(sql, values)),
    transaction: (work) => noting(store.transaction(work)),
  }
  return watched
}

/** What last went wrong with a store that is watched; null where nothing did. */
export const troubleOf = (store: object): Trouble | null => troubles.get(store) ?? null
