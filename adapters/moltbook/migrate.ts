import { Hash, Instant } from '../../protocol/index.ts'
import * as Market from './Market.ts'
import type { Book } from './MarketBook.ts'
import { isRecord } from './Replies.ts'
import { commitmentsOf, keptId } from './version1/commitments.ts'
import { ending } from './version1/ending.ts'
import { rawOf } from './version1/question.ts'
import { RefusalError } from './version1/RefusalError.ts'
import { type Old, old as oldSchema } from './version1/schema.ts'
import { readTime, type Zone } from './version1/times.ts'

/** What became of one market of version 1. */
export type Migrated = {
  readonly id: string
  readonly market: Market.Market | null
  /** Fields that version 2 has no place for, with what they held, and values that had to be understood. */
  readonly losses: readonly string[]
  /** Why it could not be taken over; it then stays in the copy of the old file. */
  readonly refusal: string | null
}

export type Migration = {
  readonly book: Book
  readonly entries: readonly Migrated[]
  /** What stood beside the markets. */
  readonly losses: readonly string[]
}

export type MigrationOptions = {
  /** Unix seconds. */
  readonly now: number
  /** Of times that name none; null: they are refused. */
  readonly zone?: Zone | null | undefined
}

/**
 * Version 1 into version 2. Nothing is dropped without a word: what has no place any more is listed, market by market, and what would
 * change its meaning is refused. Pure, so that a dry run shows exactly what a real one does.
 */
export function migrate(value: unknown, { now, zone = null }: MigrationOptions): Migration {
  const seen = new Set<string>()
  const entries = listOf(value).map(([key, one]): Migrated => {
    const entry = migrateOne(key, one, { now, zone })
    const isTwice = entry.market !== null && seen.has(entry.id)
    if (!isTwice) seen.add(entry.id)
    return isTwice ? { ...entry, market: null, refusal: 'its id stands twice in the file' } : entry
  })
  const markets = entries.flatMap(({ id, market }) => (market === null ? [] : [[id, market] as const]))
  return { book: { version: 2, markets: Object.fromEntries(markets) }, entries, losses: besideIn(value) }
}

/** Version 1 was written as a map, and at first as a list. */
function listOf(value: unknown): [string, unknown][] {
  const markets = isRecord(value) && 'markets' in value ? value.markets : value
  if (Array.isArray(markets))
    return markets.map((one, i) => [isRecord(one) ? String(one.id ?? i) : String(i), one])
  return isRecord(markets) ? Object.entries(markets) : [['markets', markets]]
}

const besideIn = (value: unknown): string[] =>
  isRecord(value) && 'markets' in value
    ? Object.entries(value)
        .filter(([key]) => key !== 'markets' && key !== 'version')
        .map(([key, held]) => lost(key, held))
    : []

const lost = (field: string, held: unknown): string =>
  `${field} = ${JSON.stringify(held)?.slice(0, 200)} has no place in version 2`

function migrateOne(key: string, value: unknown, options: { now: number; zone: Zone | null }): Migrated {
  const losses: string[] = []
  const refuse = (refusal: string): Migrated => ({ id: key, market: null, losses, refusal })
  if (!isRecord(value)) return refuse(`it is not a market, but ${JSON.stringify(value)?.slice(0, 100)}`)
  const result = oldSchema.safeParse(value)
  if (!result.success) {
    const fields = result.error.issues.map(({ path }) => path.map(String).join('.') || 'the entry')
    return refuse(`missing or not right: ${fields.join(', ')}`)
  }
  const id = Market.id.safeParse(key).success ? key : `market_${Hash.ofText(key).slice(2, 14)}`
  if (id !== key) losses.push(`its id was ${JSON.stringify(key)}`)
  try {
    const market = toMarket(id, result.data, { ...options, losses })
    listUnknown(value, losses)
    return { id, market: Market.check(market, id), losses, refusal: null }
  } catch (error) {
    return refuse((error as Error).message.split('\n').join(' '))
  }
}

type Context = { readonly now: number; readonly zone: Zone | null; readonly losses: string[] }

function toMarket(id: string, old: Old, { now, zone, losses }: Context): Market.Market {
  if (!Market.remoteId.safeParse(old.moltbook_post_id).success) throw new RefusalError('it was never posted')
  const deadline = timeOf('deadline', old.deadline, zone)
  if (old.created_at == null) losses.push('created_at was not known: now')
  const created = old.created_at == null ? Instant.format(now) : timeOf('created_at', old.created_at, zone)
  const opened = Market.open({
    id,
    question_raw: rawOf(old, losses),
    deadline,
    moltbook_post_id: old.moltbook_post_id!,
    creator: creatorOf(old, losses),
    source_post_id: keptId(old.source_post_id, losses),
    created_at: created,
  })
  const parts = { deadline, zone, losses }
  const commitments = commitmentsOf(old, parts)
  return { ...opened, ...ending(old, parts), commitments, updated_at: Instant.format(now) }
}

function timeOf(field: string, written: string, zone: Zone | null): string {
  const read = readTime(written, zone)
  if ('fault' in read) throw new RefusalError(`its ${field} ${JSON.stringify(written)} ${read.fault}`)
  return read.at
}

/** Version 1 named who wrote a market its agent. */
function creatorOf({ creator, agent }: Old, losses: string[]): string | null {
  if (creator && agent && creator !== agent)
    losses.push(`agent = ${JSON.stringify(agent)}, beside creator = ${JSON.stringify(creator)}`)
  return creator || agent || null
}

function listUnknown(value: Record<string, unknown>, losses: string[]): void {
  for (const [field, held] of Object.entries(value)) {
    if (!(field in oldSchema.shape) && held !== null) losses.push(lost(field, held))
  }
}
