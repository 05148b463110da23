import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Driver, Session } from './Driver.ts'
import * as Store from './Store.ts'
import { storeError } from './storeError.ts'
import { toParameter } from './toParameter.ts'

export type GuardOptions = {
  /** Told of failures that no caller waits for: a listener that throws, a connection that breaks while idle. */
  readonly warn?: (error: unknown) => void
  /** How often a transaction that had to give way is run again. */
  readonly retries?: number
  readonly sleep?: (milliseconds: number) => Promise<unknown>
  readonly random?: () => number
}

const channelName = /^[a-z_][a-z0-9_]{0,62}$/

/** A store of a driver: what both kinds have in common, from retries to the refusal to wait for oneself. */
export function guard(driver: Driver, options: GuardOptions = {}): Store.Store {
  const { warn = () => {}, retries = 5, sleep = sleepFor, random = Math.random } = options
  const inTransaction = new AsyncLocalStorage<{ open: boolean }>()
  const pending = new Set<Promise<unknown>>()
  let closing: Promise<void> | undefined

  /** Runs one call of the store: refused when it is closed or would wait for itself, waited for by `close`. */
  async function enter<result>(call: () => Promise<result>): Promise<result> {
    if (inTransaction.getStore()?.open) throw new Store.NestedError()
    if (closing !== undefined) throw new Store.ClosedError()
    const running = call()
    pending.add(running)
    try {
      return await running
    } finally {
      pending.delete(running)
    }
  }

  /** Again while the database asks for it: what failed so left nothing behind. */
  async function retrying<result>(attempt: () => Promise<result>): Promise<result> {
    for (let tried = 0; ; tried++) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof Store.ConflictError) || tried >= retries) throw error
        await sleep(random() * 10 * 2 ** tried)
      }
    }
  }

  async function runTransaction<result>(work: (queries: Store.Queries) => Promise<result>): Promise<result> {
    const state = { open: true }
    let conflict: unknown
    let thrown: { readonly error: unknown } | undefined
    const attempt = async (session: Session): Promise<result> => {
      let failed = false
      const query = async (sql: string, values: readonly Store.Value[] = []) => {
        if (!state.open) throw new Store.NestedError()
        try {
          return (await ask(session, sql, values)) as never[]
        } catch (error) {
          failed = true
          if (error instanceof Store.ConflictError) conflict = error
          throw error
        }
      }
      try {
        const result = await inTransaction.run(state, () => work({ query }))
        // PostgreSQL answers the commit of a failed transaction with a silent rollback.
        if (failed) await session.execute('select 1').catch(() => fail(new Store.FailedTransactionError()))
        return result
      } catch (error) {
        thrown = { error }
        throw error
      } finally {
        state.open = false
      }
    }
    try {
      return await driver.transaction(attempt)
    } catch (error) {
      // The work may have wrapped it; that it must be run again stands all the same.
      if (conflict !== undefined) throw conflict
      throw thrown?.error === error ? error : storeError(error)
    }
  }

  return {
    query: (sql, values = []) => enter(() => retrying(() => ask(driver, sql, values))) as Promise<never[]>,

    transaction: (work) => enter(() => retrying(() => runTransaction(work))),

    listen: (channel, heard) =>
      enter(async () => {
        if (!channelName.test(channel)) throw new Store.InvalidChannelError(channel)
        let listening = true
        // Not from within the driver: what a listener throws or takes its time for is no business of a query.
        const tell = (payload: string) =>
          setImmediate(() => {
            if (!listening || closing !== undefined) return
            try {
              heard(payload)
            } catch (error) {
              warn(error)
            }
          })
        const stop = await translated(() => driver.listen(channel, tell))
        return async () => {
          if (!listening) return
          listening = false
          if (closing === undefined) await enter(() => translated(stop))
        }
      }),

    async close() {
      if (inTransaction.getStore()?.open) throw new Store.NestedError()
      closing ??= Promise.allSettled(pending).then(() => driver.close())
      return closing
    },
  }
}

async function ask(session: Session, sql: string, values: readonly Store.Value[]): Promise<unknown[]> {
  const parameters = values.map(toParameter)
  return translated(() => session.query(sql, parameters))
}

async function translated<result>(call: () => Promise<result>): Promise<result> {
  try {
    return await call()
  } catch (error) {
    throw storeError(error)
  }
}

function fail(error: Error): never {
  throw error
}
