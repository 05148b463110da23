import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { type Config, storeOptions } from '../store/Config.ts'
import { openStore } from '../store/openStore.ts'
import type { Schema, Store } from '../store/Store.ts'
import { watchTrouble } from '../store/watchTrouble.ts'
import { placedStore } from './ServiceConfig.ts'

/** The store that a service's config names, else one in `data/<name>` beside the config. Its warnings go to the log. */
export const openServiceStore = async (
  config: { readonly store?: Config | undefined; readonly folder: string },
  schema: Schema,
  options: { readonly env: NodeJS.ProcessEnv; readonly log: Logger; readonly name?: string },
): Promise<Store> => {
  const { env, log, name = schema } = options
  const store = await openStore({
    ...storeOptions(placedStore(config.store, config.folder), schema, {
      folder: resolve(config.folder, `data/${name}`),
      env,
    }),
    warn: (err: unknown) => log.warn({ err }, 'the store'),
  })
  return watchTrouble(store)
}
