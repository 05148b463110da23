import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError, Hash } from '../../protocol/index.ts'
import type { Driver } from './Driver.ts'

export type Migration = { readonly number: number; readonly name: string; readonly sql: string }

const folder = join(import.meta.dirname, 'sql')
const fileName = /^(\d{6})_([a-z0-9_]+)\.sql$/

/** The numbered files of `sql/`, in order. */
export function readMigrations(): readonly Migration[] {
  return readdirSync(folder)
    .sort()
    .map((file, i) => {
      const match = fileName.exec(file)
      if (match === null || Number(match[1]) !== i + 1) throw new MisnumberedMigrationError(file)
      return { number: i + 1, name: match[2]!, sql: readFileSync(join(folder, file), 'utf8') }
    })
}

// Any number will do as long as nobody else in the database locks it: the first bytes of keccak256('cresolver.migrations').
const lockKey = '0x3511ab1d0e252238'

/**
 * Brings a database to where the code is: each migration once, all that are missing in one transaction, one process at a
 * time. Refuses a database that is ahead of the code, or whose history is not the code's.
 */
export async function migrate(driver: Driver, migrations = readMigrations()): Promise<void> {
  await driver.transaction(async (session) => {
    // Whoever comes second waits here, however long the first one takes.
    await session.execute('set local statement_timeout = 0')
    await session.query('select pg_advisory_xact_lock($1)', [BigInt(lockKey).toString()])
    const [encoding] = (await session.query('show server_encoding', [])) as { server_encoding: string }[]
    if (encoding?.server_encoding !== 'UTF8') throw new EncodingError(String(encoding?.server_encoding))
    await session.execute(`
      create schema if not exists store;
      create table if not exists store.migrations (
        number integer primary key,
        name text not null,
        hash text not null,
        applied_at timestamptz not null default now()
      );
      -- Who can write shows it here.
      create table if not exists store.probes (
        name text primary key,
        written_at timestamptz not null
      );
    `)
    const rows = await session.query('select number, name, hash from store.migrations order by number', [])
    const done = rows as { number: number; name: string; hash: string }[]
    const known = new Map(migrations.map((migration) => [migration.number, migration]))
    for (const { number, name, hash } of done) {
      const migration = known.get(number)
      if (migration === undefined) throw new NewerDatabaseError(number, migrations.length)
      if (Hash.ofText(migration.sql) !== hash) throw new ChangedMigrationError(number, name)
      known.delete(number)
    }
    for (const { number, name, sql } of known.values()) {
      await session.execute(sql)
      await session.query('insert into store.migrations (number, name, hash) values ($1, $2, $3)', [
        String(number),
        name,
        Hash.ofText(sql),
      ])
    }
  })
}

export class NewerDatabaseError extends BaseError {
  override readonly name = 'Store.NewerDatabaseError'
  constructor(found: number, known: number) {
    super(`The database has migration ${found}, and this code knows only ${known}.`, {
      metaMessages: [
        'A newer version has used it: run that version, or give this one a database of its own.',
      ],
    })
  }
}

export class ChangedMigrationError extends BaseError {
  override readonly name = 'Store.ChangedMigrationError'
  constructor(number: number, name: string) {
    super(`Migration ${number} (${name}) is not the one that this database was made with.`, {
      metaMessages: ['Migrations that have been run are never edited: add another one instead.'],
    })
  }
}

export class EncodingError extends BaseError {
  override readonly name = 'Store.EncodingError'
  constructor(encoding: string) {
    super(`The database is encoded in ${encoding}, which cannot hold every text.`, {
      metaMessages: ["Create it with `encoding 'UTF8' template template0`."],
    })
  }
}

export class MisnumberedMigrationError extends BaseError {
  override readonly name = 'Store.MisnumberedMigrationError'
  constructor(file: string) {
    super(`${file} is not the next numbered migration.`, {
      metaMessages: ['Name them 000001_what.sql, 000002_what.sql … without a gap.'],
    })
  }
}
