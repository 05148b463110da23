import type { Write } from './Ledger.ts'
import type { Moltbook } from './Moltbook.ts'

/** What Moltbook shows of a write whose fate is not known here. */
export type Sighting =
  | { readonly kind: 'there'; readonly id: string | null }
  | { readonly kind: 'absent' }
  /** Moltbook does not say. */
  | { readonly kind: 'unclear' }

/** Clocks differ, and a write is dated by Moltbook. */
const skew = 300
const mostPosts = 500

/**
 * Looks for something that was sent: by its author, its words and its time. Only what everybody can see counts as there: what is
 * hidden and has lost its challenge will never be seen by anybody.
 */
export async function lookUp(
  moltbook: Moltbook,
  write: Write,
  { author, sentAt, taken }: { author: string; sentAt: number; taken: ReadonlySet<string> },
): Promise<Sighting> {
  if (write.kind === 'upvote') {
    const post = await moltbook.post(write.postId!)
    if (post === null) return { kind: 'absent' }
    return post.isUpvoted === null
      ? { kind: 'unclear' }
      : { kind: post.isUpvoted ? 'there' : 'absent', id: null }
  }
  const isOurs = (one: { id: string; author: string; createdAt: number; isPublished: boolean }) =>
    one.isPublished && one.author === author && one.createdAt >= sentAt - skew && !taken.has(one.id)
  if (write.kind === 'comment') {
    const comments = (await moltbook.comments(write.postId!)) ?? []
    const found = comments.find((one) => isOurs(one) && isSame(one.content, write.body.content))
    return found === undefined ? { kind: 'absent' } : { kind: 'there', id: found.id }
  }
  const posts = await moltbook.posts({ submolt: write.body.submolt, sort: 'new', limit: mostPosts })
  // Lists may shorten what was written.
  const found = posts.find(
    (one) =>
      isOurs(one) && isSame(one.title, write.body.title) && isBeginning(one.content, write.body.content),
  )
  return found === undefined ? { kind: 'absent' } : { kind: 'there', id: found.id }
}

/** Whether everybody can see what has this id. */
export async function isVisible(moltbook: Moltbook, write: Write, id: string): Promise<boolean> {
  if (write.kind === 'post') return (await moltbook.post(id))?.isPublished ?? false
  const comments = (await moltbook.comments(write.postId!)) ?? []
  return comments.some((one) => one.id === id && one.isPublished)
}

const isSame = (seen: string, sent: string | undefined): boolean => seen.trim() === (sent ?? '').trim()

const isBeginning = (seen: string, sent: string | undefined): boolean =>
  (sent ?? '').trim().startsWith(seen.trim().replace(/(?:…|\.\.\.)$/, ''))
