import type { Difference } from './align.ts'
import type { Pair } from './harmless.ts'
import type { Token } from './tokens.ts'

/** How many words an adverb may pass. */
const farthest = 2
/** What it may not pass: its meaning would change, or that of the sentence. */
const barriers = new Set('not no never only and or but if unless except than'.split(' '))
const isAdverb = ({ key, word }: Token): boolean =>
  word.kind === 'word' &&
  !word.isCapital &&
  ((key.length > 4 && key.endsWith('ly') && key !== 'early') || key === 'alone')

/** Differences by which an adverb only stands after what it stood before: "based solely", "solely based". */
export function shifts(pair: Pair, differences: readonly Difference[]): ReadonlySet<Difference> {
  const found = new Set<Difference>()
  differences.slice(1).forEach((second, i) => {
    const first = differences[i]!
    if (!found.has(first) && isShift(pair, first, second)) found.add(first).add(second)
  })
  return found
}

function isShift({ before, after }: Pair, first: Difference, second: Difference): boolean {
  const out = [first, second].flatMap(({ before: [from, to] }) => before.slice(from, to))
  const into = [first, second].flatMap(({ after: [from, to] }) => after.slice(from, to))
  const [moved] = out
  if (out.length !== 1 || into.length !== 1 || moved!.key !== into[0]!.key || barriers.has(moved!.key))
    return false
  const passed = before.slice(first.before[1], second.before[0])
  if (passed.length === 0 || passed.length > farthest) return false
  // Either it passed a word or two, or the one word passed it.
  if (!isAdverb(moved!) && !(passed.length === 1 && isAdverb(passed[0]!))) return false
  return passed.every(({ key, word }) => !barriers.has(key) && word.sentence === moved!.word.sentence)
}
