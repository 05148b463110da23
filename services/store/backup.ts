import { createHash } from 'node:crypto'
import { BaseError, Json } from '../../protocol/index.ts'
import { type Queries, type Store, schemas } from './Store.ts'

/**
 * All that services keep, as lines of JSON: the first says by which migrations the database was made, then each row, the last how
 * many there were and their hash. A row is PostgreSQL's own JSON of it, never read by us, so that every value comes back to the bit.
 */
const version = 1
const batch = 200

const nameForm = /^[a-z_]+\.[a-z_]+$/

export type BackedUp = { readonly rows: number; readonly sha256: string }

/** Writes all tables, as they are at one moment, while services go on. */
export async function backUp(
  store: Pick<Store, 'transaction'>,
  write: (line: string) => unknown,
): Promise<BackedUp> {
  return store.transaction(async (queries) => {
    await queries.query('set transaction isolation level repeatable read read only')
    const sum = createHash('sha256')
    const put = async (line: string) => {
      sum.update(`${line}\n`)
      await write(line)
    }
    await put(JSON.stringify({ cresolver_backup: version, migrations: await migrationsOf(queries) }))
    let rows = 0
    for (const table of await tablesOf(queries)) {
      await queries.query(
        `declare backup no scroll cursor for select row_to_json(t, false)::text as row from ${table} t`,
      )
      for (;;) {
        const some = await queries.query<{ row: string }>(`fetch ${batch} from backup`)
        for (const { row } of some) await put(`["${table}",${row}]`)
        rows += some.length
        if (some.length < batch) break
      }
      await queries.query('close backup')
    }
    const end = { rows, sha256: sum.digest('hex') }
    await write(JSON.stringify({ end }))
    return end
  })
}

/** Puts a backup into a database that was just made and holds nothing yet: all of it, or nothing. */
export async function restore(
  store: Pick<Store, 'transaction'>,
  lines: AsyncIterable<string>,
): Promise<BackedUp> {
  // A transaction may be run again: what is read once is kept for that.
  const read = await readBackup(lines)
  return store.transaction(async (queries) => {
    if (Json.canonical(await migrationsOf(queries)) !== Json.canonical(read.migrations))
      throw new OtherMigrationsError()
    const tables = await tablesOf(queries)
    await requireEmpty(queries, tables)
    for (const table of tables) {
      const rows = read.tables.get(table) ?? []
      for (let i = 0; i < rows.length; i += batch)
        await queries.query(
          `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)`,
          [`[${rows.slice(i, i + batch).join(',')}]`],
        )
    }
    await moveSequences(queries)
    return read.end
  })
}

type Header = { readonly cresolver_backup?: unknown; readonly migrations?: unknown }

type Read = {
  readonly migrations: unknown
  readonly tables: ReadonlyMap<string, readonly string[]>
  readonly end: BackedUp
}

/** A whole backup, with nothing of it read but the names of tables; half of one is refused. */
async function readBackup(lines: AsyncIterable<string>): Promise<Read> {
  const sum = createHash('sha256')
  const tables = new Map<string, string[]>()
  let head: Header | undefined
  let rows = 0
  for await (const line of lines) {
    if (head === undefined) {
      const first = parse(line) as Header | null
      if (first === null || first.cresolver_backup !== version)
        throw new BrokenBackupError('its first line is not one of a backup')
      head = first
    } else if (line.startsWith('{')) {
      const { end } = parse(line) as { end?: BackedUp }
      if (end?.rows !== rows || end.sha256 !== sum.digest('hex'))
        throw new BrokenBackupError('its lines are not those that were written')
      return { migrations: head.migrations, tables, end }
    } else {
      const comma = line.indexOf(',')
      const table = line.slice(2, comma - 1)
      if (!nameForm.test(table)) throw new BrokenBackupError('a line names no table')
      const kept = tables.get(table) ?? []
      kept.push(line.slice(comma + 1, -1))
      tables.set(table, kept)
      rows++
    }
    sum.update(`${line}\n`)
  }
  throw new BrokenBackupError('its end is missing')
}

function parse(line: string): unknown {
  try {
    return Json.parse(line, { depth: 8 })
  } catch (cause) {
    throw new BrokenBackupError('a line is not JSON', { cause })
  }
}

const migrationsOf = async (queries: Queries): Promise<unknown[]> =>
  (
    await queries.query<{ number: number; hash: string }>(
      'select number, hash from store.migrations order by number',
    )
  ).map(({ number, hash }) => [number, hash])

/** The tables of all services; one that another points at comes before it. */
async function tablesOf(queries: Queries): Promise<string[]> {
  const found = await queries.query<{ name: string }>(
    `select table_schema || '.' || table_name as name from information_schema.tables
     where table_schema = any($1) and table_type = 'BASE TABLE' order by 1`,
    [schemas],
  )
  const arrows = await queries.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint where contype = 'f'`,
  )
  // A name without a schema is one of the store's own.
  const isOf = (said: string, table: string) => table === said || table.endsWith(`.${said}`)
  const left = found.map(({ name }) => name)
  const ordered: string[] = []
  while (left.length > 0) {
    const next = left.findIndex((table) =>
      arrows.every(
        ({ from, to }) => !isOf(from, table) || isOf(to, table) || !left.some((one) => isOf(to, one)),
      ),
    )
    ordered.push(...left.splice(Math.max(0, next), 1))
  }
  return ordered
}

/** What migrations themselves put there, in a row that the backup has too. */
const seeded = 'rules.stream'

async function requireEmpty(queries: Queries, tables: readonly string[]): Promise<void> {
  const where = (table: string) => (table === seeded ? 'where head > 0' : '')
  for (const table of tables) {
    const rows = await queries.query(`select 1 as one from ${table} ${where(table)} limit 1`)
    if (rows.length > 0) throw new NotEmptyError(table)
  }
  await queries.query(`delete from ${seeded}`)
}

/** Numbers that the database gives go on after those that are there. */
async function moveSequences(queries: Queries): Promise<void> {
  const found = await queries.query<{ schema: string; name: string; column: string }>(
    `select table_schema as schema, table_name as name, column_name as column from information_schema.columns
     where table_schema = any($1) and is_identity = 'YES'`,
    [schemas],
  )
  for (const { schema, name, column } of found)
    await queries.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(1, (select max(${column}) from ${schema}.${name})),
         exists (select 1 from ${schema}.${name}))`,
      [`${schema}.${name}`, column],
    )
}

export class BrokenBackupError extends BaseError {
  override readonly name = 'Store.BrokenBackupError'
  constructor(what: string, options: { readonly cause?: unknown } = {}) {
    super(`This is not a whole backup: ${what}.`, {
      ...options,
      metaMessages: ['Nothing was restored. Take another copy of the file, or an older backup.'],
    })
  }
}

export class OtherMigrationsError extends BaseError {
  override readonly name = 'Store.OtherMigrationsError'
  constructor() {
    super('The backup was made by another version of cresolver.', {
      metaMessages: [
        'Restore it with that version, then start this one, which brings the database up to date.',
      ],
    })
  }
}

export class NotEmptyError extends BaseError {
  override readonly name = 'Store.NotEmptyError'
  constructor(table: string) {
    super(`The database is not empty: there are rows in ${table}.`, {
      metaMessages: ['A backup goes into a database or folder of its own; two histories must not be mixed.'],
    })
  }
}
