import { Address, Challenge, Hash, Question, type Vote, Wire } from '../../../protocol/index.ts'
import type { RoundView } from '../../../services/chain/Chain.ts'
import { createWorker, type WorkerOptions } from '../../../workers/sdk/createWorker.ts'
import { memoryStore } from '../../../workers/sdk/memoryStore.ts'
import { signerOf } from '../../../workers/sdk/Signer.ts'
import type { WorkerChain } from '../../../workers/sdk/WorkerState.ts'

/** Workers in memory: they say what the test wants, and a chain that is a map. */
export const chainId = 31_337
export const market = Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3')
export const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
export const signer = signerOf(key)
export const signedBy = Address.of(signer.address)
export const agentId = 3
/** As a round has it. */
export const worker = { agentId, signer: signedBy }

/** The deadline of all questions below, and a time after it. */
export const deadline = 1_771_631_940
export const later = (deadline + 100) * 1_000

export const manual = '§question Will the bill be signed by March?\n§rule\nsource:manual'
export const auto = '§question Over 75000?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75000'

/** The request that a round sends. */
export const requestOf = (changes: Partial<Omit<Wire.Asked, 'parsed'>> = {}) =>
  Wire.toResolveRequest(
    Question.pose({ chainId, market, marketId: 7, round: 1, question: manual, deadline, ...changes }),
  )

/** The three challenges of a round to whoever is 90 % sure of YES, where others say otherwise. */
export const crossBy = (...outcomes: readonly Vote.Outcome[]): string[] =>
  Challenge.challengesFor(
    (['YES', ...outcomes] as const).map((outcome, i) => ({
      outcome,
      confidenceBps: 9_000,
      responseHash: Hash.ofText(`answer ${i}`),
    })),
    0,
  )
export const cross = crossBy('NO', 'YES', 'INVALID')

export const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://worker.example${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

export type Made = ReturnType<typeof make>

/** A worker that answers YES and counts how often it was asked. */
export function make(options: Partial<WorkerOptions> = {}) {
  const asked: Wire.ResolveRequest[] = []
  const challenged: (Wire.ResolveReply | null)[] = []
  const made = createWorker({
    agentId,
    chainId,
    market,
    now: () => later,
    chain: null,
    store: memoryStore(),
    resolve(request) {
      asked.push(request)
      const evidence = `Signed on March 1 (${asked.length}).`
      return { determination: true, confidence: 0.9, evidence, sources: ['https://a.example'] }
    },
    challenge({ challenges }, { answer }) {
      challenged.push(answer?.response ?? null)
      return { responses: challenges.map((_, i) => `Response ${i} of call ${challenged.length}.`) }
    },
    ...options,
  })
  const ask = async (path: string, body: unknown, headers?: Record<string, string>) => {
    const response = await made.fetch(post(path, body, headers))
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return {
    worker: made,
    asked,
    challenged,
    ask,
    resolve: async (body: unknown) => (await ask('/a2a/resolve', body)).text,
    challenge: async (body: unknown) => (await ask('/a2a/challenge', body)).text,
  }
}

export type FakeChain = WorkerChain & { readonly rounds: Map<number, RoundView>; isBroken: boolean }

export function fakeChain(): FakeChain {
  const rounds = new Map<number, RoundView>()
  return {
    chainId,
    market,
    rounds,
    isBroken: false,
    async readRound(marketId) {
      if (this.isBroken) throw new Error('connect ECONNREFUSED http://secret@127.0.0.1:1/')
      return rounds.get(marketId) ?? null
    },
    async head() {
      if (this.isBroken) throw new Error('connect ECONNREFUSED http://secret@127.0.0.1:1/')
      return { number: 10n, timestamp: deadline + 100 }
    },
  }
}

/** A round that agent 3 is asked in. */
export const roundView = (changes: Partial<Omit<RoundView, 'parsed'>> = {}): RoundView =>
  Question.pose({
    chainId,
    market,
    marketId: 7,
    round: 1,
    question: manual,
    deadline,
    createdAt: deadline - 86_400,
    isAsked: true,
    isRepeat: false,
    requestedAt: deadline + 60,
    now: deadline + 100,
    workers: [{ ...worker, factorBps: 2_500 }],
    ...changes,
  })

export const isSigned = (body: string): boolean => 'attestation' in JSON.parse(body)
