import pino from 'pino'
import { privateKeyToAccount } from 'viem/accounts'
import { openTemporaryStore } from '../../../local/openStores.ts'
import { deadline, sampleParts, sampleQuestion } from '../../../local/samples/proof.ts'
import { Address, Proof, Question, type Vote, Wire } from '../../../protocol/index.ts'
import { sleep, wallClock } from '../../../services/Clock.ts'
import type { Chain, RoundView } from '../../../services/chain/Chain.ts'
import { makeChainClock } from '../../../services/chain/chainClock.ts'
import type { Store } from '../../../services/store/Store.ts'
import type { Agent } from '../../../workers/agent/Agent.ts'
import { type AppOptions, makeApp } from '../../../workers/agent/app.ts'
import { makeMetrics } from '../../../workers/agent/makeMetrics.ts'
import type { Resolver, Task } from '../../../workers/pipeline/Resolver.ts'
import type { Again } from '../../../workers/pipeline/Stage.ts'
import { makeQueue } from '../../../workers/sdk/WorkQueue.ts'
import { keyOf } from '../../helpers/round.ts'

/** Agents in memory: a resolver that says what the test wants, a chain that is a map, and a real store. */
let opened: Promise<Store> | undefined

/** One store for all tests of a process: each agent has an id of its own. */
export const sharedStore = (): Promise<Store> => {
  opened ??= openTemporaryStore('agent')
  return opened
}

after('closes the store of the agents', async () => {
  await (await opened)?.close()
  opened = undefined
})

/** A reply's JSON, of which a test looks at what it likes. */
// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the test that looks at it
export const jsonOf = async (response: Response | Promise<Response>): Promise<any> => (await response).json()

export const market = Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3')
export const chainId = 31_337

export type Scripted = Resolver & {
  readonly tasks: Task[]
  /** What it says from now on. */
  say(outcome: Vote.Outcome, evidence?: string, again?: Again): void
  /** Holds all work until the returned function is called. */
  hold(): () => void
  fail(error: Error | null): void
}

export function scripted(): Scripted {
  const tasks: Task[] = []
  let outcome: Vote.Outcome = 'YES'
  let evidence = 'The price was 75120.5 at the deadline.'
  let gate: Promise<void> = Promise.resolve()
  let error: Error | null = null
  let again: Again | undefined
  return {
    name: 'scripted',
    tasks,
    say(next, words = evidence, failed) {
      outcome = next
      evidence = words
      again = failed
    },
    hold() {
      let open = () => {}
      gate = new Promise((resolve) => {
        open = resolve
      })
      return open
    },
    fail(next) {
      error = next
    },
    async resolve(task) {
      tasks.push(task)
      await gate
      if (error !== null) throw error
      const isProven = outcome !== 'INVALID'
      const parts = sampleParts({
        marketId: String(task.request.market_id),
        round: task.round,
        value: outcome === 'NO' ? '74000' : '75120.5',
      })
      return {
        reply: {
          determination: outcome === 'YES',
          outcome,
          confidence: isProven ? 0.93 : 0,
          evidence: `${evidence} (${tasks.length})`,
          sources: ['https://api.coingecko.com/api/v3/coins/bitcoin/market_chart/range'],
        },
        proof: isProven ? Proof.buildPorBundle(parts) : null,
        again,
      }
    },
    prepare: (_, { reply }) => ({
      opposite: `The evidence for ${Wire.outcomeOf(reply)} is the sample itself.`,
      change: 'Another sample in the window.',
      weakest: 'It rests on one provider.',
      other: 'See my evidence.',
    }),
  }
}

export type FakeChain = Chain & {
  readonly rounds: Map<number, RoundView>
  /** Reads fail until it is called with false. */
  break(isBroken: boolean): void
}

export function fakeChain(): FakeChain {
  const rounds = new Map<number, RoundView>()
  let isBroken = false
  const check = () => {
    if (isBroken) throw new Error('connect ECONNREFUSED http://secret@127.0.0.1:1/')
  }
  return {
    chainId,
    market,
    rounds,
    break(next) {
      isBroken = next
    },
    async readRound(marketId) {
      check()
      return rounds.get(marketId) ?? null
    },
    async head() {
      check()
      return { number: 10n, hash: `0x${'10'.repeat(32)}`, timestamp: deadline + 100 }
    },
    hashOf: async () => null,
    requestedBetween: async () => [],
    pending: async () => [],
    readParameters: async () => ({ minMarginBps: 1_000, minWorkers: 3, resolutionTimeout: 172_800 }),
  }
}

export const signer = privateKeyToAccount(keyOf(0))

export const roundView = (agentId: number, changes: Partial<RoundView> = {}): RoundView =>
  Question.pose({
    chainId,
    market,
    marketId: 7,
    round: 1,
    question: sampleQuestion,
    deadline,
    createdAt: deadline - 86_400,
    isAsked: true,
    isRepeat: false,
    requestedAt: deadline + 60,
    now: deadline + 100,
    workers: [{ agentId, signer: Address.of(signer.address), factorBps: 2_500 }],
    ...changes,
  })

let agents = 1_000

export type Options = Partial<Omit<AppOptions, 'agent'>> & {
  readonly agent?: Partial<Agent>
  readonly queue?: { running: number; waiting: number }
}

export async function makeAgent(options: Options = {}) {
  const resolver = scripted()
  const queue = makeQueue(options.queue ?? { running: 8, waiting: 64 })
  const agent: Agent = {
    agentId: ++agents,
    resolver,
    reproduce: null,
    store: await sharedStore(),
    chain: null,
    signer: null,
    extensions: [],
    own: { chainId, market },
    publicUrl: 'http://127.0.0.1:4100',
    limits: {
      bodyBytes: 65_536,
      resolveMs: 28_000,
      challengeMs: 13_000,
      workMs: 60_000,
      decideMs: 25_000,
      plainAnswers: 1_000,
    },
    queue,
    metrics: makeMetrics(queue),
    log: pino({ level: 'silent' }),
    now: Date.now,
    pause: (milliseconds) => sleep(wallClock, milliseconds),
    model: () => null,
    fitness: () => null,
    chainClock: makeChainClock(Date.now),
    flights: new Map(),
    provisional: new Map(),
    stopping: new AbortController().signal,
    ...options.agent,
  }
  const app = makeApp({
    rateLimit: null,
    callers: { tokenHashes: [], trustedProxyHeader: null },
    ...options,
    agent,
  })
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    })
  return { agent, app, resolver: (options.agent?.resolver as Scripted | undefined) ?? resolver, post }
}
