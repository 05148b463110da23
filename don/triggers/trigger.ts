import type { Any } from '@bufbuild/protobuf/wkt'
import { BaseError } from '../../protocol/core.ts'

export type TriggerKind = 'log' | 'cron' | 'http'

/** What wakes a handler of the workflow. */
export type TriggerEvent = {
  /** Which handler, by the order in which the workflow names them. */
  readonly handler: number
  readonly trigger: TriggerKind
  /** Its id: the same event is the same execution on every node. */
  readonly event: string
  readonly payload: Any
}

/** Something worth a line, of which nobody else is told: a dropped event, a node that does not answer. */
export type Note = (text: string) => void

export type Trigger = {
  /** Looks for what has happened so far, and waits until all of it was handed on. */
  settle(): Promise<void>
  stop(): Promise<void>
}

export class TriggerRefusedError extends BaseError {
  override readonly name = 'Trigger.RefusedError'
  constructor(handler: number, why: string) {
    super(`The trigger of handler ${handler} is refused: ${why}`)
  }
}
