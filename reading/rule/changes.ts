import type { Word } from '../text/Words.ts'

/** Which way something goes by an amount. */
export type Change = 'rise' | 'fall'

const directions: ReadonlyMap<string, Change> = new Map([
  ...`rise rises rose risen increase increases increased raise raises raised hike hikes hiked grow grows grew gain gains gained climb climbs
  climbed jump jumps jumped surge surges surged growth higher up`
    .split(/\s+/)
    .map((word) => [word, 'rise'] as const),
  ...`fall falls fell fallen drop drops dropped decrease decreases decreased decline declines declined cut cuts lower lowers lowered reduce
  reduces reduced shrink shrinks shrank lose loses lost slide slides plunge plunges plunged slash slashes slashed slip slips reduction down`
    .split(/\s+/)
    .map((word) => [word, 'fall'] as const),
])
/** Words by which an amount is a level that is reached, and not how far something goes. */
const levels = new Set(['to', 'below', 'above', 'under', 'over', 'at', 'past', 'beyond'])
/** What a change is counted in, where no "by" says that it is one. */
const relative = new Set(['percent', 'bps', 'points', 'fahrenheit', 'celsius'])
const reach = 8

/** The direction of a change by the amount whose words, with those that compare it, stand from `first` up to `next`. */
export function changeBy(
  words: readonly Word[],
  first: number,
  next: number,
  unit: string | null,
): Change | null {
  const isSame = (at: number) => words[at]?.sentence === words[first]!.sentence
  const after = words[next]
  // "50 bps cut", "0.3% lower than".
  const trailing = isSame(next) && unit !== null ? (directions.get(after!.text) ?? null) : null
  if (trailing !== null) return trailing
  const by = words[first - 1]?.text
  const isBy = isSame(first - 1) && (by === 'by' || by === 'of')
  if (!isBy) {
    const before =
      isSame(first - 1) && !levels.has(words[first]!.text) && relative.has(unit ?? '')
        ? words[first - 1]!
        : null
    return before === null ? null : (directions.get(before.text) ?? null)
  }
  for (let at = first - 2; at >= Math.max(0, first - reach); at--) {
    const { text } = words[at]!
    if (!isSame(at) || levels.has(text)) return null
    const direction = directions.get(text)
    if (direction !== undefined) return direction
  }
  return null
}
