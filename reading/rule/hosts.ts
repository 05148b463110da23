import type { Word } from '../text/Words.ts'
import { bareDomain } from './domains.ts'

/** Host names without a scheme: words joined by points, ending in a known top level. */
export function* bareHosts(words: readonly Word[]): Generator<{ at: number; count: number; domain: string }> {
  for (let at = 0; at < words.length; at++) {
    let next = at
    while (isJoined(words, next) && next < at + 8) next += 2
    if (next === at) continue
    const name = words
      .slice(at, next + 1)
      .map(({ text }) => text)
      .join('')
    const domain = bareDomain(name, { endsSmall: !words[next]!.isCapital })
    if (domain !== null) yield { at, count: next - at + 1, domain }
    at = next
  }
}

const isJoined = (words: readonly Word[], at: number): boolean => {
  const [first, point, second] = [words[at], words[at + 1], words[at + 2]]
  return (
    first !== undefined &&
    second !== undefined &&
    point?.text === '.' &&
    first.end === point.start &&
    point.end === second.start &&
    first.kind !== 'mark' &&
    second.kind === 'word'
  )
}
