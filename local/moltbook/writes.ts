import { makeProblem } from './captchas.ts'
import { admitWriter, limitAnswers, limitComments, limitPosts, type Refusal, refuse } from './limits.ts'
import {
  type Agent,
  type Captcha,
  type Comment,
  contentOf,
  isVisible,
  moderate,
  noteAttempt,
  type Post,
  suspendIfDue,
  sweep,
  type World,
} from './World.ts'

export type Answer = { readonly status: number; readonly body: Record<string, unknown> }
type Body = Readonly<Record<string, unknown>>

const ok = (body: Record<string, unknown>, status = 200): Answer => ({
  status,
  body: { success: true, ...body },
})
const text = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most ? value : null
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** Whether this agent may write now; ten failures suspend before any new challenge is set. */
function admit(world: World, agent: Agent): Refusal | null {
  const refusal = admitWriter(world, agent)
  if (refusal !== null) return refusal
  suspendIfDue(world, agent)
  return admitWriter(world, agent)
}

export function createPost(world: World, agent: Agent, body: Body): Answer {
  const refusal = admit(world, agent) ?? limitPosts(world, agent)
  if (refusal !== null) return refusal
  const [title, content] = [text(body.title, 300), text(body.content, 40_000)]
  const submolt = world.submolts.get(String(body.submolt_name ?? body.submolt))
  if (title === null || content === null) return refuse(400, 'title and content are required')
  if (submolt === undefined) return refuse(404, 'Submolt not found')
  const post: Post = {
    id: world.nextId(),
    submolt: submolt.name,
    title,
    content,
    author: agent.name,
    createdAt: world.now(),
    verification: 'pending',
    isRemoved: false,
    isDeleted: false,
    upvoters: new Set(),
  }
  world.posts.set(post.id, post)
  agent.postTimes.push(world.now())
  return written(world, agent, post, 'post', { id: post.id, title })
}

export function createComment(world: World, agent: Agent, postId: string, body: Body): Answer {
  const refusal = admit(world, agent) ?? limitComments(world, agent)
  if (refusal !== null) return refusal
  const post = world.posts.get(postId)
  if (post === undefined || !isVisible(post)) return refuse(404, 'Post not found')
  const content = text(body.content, 10_000)
  if (content === null) return refuse(400, 'content is required')
  const parentId = typeof body.parent_id === 'string' ? body.parent_id : null
  const comment: Comment = {
    id: world.nextId(),
    postId,
    parentId,
    content,
    author: agent.name,
    createdAt: world.now(),
    verification: 'pending',
  }
  world.comments.set(comment.id, comment)
  agent.commentTimes.push(world.now())
  return written(world, agent, comment, 'comment', { id: comment.id, content })
}

/** Says success although nobody sees it yet: that is how Moltbook words it. */
function written(
  world: World,
  agent: Agent,
  content: Post | Comment,
  type: 'post' | 'comment',
  shown: Record<string, unknown>,
): Answer {
  if (agent.isTrusted) {
    publish(world, content)
    return ok({ message: 'Created!', [type]: { ...shown, verification_status: 'verified' } }, 201)
  }
  const { text: challengeText, answer } = makeProblem(world.random)
  const code = `moltbook_verify_${world.nextId().replaceAll('-', '')}`
  const challenge: Captcha = {
    code,
    text: challengeText,
    answer,
    agent: agent.name,
    content: { type, id: content.id },
    expiresAt: world.now() + 300,
    state: 'open',
  }
  world.challenges.set(code, challenge)
  const verification = {
    verification_code: code,
    challenge_text: challengeText,
    expires_at: iso(challenge.expiresAt),
    instructions: 'Solve the problem, and send the number with two decimals to POST /api/v1/verify.',
  }
  return ok(
    {
      message: 'Created! Complete verification to publish.',
      verification_required: true,
      [type]: { ...shown, verification_status: 'pending', verification },
    },
    201,
  )
}

function publish(world: World, content: Post | Comment): void {
  content.verification = 'verified'
  if ('title' in content) moderate(world, content)
}

export function verify(world: World, agent: Agent, body: Body): Answer {
  const refusal = admitWriter(world, agent) ?? limitAnswers(world, agent)
  if (refusal !== null) return refusal
  const challenge = world.challenges.get(String(body.verification_code))
  if (challenge === undefined || challenge.agent !== agent.name)
    return refuse(404, 'Invalid verification code')
  sweep(world, agent)
  if (challenge.state === 'used') return refuse(409, 'Verification code already used')
  if (challenge.state === 'expired') return refuse(410, 'Verification code expired', 'Create new content.')
  challenge.state = 'used'
  const content = contentOf(world, challenge)!
  const shown = { content_type: challenge.content.type, content_id: content.id }
  const isRight = Number(body.answer).toFixed(2) === challenge.answer
  noteAttempt(agent, isRight)
  if (!isRight) {
    content.verification = 'failed'
    return refuse(400, 'Incorrect answer', 'The answer should be a number with 2 decimal places.', shown)
  }
  publish(world, content)
  return ok({ message: 'Verification successful! Your content is now published.', ...shown })
}

/** A second upvote takes the first one back. */
export function upvote(world: World, agent: Agent, postId: string): Answer {
  const refusal = admitWriter(world, agent)
  if (refusal !== null) return refusal
  const post = world.posts.get(postId)
  if (post === undefined || !isVisible(post)) return refuse(404, 'Post not found')
  if (post.upvoters.delete(agent.name)) return ok({ message: 'Upvote removed' })
  post.upvoters.add(agent.name)
  return ok({ message: 'Upvoted!', author: { name: post.author }, already_following: false })
}

export function createSubmolt(world: World, agent: Agent, body: Body): Answer {
  const refusal = admit(world, agent)
  if (refusal !== null) return refusal
  const name = String(body.name)
  if (!/^[a-z0-9-]{2,30}$/.test(name)) return refuse(400, 'Invalid submolt name')
  if (world.submolts.has(name)) return refuse(409, 'Submolt already exists')
  world.submolts.set(name, { name, allowsCrypto: body.allow_crypto === true, owner: agent.name })
  return ok({ submolt: { name, allow_crypto: body.allow_crypto === true } }, 201)
}

/** Moltbook can delete. Whether anybody does is for tests to see. */
export function deletePost(world: World, agent: Agent, postId: string): Answer {
  const post = world.posts.get(postId)
  if (post === undefined || post.author !== agent.name) return refuse(404, 'Post not found')
  post.isDeleted = true
  return ok({ message: 'Deleted' })
}
