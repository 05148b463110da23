import type { Command } from 'commander'
import type { Store } from '../../../services/store/Store.ts'
import { UsageError } from '../../terminal/failure.ts'

/** Where a store is: a server by the variable with its URL, or a folder. */
export type Place = { readonly urlEnv?: string; readonly folder?: string }

export const placeOptions = (command: Command): Command =>
  command
    .option('--url-env <name>', 'the variable with the URL of a server (default: DATABASE_URL)')
    .option('--folder <path>', "an embedded store's folder; its service must be stopped")

/**
 * Opens a store; one that is not there yet is made, unless it must be `isExisting`. The tables of all services are in it, whichever it
 * was opened for.
 */
export async function openPlace({ urlEnv, folder }: Place, { isExisting = false } = {}): Promise<Store> {
  const { openStore } = await import('../../../services/store/openStore.ts')
  const { storeOptions } = await import('../../../services/store/Config.ts')
  if (urlEnv !== undefined && folder !== undefined)
    throw new UsageError('Give one of --url-env and --folder.')
  const variable = urlEnv ?? 'DATABASE_URL'
  // A store in memory would have nothing in it.
  if (folder === undefined && !process.env[variable])
    throw new UsageError(`${variable} is empty: it must hold the URL of the database.`, {
      metaMessages: ['Set it, name another variable with --url-env, or a folder with --folder.'],
    })
  return openStore({ ...storeOptions({ urlEnv, folder }, 'gateway'), isExisting })
}
