import type { Logger } from 'pino'
import type { Store } from '../services/store/Store.ts'
import type { BetTerms, Block, Chain } from './Chain.ts'
import type { Config } from './Config.ts'
import type { Deployment } from './Deployment.ts'
import type { Feed } from './Feed.ts'
import type { Metrics } from './makeMetrics.ts'

/** One indexer process. */
export type Indexer = {
  readonly chain: Chain
  readonly store: Store
  readonly config: Config
  readonly deployment: Deployment
  readonly publicUrl: string
  readonly terms: BetTerms | null
  readonly maxSeats: number
  readonly feed: Feed
  readonly metrics: Metrics
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly stopping: AbortSignal
  /** How it stands: the newest block of the chain, that of the tables, and how many round files are known. */
  readonly status: { head: Block | null; seen: Block | null; files: number }
}
