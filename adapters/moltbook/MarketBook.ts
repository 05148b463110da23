import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'
import { readIfThere, replaceFile } from './durable.ts'
import { type Checkpoint, noCheckpoint } from './Environment.ts'
import * as Market from './Market.ts'
import { checkStep } from './Status.ts'

/** markets.json, version 2: all markets by id. */
export const schema = z.strictObject({ version: z.literal(2), markets: z.record(Market.id, Market.schema) })
export type Book = z.infer<typeof schema>

/** Reads and checks the whole file; one that is not there is empty. */
export function read(file: string): Book {
  const value = readJson(file)
  if (value === null) return { version: 2, markets: {} }
  const { version, markets } = (value ?? {}) as { version?: unknown; markets?: unknown }
  if (version !== 2) throw new OtherVersionError(file, version)
  const entries = z.record(z.string(), z.unknown()).safeParse(markets)
  if (!entries.success || Object.keys(value as object).length !== 2)
    throw new UnreadableBookError(file, 'it is not {"version": 2, "markets": {…}}.')
  const checked = Object.entries(entries.data).map(([key, entry]) => {
    const market = Market.check(entry, key)
    if (market.id !== key) throw new UnreadableBookError(file, `${key} holds the market ${market.id}.`)
    return [key, market] as const
  })
  return { version: 2, markets: Object.fromEntries(checked) }
}

export function readJson(file: string): unknown {
  const text = readIfThere(file)
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UnreadableBookError(file, 'it is not JSON.', { cause })
  }
}

export const toText = (book: Book): string => `${JSON.stringify(book, null, 2)}\n`

/** What never changes once a market is there. */
const fixed = [
  'id',
  'question_raw',
  'question_display',
  'deadline',
  'moltbook_post_id',
  'created_at',
] as const

/** What never changes once it is resolved. */
const decided = ['outcome', 'outcome_value', 'resolved_at'] as const

/** Refuses a book that would lose a market of the one before it, skip a status or rewrite what is settled. */
export function checkSuccession(before: Book, after: Book): void {
  for (const [id, old] of Object.entries(before.markets)) {
    const next = after.markets[id]
    if (next === undefined) throw new LostMarketError(id)
    if (next.status !== old.status) checkStep(id, old.status, next.status)
    for (const field of fixed) if (next[field] !== old[field]) throw new RewrittenError(id, field)
    if (old.status === 'open') continue
    for (const field of decided) if (next[field] !== old[field]) throw new RewrittenError(id, field)
    if (old.resolution_comment_id !== null && next.resolution_comment_id !== old.resolution_comment_id)
      throw new RewrittenError(id, 'resolution_comment_id')
    // Who committed to what is scored; after the outcome is known nobody may commit.
    if (JSON.stringify(old.commitments) !== JSON.stringify(next.commitments))
      throw new RewrittenError(id, 'commitments')
  }
}

/**
 * Writes the book, whole or not at all. What is on the disk at this moment counts as the one before it, so that not even a mistake
 * of the caller loses an entry. The caller holds the folder's lock.
 */
export function write(file: string, book: Book, checkpoint: Checkpoint = noCheckpoint): void {
  for (const [id, market] of Object.entries(book.markets)) Market.check(market, id)
  checkSuccession(read(file), book)
  replaceFile(file, toText(book))
  checkpoint('book:saved')
}

/** The book with one market in its new state. */
export const withMarket = (book: Book, market: Market.Market): Book => ({
  version: 2,
  markets: { ...book.markets, [market.id]: market },
})

export class UnreadableBookError extends BaseError {
  override readonly name = 'MarketBook.UnreadableBookError'
  constructor(file: string, why: string, options: { cause?: unknown } = {}) {
    super(`${file} cannot be used: ${why}`, { docsPath: 'docs/aap.md', ...options })
  }
}

export class OtherVersionError extends BaseError {
  override readonly name = 'MarketBook.OtherVersionError'
  constructor(file: string, version: unknown) {
    const named = typeof version === 'number' ? `version ${version}` : 'no version'
    super(`${file} has ${named}, not version 2.`, {
      metaMessages: [
        '`market migrate --dry-run` shows what would become of it, and `market migrate` does it.',
      ],
    })
  }
}

export class LostMarketError extends BaseError {
  override readonly name = 'MarketBook.LostMarketError'
  constructor(id: string) {
    super(`${id} would be lost; markets are never deleted.`)
  }
}

export class RewrittenError extends BaseError {
  override readonly name = 'MarketBook.RewrittenError'
  constructor(id: string, field: string) {
    super(`${field} of ${id} is settled and cannot be changed.`)
  }
}
