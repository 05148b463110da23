import { z } from 'zod'
import { BaseError } from '../../../protocol/index.ts'
import { exchange, type Received } from '../../source/exchange.ts'
import { type GuardOptions, guard } from '../../source/guard.ts'
import { retryAfter } from '../../source/live.ts'
import { TransportError } from '../../source/Source.ts'

/** Polymarket's Gamma API, as far as rules are concerned. */
export type Gamma = {
  /** Markets by their condition ids, closed ones too; those that Gamma does not have are not in the map. */
  fetchMarkets(conditionIds: readonly string[], options: FetchOptions): Promise<ReadonlyMap<string, Copy>>
  /** The condition ids of one page of all markets that are open, and how many rows the page had. */
  listOpen(
    offset: number,
    options: FetchOptions,
  ): Promise<{ readonly ids: readonly string[]; readonly rows: number }>
}

export type FetchOptions = {
  readonly signal: AbortSignal
  /** Passes by caches, which may hold a copy from before an edit. */
  readonly uncached?: boolean
}

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

export type GammaOptions = {
  readonly baseUrl: string
  readonly guard: GuardOptions
  readonly maxBytes?: number
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Told of every reply: its status, or why there was none. */
  readonly told?: (result: string, seconds: number) => void
}

const pageSize = 100

const row = z.looseObject({
  conditionId: z.string().max(256).nullish(),
  condition_id: z.string().max(256).nullish(),
  closed: z.boolean().nullish(),
  umaResolutionStatus: z.string().max(64).nullish(),
  updatedAt: z.string().max(64).nullish(),
  timestamp_ms: z.int().min(0).nullish(),
})

export function openGamma(options: GammaOptions): Gamma {
  const { baseUrl, maxBytes = 8_388_608, now, told = () => {} } = options

  async function ask(query: URLSearchParams, { signal, uncached = false }: FetchOptions) {
    if (uncached) query.set('_', String(now()))
    const started = performance.now()
    try {
      const target = await guard(`${baseUrl}/markets?${query}`, options.guard)
      const headers = {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'cresolver-rules',
        ...(uncached ? { 'cache-control': 'no-cache' } : {}),
      }
      const received = await exchange(target, { method: 'GET', headers }, { maxBytes, signal })
      const rows = readRows(received, now())
      const ms = performance.now() - started
      told('200', ms / 1_000)
      return { rows, ageS: ageOf(received), responseMs: Math.round(ms) }
    } catch (error) {
      const failure = toFailure(error, signal)
      told(failure.result, (performance.now() - started) / 1_000)
      throw failure
    }
  }

  async function some(ids: readonly string[], closed: boolean, how: FetchOptions): Promise<[string, Copy][]> {
    const query = new URLSearchParams(ids.map((id): [string, string] => ['condition_ids', id]))
    query.set('limit', String(ids.length))
    if (closed) query.set('closed', 'true')
    const { rows, ageS, responseMs } = await ask(query, how)
    return rows.flatMap((value): [string, Copy][] => {
      const read = row.safeParse(value)
      const id = read.success ? idOf(read.data) : null
      // What was not asked for is not looked at.
      if (!read.success || id === null || !ids.includes(id)) return []
      const { updatedAt, timestamp_ms } = read.data
      const said = timestamp_ms == null ? 0 : Math.max(0, (now() - timestamp_ms) / 1_000)
      return [
        [
          id,
          {
            value,
            isResolved: isResolved(read.data),
            updatedAt: updatedAt == null ? null : timeOf(updatedAt),
            ageS: Math.max(ageS, said),
            responseMs,
          },
        ],
      ]
    })
  }

  return {
    async fetchMarkets(ids, how) {
      const found = new Map(await some(ids, false, how))
      const missing = ids.filter((id) => !found.has(id))
      // Without being asked for them, Gamma leaves closed markets out.
      if (missing.length > 0) for (const [id, copy] of await some(missing, true, how)) found.set(id, copy)
      return found
    },
    async listOpen(offset, how) {
      const query = new URLSearchParams({ closed: 'false', active: 'true', order: 'id', ascending: 'true' })
      query.set('limit', String(pageSize))
      query.set('offset', String(offset))
      const { rows } = await ask(query, how)
      const ids = rows.flatMap((value) => {
        const read = row.safeParse(value)
        return read.success ? (idOf(read.data) ?? []) : []
      })
      return { ids, rows: rows.length }
    },
  }
}

function readRows({ status, headers, body }: Received, now: number): readonly unknown[] {
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

const idOf = ({ conditionId, condition_id }: z.output<typeof row>): string | null => {
  const id = (conditionId ?? condition_id ?? '').toLowerCase()
  return /^0x[0-9a-f]{64}$/.test(id) ? id : null
}

/** A closed market may still be disputed, and its rules clarified meanwhile. */
const isResolved = ({ closed, umaResolutionStatus }: z.output<typeof row>): boolean =>
  closed === true && ['resolved', 'settled'].includes(umaResolutionStatus ?? 'resolved')

const timeOf = (text: string): number | null => {
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** What caches on the way say of the reply's age. */
const ageOf = ({ headers }: Received): number =>
  /^\d{1,9}$/.test(headers.age ?? '') ? Number(headers.age) : 0

function toFailure(error: unknown, signal: AbortSignal): GammaError {
  if (error instanceof GammaError) return error
  if (signal.aborted) return new GammaError('timeout', 'Gamma did not answer in time.', { cause: error })
  const code = error instanceof TransportError ? error.code : 'connection'
  return new GammaError(code, 'Gamma could not be asked.', { cause: error })
}

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
