import * as Rule from '../Rule.ts'
import { splitMetric } from './pickSample.ts'
import { NotYetError, type Query, type Sample, type Source } from './Source.ts'

/**
 * From when on a reply is final: at once for a sample, after the window for an extreme or for silence.
 *
 * @example
 * const query = { asset: 'bitcoin', metric: 'price_usd', window: { from: 100, to: 200 } }
 * usualFinality({ observedAt: 120, value: '1' }, query) // 120
 * usualFinality({ observedAt: 120, value: '1' }, { ...query, metric: 'price_usd_high' }) // 201
 */
export function usualFinality(sample: Sample | null, { metric, window }: Query): number {
  const { choice } = splitMetric(metric)
  return sample === null || choice !== 'first' ? window.to + 1 : sample.observedAt
}

/**
 * From when on what this source says is final. Of a high or low the last samples may still be unpublished when the window ends,
 * so the provider's tolerance is waited for, as `Rule.readyAt` does.
 *
 * @example
 * const query = { asset: 'BTCUSDT', metric: 'price', window: { from: 1771631940, to: 1771632060 } }
 * finalFrom(binance(), { observedAt: 1771631999, value: '75001.5' }, query) // 1771632000
 * finalFrom(binance(), null, query) // 1771632061
 * finalFrom(binance(), null, { ...query, metric: 'price_high' }) // 1771632180
 */
export function finalFrom<query extends Query>(
  source: Source<query, unknown>,
  sample: Sample | null,
  query: query,
): number {
  const from = source.finalFrom?.(sample, query) ?? usualFinality(sample, query)
  if (splitMetric(query.metric).choice === 'first') return from
  return Math.max(from, query.window.to + Rule.publicationDelay(source.provider))
}

/**
 * Refuses what was fetched too early to be final.
 *
 * @example
 * const query = { asset: 'bitcoin', metric: 'price_usd', window: { from: 100, to: 200 } }
 * checkFinality(coingecko(), null, query, 201) // undefined
 * checkFinality(coingecko(), null, query, 200) // throws Source.NotYetError
 */
export function checkFinality<query extends Query>(
  source: Source<query, unknown>,
  sample: Sample | null,
  query: query,
  retrievedAt: number,
): void {
  const from = finalFrom(source, sample, query)
  if (retrievedAt < from) throw new NotYetError(source.provider, from)
}
