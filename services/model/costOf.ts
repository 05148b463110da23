import type { Prices } from './Config.ts'

const million = 1_000_000n

/**
 * What tokens cost in whole micro-USD, rounded up; null without prices.
 *
 * @example
 * costOf({ inputTokens: 1000, outputTokens: 200 }, { inputPerMillion: 250_000, outputPerMillion: 2_000_000 }) // 650
 */
export function costOf(
  tokens: { readonly inputTokens: number; readonly outputTokens: number },
  prices: Prices | undefined,
): number | null {
  if (prices === undefined) return null
  const input = BigInt(tokens.inputTokens) * BigInt(prices.inputPerMillion)
  const output = BigInt(tokens.outputTokens) * BigInt(prices.outputPerMillion)
  return Number((input + output + million - 1n) / million)
}
