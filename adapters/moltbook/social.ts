import { BaseError, Hash } from '../../protocol/index.ts'
import type { Adapter } from './Adapter.ts'
import * as Market from './Market.ts'
import { cut } from './words.ts'

/** What an agent may say outside of markets. It passes words, and never a request. */

const maxPost = 40_000
const maxComment = 10_000
const maxTitle = 300

export type Words = { content: string; submolt: string; title?: string | undefined }

/** A post as it would be sent, or an error that says what is wrong with it. */
export function postOf({ content, submolt, title }: Words) {
  const body = { submolt: checkName(submolt), title: title ?? firstLine(content), content }
  checkText('--post', content, maxPost)
  checkText('--title', body.title, maxTitle)
  return body
}

/** Posts to a submolt; gives the post's id. The same words in the same place are posted once. */
export async function engage({ writer }: Adapter, words: Words): Promise<string | null> {
  const body = postOf(words)
  const { state } = await writer.submit(`post:${Hash.ofJson(body)}`, { kind: 'post', postId: null, body })
  return state.type === 'published' ? state.id : null
}

/** A comment as it would be sent, or an error that says what is wrong with it. */
export function commentOf({ postId, content }: { postId: string; content: string }) {
  const write = { kind: 'comment' as const, postId: checkId(postId), body: { content } }
  checkText('--content', content, maxComment)
  return write
}

/** Comments on a post; gives the comment's id. */
export async function comment(
  { writer }: Adapter,
  { postId, content }: { postId: string; content: string },
): Promise<string | null> {
  const write = commentOf({ postId, content })
  const { state } = await writer.submit(`comment:${Hash.ofJson({ postId, content })}`, write)
  return state.type === 'published' ? state.id : null
}

/** Upvotes a post, once: a second upvote could take the first one back. */
export async function upvote({ writer }: Adapter, { postId }: { postId: string }): Promise<void> {
  await writer.submit(`upvote:${checkId(postId)}`, { kind: 'upvote', postId, body: {} })
}

const firstLine = (content: string): string => cut(content.trim().split(/\r?\n/)[0]!, 120)

export function checkId(postId: string): string {
  if (!Market.remoteId.safeParse(postId).success)
    throw new InvalidWordsError('--post-id', 'is no id of a post')
  return postId
}

export function checkName(submolt: string): string {
  if (!/^[a-z0-9][a-z0-9_-]{0,63}$/i.test(submolt))
    throw new InvalidWordsError('--submolt', 'is no name of a submolt')
  return submolt
}

function checkText(option: string, text: string, most: number): void {
  if (text.trim() === '') throw new InvalidWordsError(option, 'is empty')
  if (text.length > most) throw new InvalidWordsError(option, `has more than ${most} characters`)
  // JSON could carry them; no reader could tell them from what he sees.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text) || !text.isWellFormed())
    throw new InvalidWordsError(option, 'has control characters')
}

export class InvalidWordsError extends BaseError {
  override readonly name = 'Moltbook.InvalidWordsError'
  constructor(option: string, why: string) {
    super(`${option} ${why}.`)
  }
}
