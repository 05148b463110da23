import * as z from 'zod'
import { BaseError } from './Errors.ts'
import * as Schema from './Schema.ts'

/** The quotas a round must fit into, read from `limits.json` in the shape of the `cre` CLI: all values are strings. */
export type Limits = {
  readonly httpCalls: number
  readonly httpResponseBytes: number
  readonly reads: number
  readonly readBytes: number
  readonly consensusCalls: number
  readonly observationBytes: number
  readonly reportBytes: number
}

const count = z.string().transform((text) => whole(text, /^(\d{1,9})()$/))
const size = z.string().transform((text) => whole(text, /^(\d{1,9})(b|kb|mb)?$/))

const file = z.object({
  ChainWrite: z.object({ ReportSizeLimit: size }),
  ChainRead: z.object({ CallLimit: count, PayloadSizeLimit: size }),
  Consensus: z.object({ ObservationSizeLimit: size, CallLimit: count }),
  HTTPAction: z.object({ CallLimit: count, ResponseSizeLimit: size }),
})

const units: Record<string, number> = { b: 1, kb: 1_000, mb: 1_000_000 }

function whole(text: string, pattern: RegExp): number {
  const match = pattern.exec(text)
  if (match === null) throw new UnreadableLimitError(text)
  return Number(match[1]) * (units[match[2] ?? ''] ?? 1)
}

/**
 * Reads the file's JSON. Keys that do not bind a round are ignored.
 *
 * @example
 * const limits = Limits.read({
 *   ChainWrite: { ReportSizeLimit: '5kb' },
 *   ChainRead: { CallLimit: '15', PayloadSizeLimit: '5kb' },
 *   Consensus: { ObservationSizeLimit: '100kb', CallLimit: '20' },
 *   HTTPAction: { CallLimit: '5', ResponseSizeLimit: '100kb' },
 * })
 * limits.httpCalls // 5
 * limits.reportBytes // 5_000
 */
export function read(value: unknown): Limits {
  const limits = Schema.read(file, value)
  return {
    httpCalls: limits.HTTPAction.CallLimit,
    httpResponseBytes: limits.HTTPAction.ResponseSizeLimit,
    reads: limits.ChainRead.CallLimit,
    readBytes: limits.ChainRead.PayloadSizeLimit,
    consensusCalls: limits.Consensus.CallLimit,
    observationBytes: limits.Consensus.ObservationSizeLimit,
    reportBytes: limits.ChainWrite.ReportSizeLimit,
  }
}

/** Thrown for a quota that is neither a count nor a size. */
export class UnreadableLimitError extends BaseError {
  override readonly name = 'Limits.UnreadableLimitError'
  constructor(text: string) {
    super(`${JSON.stringify(text)} is no limit.`, {
      metaMessages: ['Write counts as "5" and sizes as "100kb".'],
    })
  }
}
