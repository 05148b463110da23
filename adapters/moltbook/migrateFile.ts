import { constants, copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BaseError } from '../../protocol/index.ts'
import { lockFolder } from '../../services/store/lockFolder.ts'
import { filesOf } from './Adapter.ts'
import { folderOf } from './Credentials.ts'
import { readIfThere, replaceFile } from './durable.ts'
import * as MarketBook from './MarketBook.ts'
import { type Migrated, migrate } from './migrate.ts'
import { parseExactly } from './version1/exactNumbers.ts'
import type { Zone } from './version1/times.ts'

export type MigrateOptions = {
  readonly home: string
  readonly account?: string | undefined
  /** The file of version 1; the account's own markets.json unless told. */
  readonly from?: string | undefined
  readonly isDry: boolean
  /** Goes on although some markets cannot be taken over. */
  readonly leavesOut: boolean
  /** Of times that name none; without it they are refused. */
  readonly zone?: Zone | undefined
  readonly now: number
}

export type Report = {
  readonly from: string
  readonly to: string
  /** Where the old file was copied to before it was replaced; null where it was not. */
  readonly copy: string | null
  readonly isAlreadyDone: boolean
  readonly entries: readonly Migrated[]
  /** What stood beside the markets, and has no place in version 2. */
  readonly losses: readonly string[]
}

/** Takes the markets of version 1 over into markets.json. The old file is kept, whatever happens; what is there already stays. */
export function migrateFile(options: MigrateOptions): Report {
  const { home, account, isDry, leavesOut, now, zone } = options
  const to = filesOf(home, account).markets
  const from = options.from ?? to
  const text = readIfThere(from)
  if (text === null) throw new NothingToMigrateError(from)
  const value = parse(text, from)
  if ((value as { version?: unknown } | null)?.version === 2)
    return { from, to, copy: null, isAlreadyDone: true, entries: [], losses: [] }
  const migration = migrate(value, { now, zone })
  const { book, losses } = migration
  const entries = from === to ? migration.entries : withKnown(migration.entries, MarketBook.read(to))
  const refused = entries.filter(({ refusal }) => refusal !== null)
  if (isDry) return { from, to, copy: null, isAlreadyDone: false, entries, losses }
  if (refused.length > 0 && !leavesOut) throw new LeftOutError(refused)
  mkdirSync(folderOf(home, account), { recursive: true, mode: 0o700 })
  const release = lockFolder(folderOf(home, account))
  try {
    if (from !== to) {
      const known = MarketBook.read(to)
      MarketBook.write(to, { version: 2, markets: { ...book.markets, ...known.markets } })
      return { from, to, copy: null, isAlreadyDone: false, entries, losses }
    }
    // Read again under the lock: nobody may have changed it since.
    if (readIfThere(from) !== text) throw new ChangedError(from)
    const copy = copyAside(from)
    replaceFile(to, MarketBook.toText(book))
    return { from, to, copy, isAlreadyDone: false, entries, losses }
  } finally {
    release()
  }
}

function parse(text: string, file: string): unknown {
  try {
    return parseExactly(text)
  } catch (cause) {
    throw new MarketBook.UnreadableBookError(file, 'it is not JSON.', { cause })
  }
}

/** What is there already stays as it is, and that is said. */
const withKnown = (entries: readonly Migrated[], { markets }: MarketBook.Book): Migrated[] =>
  entries.map((entry) =>
    Object.hasOwn(markets, entry.id)
      ? { ...entry, losses: [...entry.losses, 'markets.json has it already, and keeps what it has'] }
      : entry,
  )

/** A copy under a name that nothing has yet. */
function copyAside(file: string): string {
  for (let n = 0; ; n++) {
    const copy = join(dirname(file), n === 0 ? 'markets.v1.json' : `markets.v1.${n}.json`)
    try {
      copyFileSync(file, copy, constants.COPYFILE_EXCL)
      return copy
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

export class NothingToMigrateError extends BaseError {
  override readonly name = 'Migrate.NothingToMigrateError'
  constructor(file: string) {
    super(`There is no file ${file}.`, { metaMessages: ['Name the old one with --from.'] })
  }
}

export class LeftOutError extends BaseError {
  override readonly name = 'Migrate.LeftOutError'
  constructor(refused: readonly Migrated[]) {
    super(`${refused.length} markets cannot be taken over, so none was.`, {
      metaMessages: [
        ...refused.slice(0, 8).map(({ id, refusal }) => `${id}: ${refusal}`),
        'Mend them in the old file, or go on without them: --leave-out. The old file is kept.',
      ],
    })
  }
}

export class ChangedError extends BaseError {
  override readonly name = 'Migrate.ChangedError'
  constructor(file: string) {
    super(`${file} was changed meanwhile.`, { metaMessages: ['Try again.'] })
  }
}
