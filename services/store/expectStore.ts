import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '../../protocol/index.ts'
import type { Driver } from './Driver.ts'
import { readMigrations } from './migrate.ts'

/**
 * For those who only look: a name that is misspelled must not give them a new store, nor a newer version change the database under a
 * service that runs.
 */
export function expectFolder(folder: string): void {
  if (!existsSync(join(folder, 'data', 'PG_VERSION'))) throw new NoStoreError('folder')
}

/** Refuses a database that no service has used, or that one of another version has. */
export async function expectStore(driver: Driver, migrations = readMigrations()): Promise<void> {
  const [table] = await driver.query("select to_regclass('store.migrations') is not null as found", [])
  if ((table as { found: boolean }).found !== true) throw new NoStoreError('database')
  const [row] = await driver.query('select max(number) as last from store.migrations', [])
  const last = Number((row as { last: number | null }).last ?? 0)
  if (last !== migrations.length) throw new OtherVersionError(last, migrations.length)
}

export class NoStoreError extends BaseError {
  override readonly name = 'Store.NoStoreError'
  constructor(place: 'folder' | 'database') {
    super(`The ${place} holds no store: no service has used it.`, {
      metaMessages: [`Look at the ${place}'s name: the service's config has it under \`store\`.`],
    })
  }
}

export class OtherVersionError extends BaseError {
  override readonly name = 'Store.OtherVersionError'
  constructor(found: number, known: number) {
    super(`The database has migration ${found}, and this version has ${known}.`, {
      metaMessages: ['Use the version that the services run.'],
    })
  }
}
