import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomFrom } from '../random.ts'
import { limitRequests, refuse } from './limits.ts'
import * as reads from './reads.ts'
import { type Agent, addAgent, makeWorld, type World } from './World.ts'
import * as writes from './writes.ts'

/** What goes wrong with the next request that fits: before it is looked at, or after it was done. */
export type Fault = {
  readonly method: string
  readonly path: RegExp
  /** `cut`: the connection breaks; a number: that status instead of the reply; `echo`: the reply repeats the key; `page`: a page of somebody in between. */
  readonly what: 'cut' | 'echo' | 'page' | number
  readonly isDone: boolean
}

export type Logged = {
  readonly method: string
  readonly path: string
  readonly agent: string | null
  readonly status: number
}

export type LocalMoltbook = {
  /** Of the API. */
  readonly url: string
  readonly world: World
  readonly log: Logged[]
  /** Moves its clock ahead, by seconds. */
  advance(seconds: number): void
  fail(fault: Fault): void
  stop(): Promise<void>
}

export type Options = {
  readonly seed?: number
  readonly port?: number
  /** Seconds since 1970 at which its clock stands until it is moved; without it, the machine's clock. */
  readonly stopped?: number
}

/**
 * A Moltbook on this machine, after its public documentation: registration, posts, comments, submolts, challenges, limits, moderation
 * and suspension. It shares nothing with the adapter that it is used to try out.
 */
export async function startMoltbook(options: Options = {}): Promise<LocalMoltbook> {
  let ahead = 0
  const now = () => (options.stopped ?? Date.now() / 1_000) + ahead
  const whole = randomFrom(options.seed ?? 1)
  const world = makeWorld(() => whole(2 ** 32) / 2 ** 32, now)
  const log: Logged[] = []
  const faults: Fault[] = []
  const advance = (seconds: number) => {
    ahead += seconds
  }
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.writeHead(500).end('{"success":false}'))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const method = request.method ?? 'GET'
    const body = await bodyOf(request)
    if (url.pathname === '/control/clock' && method === 'POST') {
      advance(Number(body.advance) || 0)
      return reply(response, 200, { now: now() })
    }
    const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
    const agent = key === undefined ? undefined : world.agents.get(key)
    const at = faults.findIndex((one) => one.method === method && one.path.test(url.pathname))
    const fault = at === -1 ? undefined : faults.splice(at, 1)[0]
    const answer =
      fault !== undefined && !fault.isDone
        ? refuse(500, 'Internal error')
        : answerTo(world, agent, method, url, body)
    log.push({ method, path: url.pathname, agent: agent?.name ?? null, status: answer.status })
    if (fault?.what === 'cut') return void request.socket.destroy()
    if (fault?.what === 'page') return void response.writeHead(200).end('<h1>One moment</h1>')
    if (typeof fault?.what === 'number')
      return reply(response, fault.what, { success: false, error: 'Broken' })
    reply(response, answer.status, fault?.what === 'echo' ? { ...answer.body, echo: key } : answer.body)
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`,
    world,
    log,
    advance,
    fail: (fault) => void faults.push(fault),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) {
    text += chunk
    if (text.length > 100_000) return {}
  }
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function answerTo(
  world: World,
  agent: Agent | undefined,
  method: string,
  url: URL,
  body: Record<string, unknown>,
): writes.Answer {
  const path = url.pathname.startsWith('/api/v1/') ? url.pathname.slice('/api/v1/'.length) : ''
  const [room = '', id = '', verb = ''] = path.split('/').map(decodeURIComponent)
  const asked = `${method} ${[room, id === '' ? '' : ':id', verb].filter(Boolean).join('/')}`
  if (method === 'POST' && path === 'agents/register') return register(world, body)
  if (agent === undefined) return refuse(401, 'Authentication required')
  const limited = limitRequests(world, agent)
  if (limited !== null) return limited
  if (method === 'GET' && path === 'agents/me') return reads.me(world, agent)
  if (method === 'GET' && path === 'agents/status')
    return { status: 200, body: { status: agent.isClaimed ? 'claimed' : 'pending_claim' } }
  switch (asked) {
    case 'GET posts':
      return reads.listPosts(world, url.searchParams)
    case 'POST posts':
      return writes.createPost(world, agent, body)
    case 'GET posts/:id':
      return reads.getPost(world, agent, id)
    case 'DELETE posts/:id':
      return writes.deletePost(world, agent, id)
    case 'GET posts/:id/comments':
      return reads.listComments(world, id, url.searchParams)
    case 'POST posts/:id/comments':
      return writes.createComment(world, agent, id, body)
    case 'POST posts/:id/upvote':
      return writes.upvote(world, agent, id)
    case 'POST verify':
      return writes.verify(world, agent, body)
    case 'GET search':
      return reads.search(world, url.searchParams)
    case 'POST submolts':
      return writes.createSubmolt(world, agent, body)
    case 'GET submolts/:id':
      return reads.getSubmolt(world, id)
    default:
      return refuse(404, 'Not found')
  }
}

function register(world: World, { name }: Record<string, unknown>): writes.Answer {
  if (typeof name !== 'string' || !/^\w{2,32}$/.test(name)) return refuse(400, 'Invalid name')
  if ([...world.agents.values()].some((one) => one.name === name)) return refuse(409, 'Name already taken')
  const { key } = addAgent(world, name)
  const claim = `https://www.moltbook.com/claim/moltbook_claim_${key.slice(-8)}`
  return {
    status: 201,
    body: { success: true, agent: { api_key: key, claim_url: claim, verification_code: 'reef-X4B2' } },
  }
}
