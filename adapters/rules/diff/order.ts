import type { Token } from './tokens.ts'

/** Words that a sentence begins with when it leans on the one before it. */
const leaning = new Set(
  'otherwise however but it they he she such in this that these those if so then also likewise therefore additionally'.split(
    ' ',
  ),
)

/** Whether two readings have the same sentences in another order, and each that leans on another still follows it. */
export function isReordered(before: readonly Token[], after: readonly Token[]): boolean {
  if (before.length !== after.length) return false
  const [old, now] = [sentencesOf(before), sentencesOf(after)]
  if (old.length !== now.length || old.every((sentence, i) => sentence === now[i])) return false
  if (old.toSorted().join('\n') !== now.toSorted().join('\n')) return false
  const followed = (sentences: readonly string[]) =>
    sentences
      .flatMap((sentence, i) => (isLeaning(sentence) ? [`${sentences[i - 1] ?? ''}\n${sentence}`] : []))
      .toSorted()
      .join('\n\n')
  return followed(old) === followed(now)
}

function sentencesOf(tokens: readonly Token[]): string[] {
  const found: string[][] = []
  let open: number | null = null
  for (const { key, word } of tokens) {
    if (word.sentence !== open) found.push([])
    open = word.sentence
    found.at(-1)!.push(key)
  }
  return found.map((keys) => keys.join(' '))
}

const isLeaning = (sentence: string): boolean => leaning.has(sentence.split(' ', 1)[0]!)
