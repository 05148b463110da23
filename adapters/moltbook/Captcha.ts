import { z } from 'zod'
import { remoteId } from './Market.ts'
import { bodyOf, isRecord } from './Replies.ts'

/** What Moltbook asks before it shows what was written. */
export const captcha = z.strictObject({
  code: z.string().regex(/^[\w.:-]{1,256}$/),
  text: z.string().min(1).max(4_000),
  /** Unix seconds from which an answer comes too late. */
  expiresAt: z.int().min(0),
})
export type Captcha = z.infer<typeof captcha>

/** What the reply to a write says of what was written. */
export type Receipt = {
  readonly id: string | null
  readonly challenge: Captcha | null
  /** Hidden until a challenge is answered, also where none could be found. */
  readonly isPending: boolean
}

const raw = z.object({
  verification_code: z.string(),
  challenge_text: z.string(),
  expires_at: z.string().max(40).nullish(),
})

const lifetime = 300
const maxNodes = 2_000

/** Reads the receipt of a write. The challenge is looked for at every level, because its place has changed more than once (C59). */
export function readReceipt(body: unknown, now: number): Receipt {
  const found = findObject(body, (one) => raw.safeParse(one).success)
  const challenge = found === null ? null : toCaptcha(raw.parse(found), now)
  const isMarked = findObject(
    body,
    (one) => one.verification_required === true || one.verification_status === 'pending',
  )
  return { id: idIn(body), challenge, isPending: found !== null || isMarked !== null }
}

function toCaptcha(given: z.infer<typeof raw>, now: number): Captcha | null {
  const expires = Date.parse(given.expires_at ?? '')
  const result = captcha.safeParse({
    code: given.verification_code,
    text: given.challenge_text,
    expiresAt: Number.isNaN(expires) ? now + lifetime : Math.max(0, Math.floor(expires / 1_000)),
  })
  return result.success ? result.data : null
}

/** The id of the post or comment, wherever it stands. */
function idIn(value: unknown): string | null {
  const body = bodyOf(value)
  for (const holder of [body.post, body.comment, body]) {
    const id = remoteId.safeParse(isRecord(holder) ? holder.id : undefined)
    if (id.success) return id.data
  }
  const content = remoteId.safeParse(body.content_id)
  return content.success ? content.data : null
}

/** The first object for which `test` holds, level by level; gives up on replies without end. */
function findObject(
  value: unknown,
  test: (one: Record<string, unknown>) => boolean,
): Record<string, unknown> | null {
  let level: unknown[] = [value]
  let seen = 0
  while (level.length > 0) {
    const next: unknown[][] = []
    for (const one of level) {
      if (++seen > maxNodes) return null
      if (isRecord(one)) {
        if (test(one)) return one
        next.push(Object.values(one))
      } else if (Array.isArray(one)) next.push(one)
    }
    level = next.flat().filter((each) => typeof each === 'object' && each !== null)
  }
  return null
}
