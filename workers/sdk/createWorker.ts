import { z } from 'zod'
import { BaseError, Schema } from '../../protocol/index.ts'
import { makeChainClock } from '../../services/chain/chainClock.ts'
import { isLocalChain } from '../../services/chain/isLocalChain.ts'
import { makeRegistrationFile } from '../../services/chain/registrationFile.ts'
import type { Env, RequestMetrics } from '../../services/http/baseApp.ts'
import { type Log, silent } from '../../services/http/Log.ts'
import { makeRateLimit, type Rate, type RateLimit } from '../../services/http/RateLimit.ts'
import { probeReadiness } from '../../services/http/Readiness.ts'
import { serve } from '../../services/http/serve.ts'
import { urlOf } from '../../services/http/serveEarly.ts'
import type { AnswerStore } from './AnswerStore.ts'
import { answer } from './answer.ts'
import { makeCard } from './card.ts'
import { decideMs } from './decideInTime.ts'
import { defend } from './defend.ts'
import { makeHealth } from './health.ts'
import { memoryStore } from './memoryStore.ts'
import { protocolApp } from './protocolApp.ts'
import { type Reproduce, reproducer } from './reproduce.ts'
import type { Signer } from './Signer.ts'
import type { Challenge, Resolve, WorkerChain, WorkerState } from './WorkerState.ts'
import { makeQueue } from './WorkQueue.ts'

/** What a worker is made of. */
export type WorkerOptions = {
  /** The number of the agent in the ERC-8004 registry. */
  readonly agentId: number
  /** The chain and the market contract that the worker answers for. It signs for no other. */
  readonly chainId: number
  readonly market: `0x${string}`
  /** Decides a question. What it throws becomes a 500, and the next request tries again. */
  readonly resolve: Resolve
  /** Defends an answer. */
  readonly challenge: Challenge
  /**
   * Looks for what other workers cite, where a round asks for it: `reproducer()` unless told. Null switches it off, which lowers
   * Collaboration. It is asked only in rounds that the worker has signed an answer for, and for two lists a round at most.
   */
  readonly reproduce?: Reproduce | null | undefined
  /** Signs answers and defences; without one they go out unsigned, and count only where the worker is asked directly. */
  readonly signer?: Signer | null | undefined
  /**
   * Shows which rounds exist. With it, the worker signs only requests that equal a round it was asked in. With null, it signs
   * every request that is made as rounds of the market make them, so any caller can have it work and fill its store. A worker
   * that signs must say which.
   */
  readonly chain?: WorkerChain | null | undefined
  /**
   * Where answers are kept; in memory by default, which forgets what was signed when the process ends. A worker that signs
   * must say where.
   */
  readonly store?: AnswerStore | undefined
  /** Shown in the card. */
  readonly name?: string | undefined
  /** One word for how the worker decides, shown in card and health. */
  readonly personality?: string | undefined
  /** The ERC-8004 registry that knows the agent: the worker's registration file names both. */
  readonly registry?: `0x${string}` | undefined
  /** How others reach the worker, for its card; by default as the caller of the card did. */
  readonly publicUrl?: string | undefined
  /** Who may call, and how often. Off local chains a worker that signs needs `tokenHashes`, or `open: true`. */
  readonly callers?: Callers | undefined
  readonly limits?: Partial<WorkerLimits> | undefined
  /** Gets structured lines; silent by default. Keys and bodies are never logged. */
  readonly log?: Log | undefined
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

/** Who may call a worker, and how often. */
export type Callers = {
  /** SHA-256 of bearer tokens, as lower-case hex; none: everyone may ask. */
  readonly tokenHashes?: readonly string[]
  /** Lets everybody ask off local chains too: rivals can then read signed answers before they give their own. */
  readonly open?: boolean
  /** The header in which a proxy of yours puts the address of the caller. */
  readonly trustedProxyHeader?: string
  /** For each address; null: no limit. Callers without a known address are not limited here. */
  readonly rate?: Rate | null
}

/** What a worker takes on at most. */
export type WorkerLimits = {
  /** A longer body is refused with 413. */
  readonly bodyBytes: number
  /** What is not ready after this long is refused with 503, while the work goes on. The protocol gives 30 and 15 seconds. */
  readonly resolveMs: number
  readonly challengeMs: number
  /** After this long the signal of `resolve` and `challenge` is aborted. */
  readonly workMs: number
  /**
   * On a question that no number decides, a round is signed after this long from when it was first asked, as undecided if need
   * be. The protocol gives 25 seconds.
   */
  readonly decideMs: number
  /** Calls of `resolve` and `challenge` at a time, and those that wait; the rest is refused with 503. */
  readonly running: number
  readonly waiting: number
  /** Open connections, and how long a request may take to arrive; for `listen` only. */
  readonly connections: number
  readonly receiveMs: number
}

/** The limits that hold where none are given. */
export const defaultLimits: WorkerLimits = {
  bodyBytes: 65_536,
  resolveMs: 28_000,
  challengeMs: 13_000,
  workMs: 120_000,
  decideMs,
  running: 16,
  waiting: 256,
  connections: 1_024,
  receiveMs: 10_000,
}

const defaultRate: Rate = { perSecond: 20, burst: 60 }

/** A worker that answers HTTP requests. */
export type Worker = {
  /**
   * Answers a web request: for hono, Deno, Bun, and every other server that speaks fetch. `env` is what @hono/node-server
   * passes; from it the worker knows the address of the caller.
   */
  fetch(request: Request, env?: object): Promise<Response>
  /** Serves at a port; 0 takes a free one. */
  listen(options?: { readonly port?: number; readonly host?: string }): Promise<Listening>
}

/** A worker that listens. */
export type Listening = {
  readonly url: string
  readonly port: number
  /** Takes no more requests, lets those under way end for so long, then cuts them off. */
  close(options?: { readonly graceMs?: number }): Promise<void>
}

const identity = z.object({
  agentId: z.int().min(0),
  chainId: z.int().min(0),
  market: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(Schema.address),
  registry: z
    .string()
    .transform((text) => text.toLowerCase())
    .pipe(Schema.address)
    .optional(),
})

/** Nothing is counted: metrics are for services that export them. */
const openWords = 'everybody may read answers before the round is reported, and copy them'
const uncounted: RequestMetrics = { requests: { inc() {} }, seconds: { observe() {} } }

/**
 * A worker of the agent protocol from two functions. It serves `POST /a2a/resolve`, `POST /a2a/challenge`, A2A v1.0 by
 * JSON-RPC at `POST /a2a`, the agent card, the registration file and `/health`, refuses what is not a request, keeps the deadlines, gives the same request the same bytes, and signs it
 * once.
 *
 * @example
 * import { createWorker, undecided } from '@cresolver/worker'
 *
 * const worker = createWorker({
 *   agentId: 1,
 *   chainId: 31337,
 *   market: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
 *   resolve: ({ question }) => undecided(`Nothing decides "${question}".`),
 *   challenge: ({ challenges }) => ({ responses: challenges.map(() => 'Show me a source.') }),
 * })
 * const body = JSON.stringify({ market_id: 42, question: 'Will it rain?' })
 * const headers = { 'content-type': 'application/json' }
 * const request = new Request('http://worker/a2a/resolve', { method: 'POST', headers, body })
 * const response = await worker.fetch(request)
 * response.status // 200
 * const { outcome } = await response.json()
 * outcome // 'INVALID'
 */
export function createWorker(options: WorkerOptions): Worker {
  const { agentId, chainId, market, registry = null } = Schema.read(identity, options)
  const { signer = null, chain = null, log = silent, now = Date.now, personality = 'own' } = options
  if (chain !== null && (chain.chainId !== chainId || chain.market.toLowerCase() !== market))
    throw new OtherMarketError()
  if (signer !== null && (options.chain === undefined || options.store === undefined))
    throw new UnguardedSignerError()
  const isPublic =
    signer !== null && !isLocalChain(chainId) && (options.callers?.tokenHashes ?? []).length === 0
  if (isPublic && options.callers?.open !== true) throw new UnknownCallersError(chainId)
  if (isPublic) log.warn({ agent_id: agentId }, openWords)
  const limits = { ...defaultLimits, ...options.limits }
  const { tokenHashes = [], trustedProxyHeader = null, rate = defaultRate } = options.callers ?? {}
  const stopping = new AbortController()
  const state: WorkerState = {
    agentId,
    own: { chainId, market },
    resolve: options.resolve,
    challenge: options.challenge,
    reproduce: options.reproduce === undefined ? reproducer() : options.reproduce,
    signer,
    chain,
    store: options.store ?? memoryStore(),
    queue: makeQueue(limits),
    log,
    now,
    chainClock: makeChainClock(now),
    workMs: limits.workMs,
    decideMs: limits.decideMs,
    stopping: stopping.signal,
    flights: new Map(),
    recent: new Map(),
  }
  const address = signer?.address.toLowerCase() ?? null
  const { app, close } = protocolApp({
    routes: new Map(),
    log,
    metrics: uncounted,
    rateLimit: rate === null ? null : limitKnown(makeRateLimit(rate)),
    callers: { tokenHashes, trustedProxyHeader },
    limits,
    now,
    stopping: stopping.signal,
    publicUrl: options.publicUrl ?? null,
    cardAt: (publicUrl) =>
      makeCard({
        name: options.name ?? `CREsolver worker ${agentId}`,
        publicUrl,
        agentId,
        personality,
        chainId,
        market,
        signer: address,
        needsToken: tokenHashes.length > 0,
        hasOpenapi: false,
        hasProofs: false,
      }),
    registrationAt: (endpoint) =>
      makeRegistrationFile({ agentId, endpoint, chainId, registry, name: options.name }),
    resolve: async (request) => (await answer(state, request)).body,
    challenge: (request) => defend(state, request),
    health: makeHealth({
      agentId,
      personality,
      signer: address,
      signing: address === null ? 'off: no key' : 'on',
      readStore: probeReadiness(() => state.store.get('health'), { now }),
      chain,
      maxLagS: null,
      queue: state.queue,
      stopping: stopping.signal,
      now,
    }),
  })
  close()

  return {
    fetch: async (request, env) => app.fetch(request, env as Env['Bindings']),
    async listen({ port = 4_001, host = '127.0.0.1' } = {}) {
      const { connections, receiveMs } = limits
      // Behind a proxy all callers have its address.
      const perAddress = trustedProxyHeader === null ? Math.ceil(connections / 4) : null
      const server = await serve(app, { host, port, connections, receiveMs, perAddress })
      return {
        url: urlOf(host, server.port),
        port: server.port,
        async close({ graceMs = 10_000 } = {}) {
          await server.close(graceMs)
          stopping.abort()
        },
      }
    },
  }
}

/** Where a server does not tell the address, all callers would share one bucket, and one of them could empty it. */
const limitKnown = (limit: RateLimit): RateLimit => ({
  take: (caller) => (caller === 'address:unknown' ? 0 : limit.take(caller)),
})

/** Thrown when the chain that a worker is given reads another market than the worker answers for. */
export class OtherMarketError extends BaseError {
  override readonly name = 'Worker.OtherMarketError'
  constructor() {
    super('The chain given to the worker reads another chain or market than the worker answers for.', {
      metaMessages: ['Give `connectChain` and `createWorker` the same chainId and market.'],
    })
  }
}

/** Thrown when a worker is to sign and was not told how it knows rounds, or where it keeps what it signed. */
export class UnguardedSignerError extends BaseError {
  override readonly name = 'Worker.UnguardedSignerError'
  constructor() {
    super('A worker that signs needs `chain` and `store`.', {
      metaMessages: [
        'Give `connectChain(…)` and `await fileStore(folder)` where there is a stake: two different answers that are signed',
        'for one request cost all of it. To try things out, `chain: null` and `memoryStore()` do.',
      ],
    })
  }
}

/** Thrown when a worker would sign answers for everybody off a local chain, and was not told to. */
export class UnknownCallersError extends BaseError {
  override readonly name = 'Worker.UnknownCallersError'
  constructor(chainId: number) {
    super(`A worker that signs on chain ${chainId} must know who calls it.`, {
      metaMessages: [
        'Give `callers.tokenHashes`: the SHA-256 of the token of each gateway and of the DON, which `cresolver worker token` prints.',
        'Rivals can read answers of an open worker before they give their own; `callers.open: true` takes that.',
      ],
    })
  }
}
