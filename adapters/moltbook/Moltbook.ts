import { z } from 'zod'
import type { Clock } from './Environment.ts'
import type { HostReply, Reader } from './Host.ts'
import {
  type Agent,
  ApiError,
  agent,
  bodyOf,
  type Comment,
  flatten,
  type Post,
  page,
  post,
  retryAfter,
  type Submolt,
  submolt,
  UnreadableError,
} from './Replies.ts'

export const sorts = ['hot', 'new', 'top', 'rising'] as const
export type Sort = (typeof sorts)[number]

/** Moltbook as it is read. */
export type Moltbook = {
  me(): Promise<Agent>
  /** Null when there is none that we may see. */
  post(id: string): Promise<Post | null>
  posts(options: { submolt?: string | undefined; sort?: Sort | undefined; limit: number }): Promise<Post[]>
  search(words: string, limit: number): Promise<Post[]>
  /** All of a post's comments and replies; null when the post is not there. */
  comments(postId: string): Promise<Comment[] | null>
  submolt(name: string): Promise<Submolt | null>
}

/** More pages than any post of ours will have; what is endless ends here. */
const maxPages = 50
const patience = 65

export function openMoltbook(reader: Reader, clock: Clock): Moltbook {
  /** Null for 404. A 429 is waited for once, if it does not ask for long. */
  async function get(path: string, query: Record<string, string> = {}): Promise<HostReply | null> {
    let reply = await reader.request('GET', path, query)
    if (reply.status === 429) {
      const seconds = retryAfter(reply)
      if (seconds !== null && seconds <= patience) {
        await clock.sleep(seconds)
        reply = await reader.request('GET', path, query)
      }
    }
    if (reply.status === 404) return null
    if (reply.status < 200 || reply.status > 299) throw new ApiError(reply, `GET ${path}`)
    return reply
  }

  async function list(
    path: string,
    field: string,
    query: Record<string, string>,
    most: number,
  ): Promise<unknown[]> {
    const values: unknown[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < maxPages; pages++) {
      const reply = await get(path, cursor === undefined ? query : { ...query, cursor })
      if (reply === null) break
      const body = bodyOf(reply.body)
      const found = body[field]
      if (!Array.isArray(found)) throw new UnreadableError(`GET ${path}`, missing(field))
      // No more at a time than is asked for: a reply may hold more values than a call takes arguments.
      values.push(...found.slice(0, most))
      const { has_more, next_cursor } = read(page, body, `GET ${path}`)
      if (values.length >= most || has_more !== true || !next_cursor || next_cursor === cursor) break
      cursor = next_cursor
    }
    return values.slice(0, most)
  }

  const readable = (values: readonly unknown[]): Post[] =>
    values.flatMap((value) => {
      const one = post.safeParse(value)
      return one.success ? [one.data] : []
    })

  return {
    async me() {
      const reply = await get('/agents/me')
      if (reply === null) throw new UnreadableError('GET /agents/me', missing('agent'))
      const body = bodyOf(reply.body)
      return read(agent, body.agent ?? body, 'GET /agents/me')
    },
    async post(id) {
      const path = `/posts/${encodeURIComponent(id)}`
      const reply = await get(path)
      if (reply === null) return null
      const body = bodyOf(reply.body)
      return read(post, body.post ?? body, `GET ${path}`)
    },
    async posts({ submolt, sort = 'hot', limit }) {
      const query = {
        sort,
        limit: String(Math.min(limit, 50)),
        ...(submolt === undefined ? {} : { submolt }),
      }
      return readable(await list('/posts', 'posts', query, limit))
    },
    async search(words, limit) {
      const most = Math.min(limit, 50)
      return readable(
        await list('/search', 'results', { q: words, type: 'posts', limit: String(most) }, most),
      )
    },
    async comments(postId) {
      const path = `/posts/${encodeURIComponent(postId)}/comments`
      if ((await get(`/posts/${encodeURIComponent(postId)}`)) === null) return null
      return flatten(await list(path, 'comments', { sort: 'new', limit: '100' }, 20_000))
    },
    async submolt(name) {
      const path = `/submolts/${encodeURIComponent(name)}`
      const reply = await get(path)
      if (reply === null) return null
      const body = bodyOf(reply.body)
      return read(submolt, body.submolt ?? body, `GET ${path}`)
    },
  }
}

function read<schema extends z.ZodType>(schema: schema, value: unknown, what: string): z.output<schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw new UnreadableError(what, result.error)
  return result.data
}

const missing = (field: string): z.ZodError =>
  new z.ZodError([{ code: 'custom', path: [field], message: 'is missing', input: undefined }])
