import { Instant } from '../../protocol/index.ts'
import type { Commitment } from './Market.ts'
import type { Comment } from './Replies.ts'

/** What a comment commits to, if it does. */
export type Stated = Pick<Commitment, 'position' | 'confidence'>

const tag = '[COMMIT]'
const line = /^\[COMMIT\][ \t]+(YES|NO)[ \t]+(100|[1-9]?[0-9])%(?:[\s.,;:!].*)?$/

/**
 * Reads `[COMMIT] YES 75%`: the tag at the start of a line, an upper-case position, a whole per cent from 0 to 100. The first line
 * with the tag counts, and what follows it is reasoning; a line that is written differently commits to nothing.
 *
 * @example
 * Commitment.parse('[COMMIT] NO 60%\nToo far away.') // { position: 'NO', confidence: 60 }
 */
export function parse(content: string): Stated | null {
  const first = content.split(/\r?\n/).find((text) => text.startsWith(tag))
  const match = first === undefined ? null : line.exec(first)
  if (match === null) return null
  return { position: match[1] as Stated['position'], confidence: Number(match[2]) }
}

export type Sync = {
  /** One for each agent, by the time of its commitment. */
  readonly commitments: readonly Commitment[]
  /** Comments that commit at or after the deadline, and so to nothing. */
  readonly late: readonly { readonly agent: string; readonly commentId: string; readonly at: string }[]
}

/**
 * The commitments among all comments of a market: each agent's latest before the deadline, by Moltbook's own time. A comment that is
 * not published commits to nothing. A function of the comments alone, whatever order they come in.
 */
export function collect(comments: readonly Comment[], deadline: number): Sync {
  const latest = new Map<string, Commitment>()
  const late: { agent: string; commentId: string; at: string }[] = []
  for (const comment of comments) {
    const stated = parse(comment.content)
    if (stated === null || !comment.isPublished) continue
    const at = Instant.format(comment.createdAt)
    if (comment.createdAt >= deadline) {
      late.push({ agent: comment.author, commentId: comment.id, at })
      continue
    }
    const next = { agent: comment.author, ...stated, comment_id: comment.id, committed_at: at }
    const known = latest.get(comment.author)
    if (known === undefined || order(known, next) < 0) latest.set(comment.author, next)
  }
  return {
    commitments: [...latest.values()].sort(order),
    late: late.sort((a, b) => compare(a.at, b.at) || compare(a.commentId, b.commentId)),
  }
}

/** By time; within one second by id, so that everybody takes the same one. */
const order = (a: Commitment, b: Commitment): number =>
  compare(a.committed_at, b.committed_at) || compare(a.comment_id ?? '', b.comment_id ?? '')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What is known and what was seen now: a comment that has since been hidden or taken away still counts, because it was made in time,
 * and nobody can take a commitment back after he has seen how things go.
 */
export function merge(known: readonly Commitment[], seen: readonly Commitment[]): Commitment[] {
  const latest = new Map<string, Commitment>()
  for (const one of [...known, ...seen]) {
    const other = latest.get(one.agent)
    if (other === undefined || order(other, one) <= 0) latest.set(one.agent, one)
  }
  return [...latest.values()].sort(order)
}
