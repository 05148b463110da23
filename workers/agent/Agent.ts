import type { Logger } from 'pino'
import type { Address, Hash } from '../../protocol/index.ts'
import type { Chain } from '../../services/chain/Chain.ts'
import type { ChainClock } from '../../services/chain/chainClock.ts'
import type { Flights } from '../../services/http/once.ts'
import type { ModelState } from '../../services/model/watchModel.ts'
import type { Store } from '../../services/store/Store.ts'
import type { Answered, Resolver, Task } from '../pipeline/Resolver.ts'
import type { Again } from '../pipeline/Stage.ts'
import type { Reproduce } from '../sdk/reproduce.ts'
import type { WorkQueue } from '../sdk/WorkQueue.ts'
import type { Fitness } from './Evaluation.ts'
import type { Mounted } from './Extension.ts'
import type { Metrics } from './makeMetrics.ts'
import type { Answer, Responses } from './Records.ts'
import type { Signer } from './signOnce.ts'

/** One agent at work: what it is, what it may use, and what it has under way. */
export type Agent = {
  readonly agentId: number
  readonly resolver: Resolver
  /** Looks for what others cite; null where it does not. */
  readonly reproduce: Reproduce | null
  readonly store: Store
  /** Null: it can't know which rounds are real, and signs nothing. */
  readonly chain: Chain | null
  readonly signer: Signer | null
  /** What it serves beside the agent protocol. */
  readonly extensions: readonly Mounted[]
  /** The market contract it works for. */
  readonly own: { readonly chainId: number; readonly market: Address.Address }
  readonly publicUrl: string
  readonly limits: Limits
  readonly queue: WorkQueue
  readonly metrics: Metrics
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Waits so many milliseconds, or until the agent stops. */
  readonly pause: (milliseconds: number) => Promise<unknown>
  /** How its model did lately; null where it has none. */
  readonly model: () => ModelState | null
  /** How it did when it was last measured; null where it needs no eval. */
  readonly fitness: () => Fitness | null
  /** The chain's time, as far as the agent has seen it. */
  readonly chainClock: ChainClock
  readonly flights: Flights
  readonly provisional: Map<Hash.Hash, Provisional>
  /** Aborted when it stops for good. */
  readonly stopping: AbortSignal
}

export type Limits = {
  readonly bodyBytes: number
  readonly resolveMs: number
  readonly challengeMs: number
  /** After this long even work that goes on behind a 503 is given up. */
  readonly workMs: number
  /** By then a round that no number decides is signed, from when it was first asked. */
  readonly decideMs: number
  /** Plain answers that are kept. */
  readonly plainAnswers: number
}

/** An answer that may still change, because its deadline lies ahead or its round is not asked yet: kept in memory only. */
export type Provisional = { readonly answer: Answer; readonly until: number }

/** An answer with all that follows from it, before it is signed and kept. */
export type Worked = {
  readonly task: Task
  readonly reply: Answered['reply']
  readonly responses: Responses
  readonly proof: Answered['proof']
  /** When the work began, in Unix seconds of the chain. */
  readonly begunAt: number
  /** It is doubt because something failed: served, but not kept, so that the next request is worked on again. */
  readonly again: Again | null
}
