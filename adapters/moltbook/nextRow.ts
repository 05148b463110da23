import { type Captcha, readReceipt } from './Captcha.ts'
import type { HostReply } from './Host.ts'
import type { FailureReason, NewRow, Write } from './Ledger.ts'
import type { Entry } from './Outbox.ts'
import { ApiError, bodyOf, clip, isRecord, retryAfter, saidIn } from './Replies.ts'
import { UnclearReceiptError } from './WriteErrors.ts'

/** What Moltbook's replies mean, as the row that they add to the ledger. */

/** What became of something that was sent; throws where that has to be looked up. */
export function rowAfterSending({ key, write }: Entry, reply: HostReply, now: number): NewRow {
  const { status, body } = reply
  if (status === 429) {
    const why = clip(saidIn(body) || 'too many requests', 500)
    return { type: 'deferred', key, until: now + (retryAfter(reply) ?? 60) + 1, why }
  }
  // It may have been written before the server broke.
  if (status >= 500) throw new ApiError(reply, `POST ${pathOf(write)}`)
  if (status > 299 || bodyOf(body).success === false)
    return { type: 'refused', key, status, why: clip(saidIn(body), 500) }
  const { id, challenge, isPending } = readReceipt(body, now)
  // A page in between says 200 as well. What was written has an id; whether it was is looked up.
  if (!isRecord(body) || (id === null && write.kind !== 'upvote')) throw new UnclearReceiptError()
  return isPending && challenge === null
    ? failed(key, id, 'no-challenge', 'It is hidden, and the reply has no challenge that could be read.')
    : { type: 'accepted', key, id, challenge }
}

/** What became of the one answer; null where that has to be looked up. */
export function rowAfterAnswer(
  key: string,
  id: string | null,
  { challenge, answer, reply }: { challenge: Captcha; answer: string; reply: HostReply | null },
): NewRow | null {
  if (reply === null || !isRecord(reply.body)) return null
  const { status, body } = reply
  if ([409, 429].includes(status) || status >= 500) return null
  if (status <= 299 && bodyOf(body).success === true) return { type: 'published', key, id, isVerified: true }
  const reason = status === 410 ? 'expired' : status === 404 ? 'unknown-code' : 'incorrect'
  return failed(key, id, reason, `${saidIn(body)} (${clip(challenge.text, 200)} → ${answer})`)
}

export const failed = (key: string, id: string | null, reason: FailureReason, why: string): NewRow => ({
  type: 'failed',
  key,
  id,
  reason,
  why: clip(why, 500),
})

export const pathOf = ({ kind, postId }: Write): string => {
  if (kind === 'post') return '/posts'
  return `/posts/${encodeURIComponent(postId!)}/${kind === 'comment' ? 'comments' : 'upvote'}`
}
