import { scan, type Word } from './Words.ts'

/** Where a phrase stands: `count` words from the word at `at`. */
export type Hit = { readonly phrase: string; readonly at: number; readonly count: number }

type Entry = { readonly phrase: string; readonly words: readonly string[] }

/** Phrases by their first word, so that a text is searched for all of them in one pass. */
export type Lexicon = ReadonlyMap<string, readonly Entry[]>

/** A lexicon of phrases in lower case. */
export function lexicon(phrases: readonly string[]): Lexicon {
  const byFirst = new Map<string, Entry[]>()
  for (const phrase of phrases) {
    const words = scan(phrase).map(({ text }) => text)
    const known = byFirst.get(words[0]!)
    if (known === undefined) byFirst.set(words[0]!, [{ phrase, words }])
    else known.push({ phrase, words })
  }
  // The longest phrase that fits is the one that is meant.
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length)
  return byFirst
}

/** All phrases of a lexicon in a text, in order; they do not overlap. */
export function find(words: readonly Word[], phrases: Lexicon): Hit[] {
  const hits: Hit[] = []
  let next = 0
  for (const at of candidates(words, phrases)) {
    const hit = at < next ? null : matchAt(words, at, phrases)
    if (hit === null) continue
    hits.push(hit)
    next = at + hit.count
  }
  return hits
}

/** The places where a phrase may begin. A text is searched for many lexicons, so it is worth knowing where each word stands. */
function candidates(words: readonly Word[], phrases: Lexicon): Iterable<number> {
  if (words.length <= phrases.size) return words.keys()
  const places = placesOf(words)
  const found: number[] = []
  for (const first of phrases.keys()) {
    const at = places.get(first)
    if (at !== undefined) for (const place of at) found.push(place)
  }
  return found.sort((a, b) => a - b)
}

const known = new WeakMap<readonly Word[], ReadonlyMap<string, number[]>>()

function placesOf(words: readonly Word[]): ReadonlyMap<string, number[]> {
  const cached = known.get(words)
  if (cached !== undefined) return cached
  const places = new Map<string, number[]>()
  words.forEach(({ text }, at) => {
    const list = places.get(text)
    if (list === undefined) places.set(text, [at])
    else list.push(at)
  })
  known.set(words, places)
  return places
}

/** The longest phrase that begins at a word. */
export function matchAt(words: readonly Word[], at: number, phrases: Lexicon): Hit | null {
  const first = words[at]
  const candidates = first === undefined ? undefined : phrases.get(first.text)
  if (candidates === undefined) return null
  for (const { phrase, words: wanted } of candidates) {
    const end = endOfMatch(words, at, wanted)
    if (end !== -1) return { phrase, at, count: end - at }
  }
  return null
}

/** Quotes around a word change nothing about what it says, unless the phrase has them itself. */
function endOfMatch(words: readonly Word[], at: number, wanted: readonly string[]): number {
  let next = at + 1
  for (let i = 1; i < wanted.length; i++) {
    if (words[next]?.text === '"' && wanted[i] !== '"') next++
    if (words[next]?.text !== wanted[i]) return -1
    next++
  }
  return next
}

/** The sentences in which any phrase of a lexicon stands. */
export const sentencesWith = (words: readonly Word[], phrases: Lexicon): ReadonlySet<number> =>
  new Set(find(words, phrases).map(({ at }) => words[at]!.sentence))
