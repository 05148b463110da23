import { cost } from './cost.ts'
import type { Entry, Role } from './lexicon.ts'

const deciding: ReadonlySet<Role> = new Set([
  'add',
  'subtract',
  'multiply',
  'divide',
  'total',
  'remain',
  'average',
  'share',
])

/**
 * Short words are too close to one another to be guessed at, words that decide nothing need not be, and one that would
 * decide the operation must be plain.
 */
export function budgetOf(length: number, { role }: Entry): number {
  if (role === 'plain' || role === 'adjective') return length >= 7 ? cost.slip : 0
  if (role === 'measure' && length <= 4) return 0
  if (length <= 3 || role === 'no' || role === 'factor') return 0
  if (deciding.has(role)) return length <= 6 ? cost.vowel : length <= 8 ? cost.slip : cost.slip + cost.vowel
  if (length === 4) return cost.slip
  return length === 5 ? 2 * cost.vowel : length === 6 ? cost.slip + cost.vowel : 2 * cost.slip
}

/** For scraps in which a number may be lost. */
export function generousBudgetOf(length: number): number {
  return length <= 3
    ? cost.slip
    : length === 4
      ? cost.slip + cost.vowel
      : length === 5
        ? 2 * cost.slip
        : 2 * cost.slip + cost.vowel
}
