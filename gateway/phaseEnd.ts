import type { Config } from './Config.ts'
import type { Phase } from './Gateway.ts'

/** What decides how long a phase is waited for. Times are milliseconds of one clock. */
export type PhaseFacts = {
  readonly phase: Phase
  /** When anybody was first asked in it; null: nobody was. */
  readonly firstAsk: number | null
  /** Where a number decides: when the rule can be decided, and whether it asks for a high or low. Null on any other rule. */
  readonly rule: { readonly readyAt: number; readonly isOfMany: boolean } | null
  /** When signed Yes and No answers of two thirds were in; null: they are not. */
  readonly twoThirdsAt: number | null
}

/**
 * When a phase ends, unless all are in before. It depends on nothing but when workers were first asked, what they said when, and
 * the rule, so that it is the same after a restart and in every process.
 */
export function phaseEnd(facts: PhaseFacts, deadlines: Config['deadlines']): number {
  const { phase, firstAsk, rule, twoThirdsAt } = facts
  const { resolveMs, challengeMs, patienceMs } = deadlines
  if (firstAsk === null) return Number.POSITIVE_INFINITY
  if (phase === 'defences') return firstAsk + challengeMs
  if (rule === null) return firstAsk + resolveMs
  const last = Math.max(rule.readyAt, firstAsk) + patienceMs
  if (twoThirdsAt === null) return last
  const readyAt = rule.isOfMany ? rule.readyAt : 0
  return Math.min(last, Math.max(twoThirdsAt + patienceMs, firstAsk + resolveMs, readyAt))
}

/** When the two thirds were in, of n workers with definite answers at these times; null where they are not. */
export function twoThirdsAt(definite: readonly number[], n: number): number | null {
  return [...definite].sort((a, b) => a - b)[Math.ceil((2 * n) / 3) - 1] ?? null
}
