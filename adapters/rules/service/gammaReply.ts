import { z } from 'zod'
import { BaseError } from '../../../protocol/index.ts'
import type { Received } from '../../../services/fetch/exchange.ts'
import { retryAfter } from '../../../services/fetch/retryAfter.ts'

/** A market as Gamma, or a cache before it, gave it out. */
export type Copy = {
  readonly value: unknown
  readonly isResolved: boolean
  /** Milliseconds since 1970; null where the copy does not say. */
  readonly updatedAt: number | null
  /** How old the copy says it is. */
  readonly ageS: number
  readonly responseMs: number
}

// What is not as expected counts as absent: whether the market can be read is for the parser to say.
const row = z.looseObject({
  conditionId: z.string().max(256).nullish().catch(null),
  condition_id: z.string().max(256).nullish().catch(null),
  closed: z.boolean().nullish().catch(null),
  umaResolutionStatus: z.string().max(64).nullish().catch(null),
  updatedAt: z.string().max(64).nullish().catch(null),
  timestamp_ms: z.int().min(0).nullish().catch(null),
})
type Row = z.output<typeof row>

/** The list that a reply holds. */
export function readRows({ status, headers, body }: Received, now: number): readonly unknown[] {
  if (status !== 200)
    throw new GammaError(String(status), `Gamma answered with status ${status}.`, {
      retryAfterMs: retryAfter(headers['retry-after'], now),
    })
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch (cause) {
    throw new GammaError('garbage', 'What Gamma sent is not JSON.', { cause })
  }
  if (!Array.isArray(value)) throw new GammaError('garbage', 'What Gamma sent is no list of markets.')
  return value
}

/** The condition id of one row; null where it is no market. */
export function idOf(value: unknown): string | null {
  const read = row.safeParse(value)
  if (!read.success) return null
  const id = (read.data.conditionId ?? read.data.condition_id ?? '').toLowerCase()
  return /^0x[0-9a-f]{64}$/.test(id) ? id : null
}

/** One row that is a market. */
export function toCopy(
  value: unknown,
  reply: { readonly ageS: number; readonly responseMs: number; readonly now: number },
): Copy {
  const read = row.parse(value)
  const { timestamp_ms, updatedAt } = read
  const saidS = timestamp_ms == null ? 0 : Math.max(0, (reply.now - timestamp_ms) / 1_000)
  return {
    value,
    isResolved: isResolved(read),
    updatedAt: updatedAt == null ? null : timeOf(updatedAt),
    ageS: Math.max(reply.ageS, saidS),
    responseMs: reply.responseMs,
  }
}

/** A closed market may still be disputed, and its rules clarified meanwhile. */
const isResolved = ({ closed, umaResolutionStatus }: Row): boolean =>
  closed === true && ['resolved', 'settled'].includes(umaResolutionStatus ?? 'resolved')

const timeOf = (text: string): number | null => {
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** What caches on the way say of the reply's age. */
export const ageOf = ({ headers }: Received): number =>
  /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0

/** Gamma can't be asked now. What is known stays as it is. */
export class GammaError extends BaseError {
  override readonly name = 'Rules.GammaError'
  /** A status, or what went wrong before there was one. */
  readonly result: string
  readonly retryAfterMs: number
  constructor(result: string, message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause, metaMessages: [`The result was: ${result}.`] })
    this.result = result
    this.retryAfterMs = options.retryAfterMs ?? 0
  }
}
