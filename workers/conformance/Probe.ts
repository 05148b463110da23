import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { Address, Challenge, type Docket, Json, Question, Rule, Wire } from '../../protocol/index.ts'
import { type Exchange, exchange } from './exchange.ts'
import type { Options } from './Options.ts'
import * as questions from './questions.ts'

/** A question as it would be asked in a round. */
export type Subject = {
  readonly asked: Wire.Asked
  readonly request: Wire.Complete<Wire.ResolveRequest>
  /** Null where a person or a model decides. */
  readonly rule: Docket.Rule | null
}

/** What rules ask a worker with. Requests that several rules look at are sent once. */
export type Probe = {
  readonly options: Options
  /** What most rules look at: `manual` decided by words, `auto` by a number. Either may be the caller's own question. */
  readonly manual: Subject
  readonly auto: Subject
  /** The caller's own question, where there is one. */
  readonly own: Subject | null
  /** A market that does not exist: whatever is signed for it is worth nothing. */
  imagine(place: number, posed: questions.Posed, round?: number): Subject
  /** The reply to a request; the same request is sent once. */
  resolve(request: Wire.ResolveRequest): Promise<Exchange>
  challenge(request: Wire.ChallengeRequest): Promise<Exchange>
  /** Sends anything, each time anew. */
  post(endpoint: Wire.Phase, body: string, contentType?: string): Promise<Exchange>
  /** Gets a path of the worker, once; null when it leads to another origin. */
  get(path: string, maxBytes?: number): Promise<Exchange | null>
  /** The agent that the worker signs for; null where nobody says. */
  agentId(): Promise<number | null>
  /** The subject that is challenged, and how. */
  defended(): Promise<{ subject: Subject; request: Wire.ChallengeRequest }>
  /** The object of a reply; null when it is no JSON object that may be read. */
  object(exchange: Exchange): Json.Json | null
}

/** Far above any contract's ids, which count from 1. */
const imaginedMarkets = 9_007_199_254_000_000

export function create(url: URL, options: Options): Probe {
  const { chainId } = options
  const isSeed = options.profile === 'seed'
  const market = options.market === null ? Address.zero : Address.of(options.market)
  const kept = new Map<string, Promise<Exchange>>()
  const bounds = (timeout: number, maxBytes: number = isSeed ? seedBytes : Wire.limits.body) => ({
    timeout,
    maxBytes,
    signal: options.signal,
  })
  const place = (path: string) => new URL(`${url.pathname.replace(/\/+$/, '')}${path}`, url.origin)
  const imagine = (at: number, posed: questions.Posed, round = 1) =>
    toSubject(posed, { chainId, market, marketId: imaginedMarkets + at, round })
  const post = (endpoint: Wire.Phase, body: string, contentType = 'application/json') =>
    patiently(() =>
      exchange(
        place(`/a2a/${endpoint}`),
        { method: 'POST', body, headers: { 'content-type': contentType } },
        bounds(options.timeouts[endpoint]),
      ),
    )
  const once = (key: string, send: () => Promise<Exchange>) => {
    const reply = kept.get(key) ?? send()
    kept.set(key, reply)
    return reply
  }
  const postOnce = (endpoint: Wire.Phase, request: object) =>
    once(`POST ${endpoint} ${Json.canonical(request)}`, () => post(endpoint, JSON.stringify(request)))
  const own = ownSubject(options, imagine, market)
  const defended = imagine(2, questions.manual)
  const get = async (path: string, maxBytes?: number) => {
    const target = /^\/(?!\/)/.test(path) ? place(path) : parse(path)
    if (target === null || target.origin !== url.origin) return null
    return once(`GET ${target.href}`, () =>
      patiently(() => exchange(target, { method: 'GET' }, bounds(options.timeouts.other, maxBytes))),
    )
  }
  return {
    options,
    own,
    manual: own !== null && own.rule === null ? own : imagine(0, questions.manual),
    auto: own !== null && own.rule !== null ? own : imagine(1, questions.auto),
    imagine,
    post,
    resolve: (request) => postOnce('resolve', request),
    challenge: (request) => postOnce('challenge', request),
    get,
    object: (exchange) => objectOf(exchange, isSeed ? Json.maxDepth : Wire.limits.nesting),
    agentId: async () => options.agentId ?? agentIn((await get('/health'))!),
    defended: async () => {
      const answer = Wire.readAnswer(replyOf(await postOnce('resolve', defended.request)))
      const reply = answer.reply ?? { determination: true, confidence: 0.5, evidence: '', sources: [] }
      const position = {
        outcome: Wire.outcomeOf(reply),
        confidenceBps: Wire.confidenceBps(reply),
        responseHash: Wire.responseHash(reply),
      }
      const challenges = Challenge.challengesFor([position], 0)
      // The seed's request has no other field.
      if (isSeed) return { subject: defended, request: { challenges } }
      return { subject: defended, request: Wire.toChallengeRequest(defended.request, challenges, reply) }
    },
  }
}

/** The seed bounds no reply; this is how much of one is read. */
const seedBytes = 1_048_576

/** A worker may be busy: the check asks far more often than any round does. */
async function patiently(send: () => Promise<Exchange>): Promise<Exchange> {
  for (let attempt = 1; ; attempt++) {
    const reply = await send()
    if (reply.kind !== 'reply' || reply.status !== 429 || attempt === maxAttempts) return reply
    await setTimeout(Math.min(reply.retryAfter ?? 1, longestWait) * 1_000)
  }
}

const maxAttempts = 5
/** Seconds. */
const longestWait = 10

const parse = (path: string): URL | null => (URL.canParse(path) ? new URL(path) : null)

type Place = { chainId: number; market: Address.Address; marketId: number; round: number }

function toSubject(posed: questions.Posed, where: Place): Subject {
  const asked = Question.pose({ ...where, question: posed.question, deadline: posed.deadline })
  const { rule } = asked.parsed
  const isAuto = Question.hasNoError(asked.parsed) && Rule.isAuto(rule)
  return {
    asked,
    request: Wire.toResolveRequest(asked),
    rule: isAuto ? Rule.docketRule(rule, posed) : null,
  }
}

function ownSubject(options: Options, imagine: Probe['imagine'], market: Address.Address): Subject | null {
  const { question, deadline, created, marketId, round, chainId } = options
  if (question === null || deadline === null) return null
  const posed = { question, deadline, created: created ?? deadline }
  return marketId === null ? imagine(3, posed, round) : toSubject(posed, { chainId, market, marketId, round })
}

/** The agent that a reply names. */
function agentIn(exchange: Exchange): number | null {
  const { data } = named.safeParse(objectOf(exchange))
  return data?.agent_id ?? null
}

const named = z.object({ agent_id: z.int().min(0) })

/** The text of a reply; null when it is not UTF-8 or not a whole reply. */
export function textOf(exchange: Exchange): string | null {
  if (exchange.kind !== 'reply') return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(exchange.body)
  } catch {
    return null
  }
}

/** The object of a reply; null when it is no JSON object that may be read. */
export function objectOf(exchange: Exchange, nesting: number = Wire.limits.nesting): Json.Json | null {
  const text = textOf(exchange)
  // Counted before parsing: what nests too deep is never parsed.
  if (text === null || Json.nesting(text, nesting) > nesting) return null
  try {
    const value: Json.Json = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

/** The reply of an exchange as the round would read it, for `Wire.readAnswer` or `Wire.readDefence`. */
export function replyOf(exchange: Exchange): Wire.Reply {
  const text = exchange.kind === 'reply' && exchange.status === 200 ? textOf(exchange) : null
  return text ?? Wire.noReply(exchange.kind === 'timeout' ? 'late' : 'http-error', describe(exchange))
}

/** An exchange in a few words. */
export function describe(exchange: Exchange): string {
  switch (exchange.kind) {
    case 'reply':
      return `status ${exchange.status}, ${exchange.contentType || 'no content type'}, ${exchange.body.length} bytes`
    case 'timeout':
      return `no whole reply within ${exchange.ms} ms`
    case 'oversized':
      return `a body of more than ${exchange.bytes} bytes`
    case 'broken':
      return `no HTTP reply (${exchange.detail})`
  }
}
