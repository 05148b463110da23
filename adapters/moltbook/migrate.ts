import { z } from 'zod'
import { Decimal, Hash, Instant, Question, Schema, type Vote } from '../../protocol/index.ts'
import * as Market from './Market.ts'
import type { Book } from './MarketBook.ts'
import { isRecord } from './Replies.ts'

/** What became of one market of version 1. */
export type Migrated = {
  readonly id: string
  readonly market: Market.Market | null
  /** Fields that version 2 has no place for, with what they held, and values that had to be understood. */
  readonly losses: readonly string[]
  /** Why it could not be taken over; it then stays in the copy of the old file. */
  readonly refusal: string | null
}

export type Migration = { readonly book: Book; readonly entries: readonly Migrated[] }

const loose = z.object({
  id: z.string().optional(),
  question: z.string().min(1),
  deadline: z.string(),
  moltbook_post_id: z.string().nullish(),
  source: z.string().nullish(),
  resolution_source: z.string().nullish(),
  threshold: z.union([z.number(), z.string()]).nullish(),
  operator: z.string().nullish(),
  status: z.string().nullish(),
  outcome: z.unknown().optional(),
  resolved_price: z.union([z.number(), z.string()]).nullish(),
  outcome_value: z.union([z.number(), z.string()]).nullish(),
  resolved_at: z.string().nullish(),
  creator: z.string().nullish(),
  source_post_id: z.string().nullish(),
  commitments: z.array(z.unknown()).nullish(),
  created_at: z.string().nullish(),
})
type Old = z.infer<typeof loose>

/**
 * Version 1 into version 2. Nothing is dropped without a word: what has no place any more is listed, market by market. Pure, so that
 * a dry run shows exactly what a real one does.
 */
export function migrate(value: unknown, now: number): Migration {
  const entries = listOf(value).map(([key, old]) => migrateOne(key, old, now))
  const markets = entries.flatMap(({ id, market }) => (market === null ? [] : [[id, market] as const]))
  return { book: { version: 2, markets: Object.fromEntries(markets) }, entries }
}

/** Version 1 was written as a map, and at first as a list. */
function listOf(value: unknown): [string, unknown][] {
  const markets = isRecord(value) && 'markets' in value ? value.markets : value
  if (Array.isArray(markets))
    return markets.map((one, i) => [isRecord(one) ? String(one.id ?? i) : String(i), one])
  return isRecord(markets) ? Object.entries(markets).filter(([, one]) => isRecord(one)) : []
}

function migrateOne(key: string, value: unknown, now: number): Migrated {
  const losses: string[] = []
  const refuse = (refusal: string): Migrated => ({ id: key, market: null, losses, refusal })
  const result = loose.safeParse(value)
  if (!result.success) {
    const fields = result.error.issues.map(({ path }) => path.map(String).join('.') || 'the entry')
    return refuse(`missing or not right: ${fields.join(', ')}`)
  }
  const old = result.data
  if (!Market.remoteId.safeParse(old.moltbook_post_id).success) return refuse('it was never posted')
  const deadline = instantOf(old.deadline)
  if (deadline === null) return refuse(`its deadline ${JSON.stringify(old.deadline)} is no time`)
  const id = Market.id.safeParse(key).success ? key : `market_${Hash.ofText(key).slice(2, 14)}`
  if (id !== key) losses.push(`its id was ${JSON.stringify(key)}`)
  try {
    const created = instantOf(old.created_at ?? '') ?? Instant.format(now)
    if (old.created_at === null || old.created_at === undefined) losses.push('created_at was not known: now')
    const opened = Market.open({
      id,
      question_raw: rawOf(old, losses),
      deadline,
      moltbook_post_id: old.moltbook_post_id!,
      creator: old.creator ?? null,
      source_post_id: keptId(old.source_post_id, losses),
      created_at: created,
    })
    const commitments = commitmentsOf(old, deadline, losses)
    const market = {
      ...opened,
      ...ending(old, deadline, losses),
      commitments,
      updated_at: Instant.format(now),
    }
    listUnknown(value as Record<string, unknown>, losses)
    return { id, market: Market.check(market, id), losses, refusal: null }
  } catch (error) {
    return refuse((error as Error).message.split('\n').join(' '))
  }
}

/** The § text that says what the flat fields said. */
function rawOf(old: Old, losses: string[]): string {
  const source = old.source ?? old.resolution_source ?? 'manual'
  const isAuto = source !== 'manual' && source.includes(':')
  if (!isAuto && source !== 'manual')
    losses.push(`the source ${JSON.stringify(source)} cannot be asked: manual`)
  const rule = isAuto
    ? { source, op: old.operator ?? null, target: decimalOf(old.threshold) }
    : { source: 'manual' }
  const display = old.question.replace(/\s+/g, ' ').trim()
  if (display !== old.question) losses.push('blanks and line breaks of the question')
  return Question.format(Question.fromJson({ question: display, rule }))
}

const decimalOf = (value: number | string | null | undefined): string | null => {
  if (value === null || value === undefined) return null
  return typeof value === 'number' && Number.isFinite(value) && !/e/i.test(String(value))
    ? String(value)
    : String(value).replaceAll(',', '')
}

/** Version 1 called a market closed when its deadline had passed; for version 2 it is open until it is resolved. */
function ending(old: Old, deadline: string, losses: string[]): Partial<Market.Market> {
  const status = (old.status ?? 'open').toLowerCase()
  if (status !== 'resolved') {
    if (status !== 'open') losses.push(`its status was ${JSON.stringify(status)}: open`)
    return {}
  }
  const outcome = outcomeOf(old.outcome)
  if (outcome === null) losses.push(`its outcome ${JSON.stringify(old.outcome)} is neither YES nor NO`)
  const value = decimalOf(old.outcome_value ?? old.resolved_price)
  const resolvedAt = instantOf(old.resolved_at ?? '')
  if (resolvedAt === null) losses.push('when it was resolved was not known: its deadline')
  return {
    status: 'resolved',
    outcome,
    outcome_value: value !== null && Decimal.isDecimal(value) ? Market.toExact(value) : null,
    resolved_at: resolvedAt ?? deadline,
    outcome_evidence: {
      kind: 'v1',
      note: 'Taken over from version 1, which kept no evidence.',
      uri: null,
      response_hash: null,
      observed_at: null,
      retrieved_at: null,
      por_root: null,
    },
  }
}

function outcomeOf(value: unknown): Vote.YesOrNo | null {
  if (value === true) return 'YES'
  if (value === false) return 'NO'
  const word = typeof value === 'string' ? value.toUpperCase() : ''
  return word === 'YES' || word === 'NO' ? word : null
}

const oldCommitment = z.object({
  agent: z.string().min(1).max(128),
  position: Schema.yesOrNo,
  /** A share of 1, as version 1 kept it, or whole per cent. */
  confidence: z.number().min(0).max(100),
  timestamp: z.string(),
  comment_id: z.string().nullish(),
})

function commitmentsOf(old: Old, deadline: string, losses: string[]): Market.Commitment[] {
  return (old.commitments ?? []).flatMap((value, i) => {
    const one = oldCommitment.safeParse(value)
    const at = one.success ? instantOf(one.data.timestamp) : null
    if (!one.success || at === null) {
      losses.push(`commitment ${i} cannot be read: ${JSON.stringify(value).slice(0, 200)}`)
      return []
    }
    const { agent, position, confidence, comment_id } = one.data
    if (at >= deadline) {
      losses.push(`commitment ${i} of ${agent} came after the deadline`)
      return []
    }
    const percent = Math.round(confidence <= 1 ? confidence * 100 : confidence)
    return [
      { agent, position, confidence: percent, comment_id: keptId(comment_id, losses), committed_at: at },
    ]
  })
}

function keptId(value: string | null | undefined, losses: string[]): string | null {
  if (value === null || value === undefined) return null
  if (Market.remoteId.safeParse(value).success) return value
  losses.push(`the id ${JSON.stringify(value).slice(0, 100)} is none of Moltbook`)
  return null
}

function listUnknown(value: Record<string, unknown>, losses: string[]): void {
  for (const [field, held] of Object.entries(value)) {
    if (!(field in loose.shape) && held !== null)
      losses.push(`${field} = ${JSON.stringify(held)?.slice(0, 200)} has no place in version 2`)
  }
}

function instantOf(text: string): string | null {
  const at = Date.parse(text)
  return Number.isNaN(at) || at < 0 ? null : Instant.format(Math.floor(at / 1_000))
}
