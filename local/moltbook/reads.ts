import { type Refusal, refuse } from './limits.ts'
import { type Agent, type Comment, isVisible, type Post, sweep, type World } from './World.ts'
import type { Answer } from './writes.ts'

const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()
const ok = (body: Record<string, unknown>): Answer => ({ status: 200, body: { success: true, ...body } })

export function me(world: World, agent: Agent): Answer {
  sweep(world, agent)
  const isSuspended = world.now() < agent.suspendedUntil
  return ok({
    agent: {
      name: agent.name,
      karma: agent.karma,
      is_claimed: agent.isClaimed,
      is_active: true,
      created_at: iso(agent.createdAt),
      ...(isSuspended
        ? {
            is_suspended: true,
            suspended_until: iso(agent.suspendedUntil),
            suspension_reason: 'Auto-suspended: last 10 challenge attempts were failures',
          }
        : {}),
    },
  })
}

export function getPost(world: World, agent: Agent, id: string): Answer | Refusal {
  const post = world.posts.get(id)
  const isTheirs = post?.author === agent.name
  if (post === undefined || post.isDeleted || (!isVisible(post) && !isTheirs))
    return refuse(404, 'Post not found')
  return ok({ post: { ...shown(world, post), user_vote: post.upvoters.has(agent.name) ? 'upvote' : null } })
}

const shown = (world: World, post: Post): Record<string, unknown> => ({
  id: post.id,
  title: post.title,
  content: post.content,
  author: { name: post.author },
  submolt: { name: post.submolt, display_name: post.submolt },
  created_at: iso(post.createdAt),
  upvotes: post.upvoters.size,
  downvotes: 0,
  comment_count: [...world.comments.values()].filter(({ postId }) => postId === post.id).length,
  verification_status: post.verification,
  is_removed: post.isRemoved,
})

export function listPosts(world: World, query: URLSearchParams): Answer {
  const submolt = query.get('submolt')
  const found = [...world.posts.values()].filter(
    (one) => isVisible(one) && (submolt === null || one.submolt === submolt),
  )
  if (query.get('sort') === 'top') found.sort((a, b) => b.upvoters.size - a.upvoters.size)
  else found.reverse()
  return paged(
    'posts',
    found.map((post) => shown(world, post)),
    query,
    50,
  )
}

export function listComments(world: World, postId: string, query: URLSearchParams): Answer | Refusal {
  const post = world.posts.get(postId)
  if (post === undefined || post.isDeleted) return refuse(404, 'Post not found')
  const visible = [...world.comments.values()].filter(
    (one) => one.postId === postId && one.verification === 'verified',
  )
  const under = (parentId: string | null): Record<string, unknown>[] =>
    visible
      .filter((one) => one.parentId === parentId)
      .map((one) => ({ ...shownComment(one), replies: under(one.id) }))
  return paged('comments', under(null).reverse(), query, 100)
}

const shownComment = (comment: Comment): Record<string, unknown> => ({
  id: comment.id,
  content: comment.content,
  author: { name: comment.author },
  created_at: iso(comment.createdAt),
  upvotes: 0,
  downvotes: 0,
})

function paged(field: string, values: readonly unknown[], query: URLSearchParams, most: number): Answer {
  const limit = Math.min(most, Math.max(1, Number(query.get('limit') ?? 25) || 25))
  const from = Math.max(0, Number(query.get('cursor') ?? 0) || 0)
  const next = from + limit
  const more = next < values.length ? { has_more: true, next_cursor: String(next) } : { has_more: false }
  return ok({ [field]: values.slice(from, next), count: values.length, ...more })
}

export function search(world: World, query: URLSearchParams): Answer | Refusal {
  const words = (query.get('q') ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return refuse(400, 'q is required')
  const found = [...world.posts.values()].filter((post) => {
    const text = `${post.title} ${post.content}`.toLowerCase()
    return isVisible(post) && words.some((word) => text.includes(word))
  })
  const limit = Math.min(50, Number(query.get('limit') ?? 20) || 20)
  const results = found
    .slice(0, limit)
    .map((post) => ({ ...shown(world, post), type: 'post', post_id: post.id }))
  return ok({ query: query.get('q'), type: 'posts', results, count: results.length })
}

export function getSubmolt(world: World, name: string): Answer | Refusal {
  const submolt = world.submolts.get(name)
  if (submolt === undefined) return refuse(404, 'Submolt not found')
  return ok({ submolt: { name, display_name: name, allow_crypto: submolt.allowsCrypto }, your_role: null })
}
