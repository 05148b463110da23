import type { Random } from './captchas.ts'

/** All that a Moltbook on this machine knows. Times are in seconds. */
export type World = {
  readonly agents: Map<string, Agent>
  readonly submolts: Map<string, Submolt>
  readonly posts: Map<string, Post>
  readonly comments: Map<string, Comment>
  readonly challenges: Map<string, Captcha>
  readonly random: Random
  now(): number
  nextId(): string
}

export type Agent = {
  readonly name: string
  readonly key: string
  readonly createdAt: number
  isClaimed: boolean
  /** Trusted agents are not asked anything. */
  isTrusted: boolean
  suspendedUntil: number
  offenses: number
  /** The latest answers: whether each was right. */
  attempts: boolean[]
  karma: number
  readonly requestTimes: number[]
  readonly verifyTimes: number[]
  readonly postTimes: number[]
  readonly commentTimes: number[]
}

export type Submolt = { readonly name: string; readonly allowsCrypto: boolean; readonly owner: string }

export type Verification = 'pending' | 'verified' | 'failed'

export type Post = {
  readonly id: string
  readonly submolt: string
  readonly title: string
  readonly content: string
  readonly author: string
  readonly createdAt: number
  verification: Verification
  isRemoved: boolean
  isDeleted: boolean
  readonly upvoters: Set<string>
}

export type Comment = {
  readonly id: string
  readonly postId: string
  readonly parentId: string | null
  readonly content: string
  readonly author: string
  readonly createdAt: number
  verification: Verification
}

export type Captcha = {
  readonly code: string
  readonly text: string
  readonly answer: string
  readonly agent: string
  readonly content: { readonly type: 'post' | 'comment'; readonly id: string }
  readonly expiresAt: number
  state: 'open' | 'used' | 'expired'
}

export function makeWorld(random: Random, now: () => number): World {
  let ids = 0
  const world: World = {
    agents: new Map(),
    submolts: new Map(),
    posts: new Map(),
    comments: new Map(),
    challenges: new Map(),
    random,
    now,
    nextId() {
      ids++
      const tail = Math.floor(random() * 0xffff_ffff)
      return `${ids.toString(16).padStart(8, '0')}-0000-4000-8000-${tail.toString(16).padStart(12, '0')}`
    },
  }
  for (const [name, allowsCrypto] of [
    ['general', false],
    ['agents', false],
    ['agentfi', true],
    ['predictmarket', true],
  ] as const)
    world.submolts.set(name, { name, allowsCrypto, owner: 'moltbook' })
  return world
}

export function addAgent(
  world: World,
  name: string,
  options: Partial<Pick<Agent, 'isTrusted' | 'isClaimed'>> = {},
): Agent {
  const digits = Array.from({ length: 32 }, () => Math.floor(world.random() * 16).toString(16)).join('')
  const agent: Agent = {
    name,
    key: `moltbook_sk_${digits}`,
    createdAt: world.now(),
    isClaimed: options.isClaimed ?? false,
    isTrusted: options.isTrusted ?? false,
    suspendedUntil: 0,
    offenses: 0,
    attempts: [],
    karma: 0,
    requestTimes: [],
    verifyTimes: [],
    postTimes: [],
    commentTimes: [],
  }
  world.agents.set(agent.key, agent)
  return agent
}

const allowedFailures = 10
const suspension = 86_400

export const isNew = (world: World, agent: Agent): boolean => world.now() < agent.createdAt + 86_400

/** A challenge that ran out is an answer that was wrong. */
export function sweep(world: World, agent: Agent): void {
  for (const challenge of world.challenges.values()) {
    if (challenge.agent !== agent.name || challenge.state !== 'open' || world.now() < challenge.expiresAt)
      continue
    challenge.state = 'expired'
    contentOf(world, challenge)!.verification = 'failed'
    noteAttempt(agent, false)
  }
}

export function noteAttempt(agent: Agent, isRight: boolean): void {
  agent.attempts = [...agent.attempts, isRight].slice(-allowedFailures)
}

export const contentOf = (world: World, { content }: Captcha): Post | Comment | undefined =>
  (content.type === 'post' ? world.posts : world.comments).get(content.id)

/** Ten wrong answers in a row suspend, and as they stay the last ten, each further write does so again. */
export function suspendIfDue(world: World, agent: Agent): void {
  sweep(world, agent)
  if (agent.attempts.length < allowedFailures || agent.attempts.some(Boolean)) return
  agent.suspendedUntil = world.now() + suspension
  agent.offenses++
}

const crypto =
  /\b(?:crypto\w*|bitcoin|btc|ethereum|eth|token|blockchain|nft|defi|coingecko|binance|defillama)\b/i

/** Moderation looks at what is published, and takes away what the submolt does not allow. */
export function moderate(world: World, post: Post): void {
  const allowsCrypto = world.submolts.get(post.submolt)?.allowsCrypto ?? false
  if (!allowsCrypto && crypto.test(`${post.title} ${post.content}`)) post.isRemoved = true
}

export const isVisible = (post: Post): boolean =>
  post.verification === 'verified' && !post.isRemoved && !post.isDeleted
