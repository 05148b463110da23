import type { Logger } from 'pino'
import type { Hex } from 'viem'
import type { Store } from '../services/store/Store.ts'
import type { Book } from './Book.ts'
import type { Wait } from './Budget.ts'
import type { Chain } from './Chain.ts'
import type { Config } from './Config.ts'
import type { Head } from './Market.ts'
import type { Metrics } from './makeMetrics.ts'
import type { Outbox, Outcome } from './Outbox.ts'

/** One keeper process: what it may use, and what it knows. */
export type Keeper = {
  readonly chain: Chain
  readonly store: Store
  /** Who pays. */
  readonly address: Hex
  readonly publicUrl: string
  readonly budget: Config['budget']
  readonly sending: Config['sending']
  readonly turns: Config['turns']
  readonly feedback: boolean
  readonly watch: Config['watch']
  readonly book: Book
  readonly outbox: Outbox
  readonly metrics: Metrics
  readonly log: Logger
  /** What the last look found. */
  readonly status: Status
  /** Milliseconds of this machine: for pauses, never for what is due. */
  readonly now: () => number
  readonly stopping: AbortSignal
  /** Told of each call that a block has. */
  readonly onOutcome: (outcome: Outcome) => void
}

export type Status = {
  head: Head | null
  /** Why the next call is not sent; null while nothing keeps it back. */
  waiting: Wait | null
}
