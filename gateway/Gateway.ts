import type { Logger } from 'pino'
import type { FullChain, RoundView } from '../services/chain/Chain.ts'
import type { Store } from '../services/store/Store.ts'
import type { AskOptions, AskWorker } from './askWorker.ts'
import type { Clock } from './Clock.ts'
import type { Config } from './Config.ts'
import type { FindEndpoint } from './endpoints.ts'
import type { Metrics } from './makeMetrics.ts'
import type { Places } from './Places.ts'

/** One gateway process: what it may use, and how long others may take. */
export type Gateway = {
  /** Tells this process from others on the same database. */
  readonly name: string
  readonly chain: FullChain
  readonly store: Store
  readonly publicUrl: string
  readonly deadlines: Config['deadlines']
  readonly limits: Config['limits']
  /** How workers are reached: which addresses are allowed, and with what token. */
  readonly reach: AskOptions
  readonly askWorker: AskWorker
  readonly findEndpoint: FindEndpoint
  /** How many workers are asked at once, over all rounds. */
  readonly places: Places
  readonly metrics: Metrics
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly clock: Clock
  /** Aborted when it stops. */
  readonly stopping: AbortSignal
}

/** Which round, of the market contract that the gateway works for. */
export type Key = { readonly marketId: number; readonly round: number }

export type Phase = 'answers' | 'defences'
export const phases: readonly Phase[] = ['answers', 'defences']

export const keyOf = ({ marketId, round }: RoundView): Key => ({ marketId, round })
