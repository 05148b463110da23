import type { Word } from '../text/Words.ts'

const openers = new Set(['will', 'does', 'did', 'is', 'has', 'can', 'the', 'a', 'an'])
const auxiliaries = new Set('be been have has get gets is are was were not'.split(' '))

/** What stands between "Will" and the event: who or what the question is about. */
export function subjectOf(
  words: readonly Word[],
  event: number | null,
): { start: number; end: number } | null {
  let first = 0
  while (first < words.length && openers.has(words[first]!.text)) first++
  let last = event === null || event <= first ? endOfName(words, first) : event
  while (last > first && (auxiliaries.has(words[last - 1]!.text) || words[last - 1]!.kind === 'mark')) last--
  return last <= first ? null : { start: words[first]!.start, end: words[last - 1]!.end }
}

function endOfName(words: readonly Word[], first: number): number {
  let last = first
  while (last < words.length && words[last]!.text !== '?' && last < first + 12) last++
  return last
}
