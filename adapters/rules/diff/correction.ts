import type { Difference } from './align.ts'
import type { Pair } from './harmless.ts'

const articles = new Set(['the', 'a', 'an', 'this', 'that'])
const enough = 2

/**
 * A word set right: an article stood before a word that is no noun in this text ("the released has not been released"), and
 * now stands before one that is. Two nouns may each decide, so that no such proof is tried for them.
 */
export function isCorrection(
  { before, after }: Pair,
  { before: [b0, b1], after: [a0, a1] }: Difference,
): boolean {
  if (b1 - b0 !== 1 || a1 - a0 !== 1) return false
  const [wrong, right] = [before[b0]!, after[a0]!]
  if ([wrong, right].some(({ word }) => word.kind !== 'word' || word.isCapital)) return false
  if (!articles.has(before[b0 - 1]?.key ?? '')) return false
  let [plain, asNoun] = [0, 0]
  for (let at = 1; at < before.length; at++) {
    const isNoun = articles.has(before[at - 1]!.key)
    if (at !== b0 && before[at]!.key === wrong.key) {
      if (isNoun) return false
      plain++
    }
    if (before[at]!.key === right.key && isNoun) asNoun++
  }
  return plain >= enough && asNoun >= enough
}
