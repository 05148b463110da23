import type { Address, Hash } from '../../protocol/index.ts'
import type { Block, Chain } from '../../services/chain/Chain.ts'
import type { ChainClock } from '../../services/chain/chainClock.ts'
import type { Log } from '../../services/http/Log.ts'
import type { Flights } from '../../services/http/once.ts'
import type {
  AgentChallengeRequest,
  AgentChallengeResponse,
  AgentResolveRequest,
  AgentResolveResponse,
} from './AgentResponse.ts'
import type { AnswerStore } from './AnswerStore.ts'
import type { Reproduce } from './reproduce.ts'
import type { Signer } from './Signer.ts'
import type { WorkQueue } from './WorkQueue.ts'

/** Decides a question. `signal` is aborted when the work has taken too long or the worker stops. */
export type Resolve = (
  request: AgentResolveRequest,
  context: { readonly requestHash: Hash.RequestHash; readonly signal: AbortSignal },
) => AgentResolveResponse | Promise<AgentResolveResponse>

/** An answer that the worker gave. */
export type GivenAnswer = {
  readonly request: AgentResolveRequest
  readonly response: AgentResolveResponse
}

/** Defends an answer; `answer` is null where the worker has none on record for the challenge. */
export type Challenge = (
  request: AgentChallengeRequest,
  context: { readonly answer: GivenAnswer | null; readonly signal: AbortSignal },
) => AgentChallengeResponse | Promise<AgentChallengeResponse>

/** The reads of a chain that a worker needs. `connectChain` makes one. */
export type WorkerChain = Pick<Chain, 'chainId' | 'market' | 'readRound'> & { head(): Promise<Block> }

/** An answer with the bytes it is served as. */
export type Answer = GivenAnswer & { readonly requestHash: Hash.RequestHash; readonly body: string }

/** One worker at work: what it is, what it may use, and what it has under way. */
export type WorkerState = {
  readonly agentId: number
  readonly own: { readonly chainId: number; readonly market: Address.Address }
  readonly resolve: Resolve
  readonly challenge: Challenge
  /** Null: what others cite is not looked for. */
  readonly reproduce: Reproduce | null
  readonly signer: Signer | null
  readonly chain: WorkerChain | null
  readonly store: AnswerStore
  readonly queue: WorkQueue
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The chain's time, as far as the worker has seen it. */
  readonly chainClock: ChainClock
  readonly workMs: number
  /** By then a round that no number decides is signed, from when it was first asked. */
  readonly decideMs: number
  readonly stopping: AbortSignal
  readonly flights: Flights
  /** The latest answers by request, with the time up to which one that may still change is served. */
  readonly recent: Map<Hash.RequestHash, { readonly answer: Answer; readonly until: number }>
}
