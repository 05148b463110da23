import { type AnswerStore, FullStoreError } from './AnswerStore.ts'

/** How many values a store keeps. */
export type StoreLimits = {
  /** Values that may be forgotten: the oldest go first. */
  readonly passing?: number
  /** Values that are never forgotten. */
  readonly lasting?: number
}

/**
 * A store in memory, the default. It forgets what was signed when the process ends, so a worker with a stake needs a
 * durable one, such as `fileStore`.
 *
 * @example
 * import { memoryStore } from '@cresolver/worker'
 *
 * const store = memoryStore()
 * await store.keep('key', 'first', { lasting: true }) // 'first'
 * await store.keep('key', 'second', { lasting: true }) // 'first'
 */
export function memoryStore({
  passing: most = 5_000,
  lasting: room = 10_000,
}: StoreLimits = {}): AnswerStore {
  const passing = new Map<string, string>()
  const lasting = new Map<string, string>()
  const find = (key: string) => lasting.get(key) ?? passing.get(key)
  return {
    get: async (key) => find(key),
    async keep(key, value, options) {
      const kept = find(key)
      if (kept !== undefined) return kept
      if (options.lasting) {
        if (lasting.size >= room) throw new FullStoreError(room)
        lasting.set(key, value)
        return value
      }
      passing.set(key, value)
      if (passing.size > most) passing.delete(passing.keys().next().value!)
      return value
    },
  }
}
