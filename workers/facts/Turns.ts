import type { EventSpec, Mention } from './EventSpec.ts'
import type { PageView } from './PageView.ts'
import { isAsked } from './Speaker.ts'

/** What one speaker says on a page that records several, and how often words stand in it. */
export type Turn = { readonly speaker: string | null; readonly start: number; readonly end: number }

const label = /(?:^|[\s>])((?:[A-Z][A-Z.'’-]{2,}(?: [A-Z][A-Z.'’-]{1,}){0,3}))(?: \([^)]{1,60}\))?:?(?=\s)/g
const colon = /((?:[A-Z][\p{L}.'’-]{1,20} ){0,3}[A-Z][\p{L}.'’-]{1,20})(?:, [^:.]{2,40})?:/gu

/** The turns of a transcript. A page without the labels of at least two speakers, at the beginnings of its parts, is one turn. */
export function turnsOf({ text, blocks }: PageView): Turn[] {
  const starts = new Set(blocks.map(({ start }) => start))
  const all = [...text.matchAll(label), ...text.matchAll(colon)].map((match) => {
    const start = match.index + match[0].indexOf(match[1]!)
    return { name: match[1]!, start, end: match.index + match[0].length }
  })
  const labels = all.filter(({ start }) => starts.has(start)).sort((a, b) => a.start - b.start)
  const names = new Set(labels.map(({ name }) => name))
  if (names.size < 2 || labels.length < 3) return [{ speaker: null, start: 0, end: text.length }]
  return labels.map(({ name, end }, i) => ({
    speaker: name,
    start: end,
    end: labels[i + 1]?.start ?? text.length,
  }))
}

/** How often the words stand in what the subject says; null where code can't tell who says them. */
export function countOf(spec: EventSpec, mention: Mention, page: PageView): number | null {
  const total = wordsIn(page.text, mention)
  const turns = turnsOf(page)
  if (total < mention.count || turns.length === 1) return total
  const own = turns.filter(({ speaker }) => speaker !== null && isAsked(speaker, spec, page))
  if (own.length === 0) return null
  return own.reduce((sum, { start, end }) => sum + wordsIn(page.text.slice(start, end), mention), 0)
}

/** The most that a generous reading finds: words that only begin like the ones asked for. */
export const mostOf = (mention: Mention, text: string): number =>
  wordsIn(text, { ...mention, inCompounds: true, words: mention.words.map(rootOf) })
const rootOf = (word: string): string => (word.length > 5 ? word.slice(0, -1) : word)

/** How often the words stand in a text, none of them counted inside another. */
export function wordsIn(text: string, { words, inCompounds }: Mention): number {
  const lower = text.toLowerCase().replaceAll('’', "'")
  const places = new Set<number>()
  for (const word of words) {
    const wanted = word.toLowerCase().replaceAll('’', "'")
    for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + 1))
      if (inCompounds || isWhole(lower, at, wanted.length)) places.add(at)
  }
  return places.size
}

const isWhole = (text: string, at: number, length: number): boolean =>
  !isLetter(text[at - 1]) && !isLetter(text[at + length])
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)
