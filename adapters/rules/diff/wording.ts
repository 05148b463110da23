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
  ['canceled', 'cancelled'],
])
/** Several words for one, and what they are both called here. */
const samePhrases: ReadonlyMap<string, string> = new Map([
  ['united states', 'us'],
  ['united kingdom', 'uk'],
  ['basis points', 'bps'],
  ['per cent', '%'],
  ['for example', 'eg'],
])
const phrases = lexicon([...samePhrases.keys()])

/** The word or phrase that begins at a place. */
export function readWording(words: readonly Word[], at: number): Read {
  const phrase = matchAt(words, at, phrases)
  if (phrase !== null) return { keys: [samePhrases.get(phrase.phrase)!], next: at + phrase.count }
  const { text, kind } = words[at]!
  const ending = readEnding(words, at)
  if (ending !== null) return ending
  if (kind === 'mark') {
    const key = meaningful.get(text)
    return { keys: key === undefined ? [] : [key], next: at + 1 }
  }
  const initials = initialsAt(words, at)
  if (initials !== null) return initials
  return { keys: contracted(text) ?? [sameWords.get(text) ?? withoutAccents(text)], next: at + 1 }
}

const endings = ['resolve', 'resolves']

/** How a market ends: "will resolve to", "resolves as", also with a letter wrong. */
function readEnding(words: readonly Word[], at: number): Read | null {
  const verb = words[at]!.text === 'will' ? at + 1 : at
  const text = words[verb]?.text ?? ''
  if (!endings.some((ending) => text === ending || isMisspelling(text, ending))) return null
  const follows = words[verb + 1]?.text
  return { keys: ['resolve'], next: follows === 'to' || follows === 'as' ? verb + 2 : verb + 1 }
}

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

/** "isn't" is "is not". */
function contracted(text: string): string[] | null {
  if (text === 'cannot') return ['can', 'not']
  return text.endsWith("n't") ? [irregular.get(text) ?? text.slice(0, -3), 'not'] : null
}

const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)
