import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'
import type { StoreOptions } from './openStore.ts'
import type { Schema } from './Store.ts'

/** The `store` of a service's config. */
export const config = z.strictObject({
  /** The environment variable with a server's URL, which holds a password and so is not written here. */
  urlEnv: z.string().min(1).optional(),
  /** Embedded, kept in this folder. */
  folder: z.string().min(1).optional(),
  poolSize: z.int().min(1).max(100).optional(),
})
export type Config = z.infer<typeof config>

/**
 * Where a service keeps its store: what the config names, else the server of `DATABASE_URL`, else the service's own folder.
 *
 * @example
 * await openStore(storeOptions(config.store, 'agent', { folder: 'data/agent-7' }))
 */
export function storeOptions(
  { urlEnv, folder, poolSize }: Config = {},
  schema: Schema,
  options: { readonly folder?: string; readonly env?: NodeJS.ProcessEnv } = {},
): StoreOptions {
  const { env = process.env } = options
  if (urlEnv !== undefined && folder !== undefined) throw new TwoPlacesError()
  if (folder !== undefined) return { folder, schema }
  const url = env[urlEnv ?? 'DATABASE_URL']
  if (url !== undefined && url !== '') return { url, schema, poolSize }
  if (urlEnv !== undefined) throw new MissingUrlError(urlEnv)
  return { folder: options.folder, schema }
}

export class MissingUrlError extends BaseError {
  override readonly name = 'Store.MissingUrlError'
  constructor(urlEnv: string) {
    super(`The config says that ${urlEnv} holds the URL of the database, and it is empty.`, {
      metaMessages: [`Set ${urlEnv}, or take urlEnv out of the config to keep the store in a folder.`],
    })
  }
}

export class TwoPlacesError extends BaseError {
  override readonly name = 'Store.TwoPlacesError'
  constructor() {
    super('The config of the store names both a server (urlEnv) and a folder.', {
      metaMessages: ['Keep one of them.'],
    })
  }
}
