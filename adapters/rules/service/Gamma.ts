import type { GuardOptions } from '../../../services/fetch/guard.ts'
import { request } from '../../../services/fetch/request.ts'
import { TransportError } from '../../../services/fetch/Transport.ts'
import { ageOf, type Copy, GammaError, idOf, readRows, toCopy } from './gammaReply.ts'

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

export function openGamma(options: GammaOptions): Gamma {
  const { baseUrl, maxBytes = 8_388_608, now, told = () => {} } = options

  async function ask(query: URLSearchParams, { signal, uncached = false }: FetchOptions) {
    if (uncached) query.set('_', String(now()))
    const started = performance.now()
    try {
      const headers = {
        'user-agent': 'cresolver-rules',
        ...(uncached ? { 'cache-control': 'no-cache' } : {}),
      }
      const outgoing = { method: 'GET', url: `${baseUrl}/markets?${query}`, headers } as const
      const received = await request(outgoing, { ...options.guard, maxBytes, signal })
      const rows = readRows(received, now())
      const ms = performance.now() - started
      told('200', ms / 1_000)
      return { rows, ageS: ageOf(received), responseMs: Math.round(ms), now: now() }
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
    const { rows, ...reply } = await ask(query, how)
    return rows.flatMap((value): [string, Copy][] => {
      const id = idOf(value)
      // What was not asked for is not looked at.
      return id === null || !ids.includes(id) ? [] : [[id, toCopy(value, reply)]]
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
      return { ids: rows.flatMap((value) => idOf(value) ?? []), rows: rows.length }
    },
  }
}

function toFailure(error: unknown, signal: AbortSignal): GammaError {
  if (error instanceof GammaError) return error
  if (signal.aborted) return new GammaError('timeout', 'Gamma did not answer in time.', { cause: error })
  const code = error instanceof TransportError ? error.code : 'connection'
  return new GammaError(code, 'Gamma could not be asked.', { cause: error })
}
