import { expectFolder, expectStore } from './expectStore.ts'
import { type GuardOptions, guard } from './guard.ts'
import { migrate } from './migrate.ts'
import { openEmbedded } from './openEmbedded.ts'
import { openServer } from './openServer.ts'
import type { Schema, Store } from './Store.ts'
import { storeError } from './storeError.ts'

export type StoreOptions = GuardOptions & {
  /** A server: `postgres://user:password@host:port/database`. */
  readonly url?: string | undefined
  /** Embedded, kept here. Without URL and folder it is embedded and in memory. */
  readonly folder?: string | undefined
  /** The service's own schema, which unqualified names mean. */
  readonly schema: Schema
  /** Opens only what a service of this version has used: nothing is created or changed. */
  readonly isExisting?: boolean | undefined
  /** Connections to a server at most. */
  readonly poolSize?: number | undefined
}

/**
 * Opens the store of a service and brings it up to date.
 *
 * @example
 * const store = await openStore({ folder: 'data/agent', schema: 'agent' })
 * await store.query('select reply from answers where agent_id = $1 and request_hash = $2', [7, requestHash])
 * await store.close()
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { url, folder, schema, isExisting = false, poolSize, warn = () => {} } = options
  if (isExisting && url === undefined && folder !== undefined) expectFolder(folder)
  const driver =
    url === undefined ? await openEmbedded({ folder, schema }) : openServer({ url, schema, poolSize, warn })
  try {
    await (isExisting ? expectStore(driver) : migrate(driver))
  } catch (error) {
    await driver.close().catch(warn)
    throw storeError(error)
  }
  return guard(driver, options)
}
