import type { Logger } from 'pino'
import type { Store } from '../../../services/store/Store.ts'
import type { Config } from './Config.ts'
import type { Gamma } from './Gamma.ts'
import type { KillSwitch } from './KillSwitch.ts'
import type { Metrics } from './makeMetrics.ts'
import type { Parameters } from './Parameters.ts'
import type { Parser } from './Parser.ts'

/** One process of the service: what it may use, and by which rules. */
export type Service = {
  /** Tells this process from others on the same database. */
  readonly name: string
  readonly store: Store
  readonly gamma: Gamma
  readonly parser: Parser
  readonly killSwitch: KillSwitch
  /** Those in force now: a person may approve others meanwhile. */
  readonly parameters: Parameters
  readonly limits: Config['limits']
  readonly metrics: Metrics
  readonly log: Logger
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A new trace id: 32 hex digits. */
  readonly newTrace: () => string
  /** Aborted when it stops. */
  readonly stopping: AbortSignal
}
