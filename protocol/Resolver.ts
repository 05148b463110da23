import type { Severity } from './Issue.ts'
import * as Rule from './Rule.ts'

/** Who decides a market, where its rule says so. */
export type Resolver = string

/** What a rule's resolver means for those who create a market with it. */
export type Warning = {
  readonly code: 'PROOFS_ONLY' | 'UNSERVED_RESOLVER'
  readonly severity: Severity
  readonly message: string
}

/** The resolver for whom only zkTLS proofs count. */
const prover = 'brevis:zktls'

/**
 * Whether an account decides what this resolver does: itself, in any case. Where no resolver is named, the account that posted does.
 *
 * @example
 * Resolver.isServedBy('soothsayer', 'SoothSayer') // true
 * Resolver.isServedBy('brevis:zktls', 'SoothSayer') // false
 * Resolver.isServedBy(null, 'SoothSayer') // true
 */
export const isServedBy = (resolver: Resolver | null, account: string): boolean =>
  resolver === null || resolver.toLowerCase() === account.toLowerCase()

/**
 * What to know before a market with this rule is created: its resolver may not be served. Null where there is nothing to say.
 *
 * @example
 * const { rule } = Question.parse('§question ?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:1\nresolver:brevis:zktls')
 * Resolver.warning(rule).code // 'PROOFS_ONLY'
 */
export function warning(rule: Rule.Rule): Warning | null {
  if (rule.resolver?.toLowerCase() !== prover) return null
  if (Rule.isAuto(rule))
    return {
      code: 'PROOFS_ONLY',
      severity: 'warning',
      message: `With \`resolver:${rule.resolver}\` only values with a zkTLS proof count, and no source here brings one by itself: unless its workers bring proofs, the market ends as Invalid.`,
    }
  return {
    code: 'UNSERVED_RESOLVER',
    severity: 'warning',
    message: `\`resolver:${rule.resolver}\` proves values of sources; a manual rule has none, so it will not be decided by it.`,
  }
}
