import { Calendar } from '../../../protocol/index.ts'
import { lexicon, matchAt } from '../../../reading/text/Phrases.ts'
import type { Word } from '../../../reading/text/Words.ts'
import { isMisspelling } from './spelling.ts'
import type { Read } from './tokens.ts'

/** Marks that carry meaning; all others are form. */
const meaningful: ReadonlyMap<string, string> = new Map([
  ...[...'$€£¥%+<>=≥≤±#°~≈≠'].map((mark) => [mark, mark] as const),
  ['&', 'and'],
])

const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(
  ' ',
)
const sameWords: ReadonlyMap<string, string> = new Map([
  ...Calendar.monthNames.map((name) => [name.slice(0, 3), name] as const),
  ['sept', 'september'],
  ['polymarket', 'market'],
  ...numerals.map((word, i) => [word, String(i)] as const),
  ...ordinals.map((word, i) => [word, `${i + 1}th`] as const),
  ['percent', '%'],
  ['versus', 'vs'],
  ['towards', 'toward'],
  ['afterwards', 'afterward'],
  ['amongst', 'among'],
  ['whilst', 'while'],
])
/** Several words for one, and what they are both called here. */
const samePhrases: ReadonlyMap<string, string> = new Map([
  ['united states', 'us'],
  ['united kingdom', 'uk'],
  ['basis points', 'bps'],
  ['per cent', '%'],
  ['for example', 'eg'],
  ['in order to', 'to'],
  ['in the event that', 'if'],
  ['in the case that', 'if'],
  ['whether or not', 'whether'],
  ['because of', 'due to'],
  ['web site', 'website'],
  ['based off of', 'based on'],
  ['based off', 'based on'],
  ['outside of', 'outside'],
])
const phrases = lexicon([...samePhrases.keys()])

/** The word or phrase that begins at a place. */
export function readWording(words: readonly Word[], at: number): Read {
  const phrase = matchAt(words, at, phrases)
  if (phrase !== null) return { keys: samePhrases.get(phrase.phrase)!.split(' '), next: at + phrase.count }
  const { text, kind } = words[at]!
  const ending = readEnding(words, at)
  if (ending !== null) return ending
  if (kind === 'mark') {
    const key = meaningful.get(text)
    return { keys: key === undefined ? [] : [key], next: at + 1 }
  }
  const initials = initialsAt(words, at)
  if (initials !== null) return initials
  if (words[at - 1]?.text === 'this' && text.startsWith('question'))
    return { keys: [text.replace('question', 'market')], next: at + 1 }
  return { keys: contracted(text) ?? [sameWords.get(text) ?? american(withoutAccents(text))], next: at + 1 }
}

const endings = ['resolve', 'resolves']
/** "will" and what it is when a letter is wrong. */
const isWill = (text: string | undefined): boolean =>
  text === 'will' || (text !== undefined && text !== 'ill' && isMisspelling(text, 'will'))
const isEnding = (text = ''): boolean =>
  endings.some((ending) => text === ending || isMisspelling(text, ending))
/** Says when or how, and may stand before the verb or after it: "will immediately resolve to", "will resolve immediately to". */
const isAdverb = (text = ''): boolean => text.length > 4 && text.endsWith('ly')

/** How a market ends: "will resolve to", "resolves as", also with a letter wrong. */
function readEnding(words: readonly Word[], at: number): Read | null {
  const text = (place: number) => words[place]?.text
  if (isWill(text(at)) && isAdverb(text(at + 1)) && isEnding(text(at + 2))) return { keys: [], next: at + 1 }
  if (leadsTo.has(text(at)!) && isAdverb(text(at - 1)) && isEnding(text(at - 2)))
    return { keys: [], next: at + 1 }
  const verb = isWill(text(at)) ? at + 1 : at
  if (!isEnding(text(verb))) return null
  return { keys: ['resolve'], next: leadsTo.has(text(verb + 1) ?? '') ? verb + 2 : verb + 1 }
}

const leadsTo = new Set(['to', 'as'])

/** "U.S." and "e.g." are "US" and "eg": letters and points that stand together. */
function initialsAt(words: readonly Word[], at: number): Read | null {
  let [letters, next] = ['', at]
  while (words[next]?.kind === 'word' && words[next]!.text.length === 1 && isPointAfter(words, next)) {
    letters += words[next]!.text
    next += 2
    if (words[next]?.start !== words[next - 1]!.end) break
  }
  const last = words[next]
  const isOpen = last?.kind === 'word' && last.text.length === 1 && last.start === words[next - 1]?.end
  if (isOpen) {
    letters += last.text
    next++
  }
  return letters.length < 2 ? null : { keys: [letters], next }
}

const isPointAfter = (words: readonly Word[], at: number): boolean =>
  words[at + 1]?.text === '.' && words[at + 1]!.start === words[at]!.end

const irregular: ReadonlyMap<string, string> = new Map([
  ["won't", 'will'],
  ["can't", 'can'],
  ["shan't", 'shall'],
])

/** "isn't" is "is not", and so is "isnt". */
function contracted(text: string): string[] | null {
  if (text === 'cannot') return ['can', 'not']
  if (withoutApostrophe.test(text)) return contracted(`${text.slice(0, -2)}n't`)
  return text.endsWith("n't") ? [irregular.get(text) ?? text.slice(0, -3), 'not'] : null
}

const withoutApostrophe = /^(?:do|does|did|is|are|was|were|has|have|had|wo|should|would|could|must)nt$/

/** The one way to write a word of which Britain and America have two. */
const american = (text: string): string =>
  text.length < 6
    ? text
    : text
        .replace(/^(col|fav|hon|lab|harb|neighb|rum|behavi|endeav)our/, '$1or')
        .replace(/(?<!w)is(e[ds]?|ing|ations?)$/, 'iz$1')
        .replace(/ell(ed|ing|ers?)$/, 'el$1')

const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)
