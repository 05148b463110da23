import { z } from 'zod'
import type { Queries } from './Store.ts'

/** For how many days something is kept, in a service's config; null: for ever. */
export const days = z.int().min(1).max(36_500).nullable()

/** One kind of what a service keeps, and for how long. */
export type Kept = {
  /** Says in logs what was forgotten. */
  readonly name: string
  readonly days: number | null
  /** Forgets at most so many that were kept before then, the oldest first, and says how many it forgot. */
  forget(before: Date, most: number): Promise<number>
}

export type RetentionOptions = {
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** How often it looks. */
  readonly everyMs?: number
  /** How many go at once: a long statement would hold others up. */
  readonly batch?: number
  /** How many batches of a kind go in one look; the rest goes in the next. */
  readonly batches?: number
}

const dayMs = 86_400_000

/** Forgets now what was kept long enough. One kind that cannot be forgotten does not keep the others. */
export async function forgetOld(kept: readonly Kept[], options: RetentionOptions): Promise<void> {
  const { log, now, batch = 500, batches = 20 } = options
  for (const { name, days: most, forget } of kept) {
    if (most === null) continue
    const before = new Date(now() - most * dayMs)
    let forgotten = 0
    try {
      for (let i = 0; i < batches; i++) {
        const count = await forget(before, batch)
        forgotten += count
        if (count < batch) break
      }
    } catch (error) {
      log.warn({ err: error, name }, 'what was kept long enough could not be forgotten')
    }
    if (forgotten > 0) log.info({ name, forgotten }, 'what was kept long enough was forgotten')
  }
}

/**
 * Forgets what was kept long enough, now and then. Several processes on one database may do it together.
 *
 * @example
 * const retention = startRetention([{ name: 'answers', days: 365, forget }], { log, now: Date.now })
 * await retention.stop()
 */
export function startRetention(kept: readonly Kept[], options: RetentionOptions): { stop(): Promise<void> } {
  let current: Promise<void> | null = null
  const look = () => {
    current ??= forgetOld(kept, options).finally(() => {
      current = null
    })
  }
  const timer = setInterval(look, options.everyMs ?? 3_600_000)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      await current
    },
  }
}

/**
 * The usual way to forget: rows of a table by their age. Table, column and condition are written in code, never by others; the
 * condition may name the row's columns as `old.…`.
 */
export const forgetRows =
  (
    queries: Queries,
    { table, at = 'created_at', where = 'true' }: { table: string; at?: string; where?: string },
  ): Kept['forget'] =>
  async (before, most) => {
    const rows = await queries.query(
      `delete from ${table} where ctid in (
         select old.ctid from ${table} old where old.${at} < $1 and (${where})
         order by old.${at} limit $2 for update skip locked)
       returning 1 as one`,
      [before, most],
    )
    return rows.length
  }
