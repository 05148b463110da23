import * as Decimal from '../Decimal.ts'
import type { Query, Sample } from './Source.ts'

/** Which of many samples is meant: the first in the window, or the highest or lowest there. */
export type Choice = 'first' | 'high' | 'low'

/**
 * A metric's name and what follows from its ending: `price_usd_high` is the high of `price_usd`.
 *
 * @example
 * splitMetric('price_usd_high') // { name: 'price_usd', choice: 'high' }
 */
export function splitMetric(metric: string): { name: string; choice: Choice } {
  const lower = metric.toLowerCase()
  if (lower.endsWith('_high')) return { name: lower.slice(0, -5), choice: 'high' }
  if (lower.endsWith('_low')) return { name: lower.slice(0, -4), choice: 'low' }
  return { name: lower, choice: 'first' }
}

/**
 * The sample that counts, whatever order the provider lists them in. Of equal extremes the earliest counts, and of two samples at
 * one time the one that is listed first; null when none is in the window.
 *
 * @example
 * const samples = [{ observedAt: 160, value: '2' }, { observedAt: 120, value: '1' }, { observedAt: 90, value: '3' }]
 * pickSample(samples, { from: 100, to: 200 }, 'first').value // '1'
 * pickSample(samples, { from: 100, to: 200 }, 'high').value // '2'
 * pickSample(samples, { from: 300, to: 400 }, 'first') // null
 */
export function pickSample(
  samples: Iterable<Sample>,
  window: Query['window'],
  choice: Choice,
): Sample | null {
  let best: Sample | null = null
  for (const sample of samples) {
    if (sample.observedAt < window.from || sample.observedAt > window.to) continue
    if (best === null || isBetter(sample, best, choice)) best = sample
  }
  return best
}

function isBetter(sample: Sample, best: Sample, choice: Choice): boolean {
  const isEarlier = sample.observedAt < best.observedAt
  if (choice === 'first') return isEarlier
  const order = Decimal.compare(sample.value, best.value)
  if (order === 0) return isEarlier
  return choice === 'high' ? order > 0 : order < 0
}
