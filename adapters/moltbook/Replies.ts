import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'
import type { HostReply } from './Host.ts'
import { remoteId } from './Market.ts'

/** What Moltbook answers, as far as it is used. Everything in it was written by strangers. */

/** Seconds since 1970 of a time with or without fractions. */
const time = z
  .string()
  .max(40)
  .transform((text, context) => {
    const at = Date.parse(text)
    if (Number.isNaN(at) || at < 0) {
      context.addIssue({ code: 'custom', message: 'expected a time' })
      return z.NEVER
    }
    return Math.floor(at / 1_000)
  })

const author = z.union([
  z.object({ name: z.string().min(1).max(128) }).transform(({ name }) => name),
  z.string(),
])
const named = z.union([z.object({ name: z.string().max(128) }).transform(({ name }) => name), z.string()])
const text = z.string().max(100_000)
const count = z.number().catch(0)

/** `verified` or no word of it: published. `pending` and `failed` are hidden, though the reply says success (C59). */
const verification = z.string().max(32).nullish()
const isPublished = (status: string | null | undefined): boolean =>
  status === null || status === undefined || status === 'verified'

const flag = z.boolean().nullish()

export const post = z
  .object({
    id: remoteId,
    title: text.nullish(),
    content: text.nullish(),
    author: author.nullish(),
    submolt: named.nullish(),
    created_at: time,
    upvotes: count.optional(),
    comment_count: count.optional(),
    verification_status: verification,
    is_deleted: flag,
    is_removed: flag,
    /** Whether whoever asks has voted; not every version of the API says so. */
    user_vote: z.union([z.string(), z.number(), z.null()]).optional(),
  })
  .transform((given) => ({
    id: given.id,
    title: given.title ?? '',
    content: given.content ?? '',
    author: given.author ?? '',
    submolt: given.submolt ?? '',
    createdAt: given.created_at,
    upvotes: given.upvotes ?? 0,
    comments: given.comment_count ?? 0,
    isPublished:
      isPublished(given.verification_status) && given.is_deleted !== true && given.is_removed !== true,
    isUpvoted: given.user_vote === undefined ? null : given.user_vote === 'upvote' || given.user_vote === 1,
  }))
export type Post = z.output<typeof post>

const plainComment = z.object({
  id: remoteId,
  content: text,
  author,
  created_at: time,
  verification_status: verification,
  is_deleted: flag,
})

export type Comment = {
  readonly id: string
  readonly content: string
  readonly author: string
  readonly createdAt: number
  readonly isPublished: boolean
}

const maxComments = 20_000
const maxDepth = 32

/** Comments and the replies below them, in one list. One that cannot be read is left out: it must not hide the others. */
export function flatten(values: readonly unknown[]): Comment[] {
  const found: Comment[] = []
  const visit = (list: readonly unknown[], depth: number): void => {
    for (const value of list) {
      if (found.length >= maxComments) return
      const one = plainComment.safeParse(value)
      if (one.success) {
        const { id, content, author, created_at: createdAt, verification_status, is_deleted } = one.data
        const isThere = isPublished(verification_status) && is_deleted !== true
        found.push({ id, content, author, createdAt, isPublished: isThere })
      }
      const below = (value as { replies?: unknown } | null)?.replies
      if (Array.isArray(below) && depth < maxDepth) visit(below, depth + 1)
    }
  }
  visit(values, 0)
  return found
}

export const agent = z
  .object({
    name: z.string().min(1).max(128),
    karma: count.optional(),
    created_at: time.optional(),
    is_claimed: flag,
    is_active: flag,
    is_suspended: flag,
    suspended_until: z.string().max(40).nullish(),
    suspension_reason: z.string().max(500).nullish(),
  })
  .transform((given) => ({
    name: given.name,
    karma: given.karma ?? 0,
    createdAt: given.created_at ?? null,
    isClaimed: given.is_claimed !== false,
    isSuspended: given.is_suspended === true || given.is_active === false,
    suspension: clip([given.suspension_reason, given.suspended_until].filter(Boolean).join(', until ')),
  }))
export type Agent = z.output<typeof agent>

export const submolt = z
  .object({ name: z.string().max(128), allow_crypto: flag })
  .transform(({ name, allow_crypto }) => ({ name, allowsCrypto: allow_crypto === true }))
export type Submolt = z.output<typeof submolt>

export const page = z.object({
  has_more: flag,
  next_cursor: z.union([z.string().max(512), z.number().transform(String)]).nullish(),
})

/** The body, or what stands in its `data`: both forms are documented. */
export function bodyOf(value: unknown): Record<string, unknown> {
  const body = isRecord(value) ? value : {}
  return isRecord(body.data) ? { ...body, ...body.data } : body
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Moltbook's own words about a failure, fit to be printed. */
export function saidIn(value: unknown): string {
  const { error, hint, message } = bodyOf(value)
  const words = [error, hint, error === undefined ? message : undefined].filter(
    (one) => typeof one === 'string',
  )
  return clip(words.join(' '))
}

/** Text of strangers on one line, without what a terminal would obey. */
export const clip = (words: string, most = 300): string => {
  const plain = words.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain
}

/** Seconds that a 429 asks to wait; null when it does not say. */
export function retryAfter({ body, headers }: HostReply): number | null {
  const { retry_after_seconds: seconds, retry_after_minutes: minutes } = bodyOf(body)
  if (isCount(seconds)) return Math.ceil(seconds)
  if (isCount(minutes)) return Math.ceil(minutes * 60)
  const header = headers['retry-after']?.trim() ?? ''
  return /^\d{1,6}$/.test(header) ? Number(header) : null
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 31 * 86_400

export const isSuspension = ({ status, body }: HostReply): boolean =>
  (status === 401 || status === 403) && /suspend/i.test(saidIn(body))

export class ApiError extends BaseError {
  override readonly name: string = 'Moltbook.ApiError'
  readonly status: number
  constructor(reply: HostReply, what: string) {
    const said = saidIn(reply.body)
    super(`Moltbook answered ${what} with status ${reply.status}.`, {
      metaMessages: said === '' ? [] : [said],
    })
    this.status = reply.status
  }
}

export class UnreadableError extends BaseError {
  override readonly name = 'Moltbook.UnreadableError'
  constructor(what: string, error: z.ZodError) {
    const [first] = error.issues
    super(`Moltbook's reply to ${what} cannot be read.`, {
      metaMessages: [`${first?.path.map(String).join('.') || 'the reply'}: ${first?.message}`],
    })
  }
}
