import { registrableDomain } from '../read/domains.ts'
import { monthNames } from '../read/months.ts'
import { scan, type Word } from '../text/Words.ts'

/** A word as two readings are compared by: equal keys mean the same. */
export type Token = { readonly key: string; readonly word: Word }

/** Marks that carry meaning; all others are form. */
const meaningful = new Set([...'$€£¥%+<>=≥≤±&#°'])

const contractions: Readonly<Record<string, readonly string[]>> = {
  "isn't": ['is', 'not'],
  "aren't": ['are', 'not'],
  "wasn't": ['was', 'not'],
  "weren't": ['were', 'not'],
  "doesn't": ['does', 'not'],
  "don't": ['do', 'not'],
  "didn't": ['did', 'not'],
  "won't": ['will', 'not'],
  "hasn't": ['has', 'not'],
  "haven't": ['have', 'not'],
  "can't": ['can', 'not'],
  cannot: ['can', 'not'],
}
const numerals = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const sameWords: ReadonlyMap<string, string> = new Map([
  ...monthNames.map((name) => [name.slice(0, 3), name] as const),
  ['sept', 'september'],
  ['polymarket', 'market'],
  ...numerals.map((word, i) => [word, String(i)] as const),
  ['percent', '%'],
  ['versus', 'vs'],
  ['canceled', 'cancelled'],
])

/** The words of a text without its form: no case, no accents, no quotes, no punctuation, one spelling of a number. */
export function tokens(text: string): Token[] {
  const words = scan(text)
  return words.flatMap((word, at) => keysOf(words, word, at).map((key) => ({ key, word })))
}

function keysOf(words: readonly Word[], { text, kind }: Word, at: number): readonly string[] {
  if (kind === 'address') return [addressKey(text)]
  if (kind === 'mark') return meaningful.has(text) || isMinus(words, at) ? [text] : []
  if (kind === 'number') return numberKeys(text)
  // "U.S." and "US".
  if (text === 'u' && isInitial(words, at, 's')) return ['us']
  if (text === 's' && isInitial(words, at - 2, 's') && words[at - 2]?.text === 'u') return []
  return contractions[text] ?? [sameWords.get(text) ?? withoutAccents(text)]
}

/** Whether a letter, a point and another letter stand together. */
function isInitial(words: readonly Word[], at: number, next: string): boolean {
  const [first, point, second] = [words[at], words[at + 1], words[at + 2]]
  return (
    point?.text === '.' && second?.text === next && first?.end === point.start && point.end === second.start
  )
}

const withoutAccents = (text: string): string =>
  isAscii(text) ? text : text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
const isAscii = (text: string): boolean => /^[ -~]*$/.test(text)

/** A dash that stands right before a number, and not between two things, is its sign. */
function isMinus(words: readonly Word[], at: number): boolean {
  const [before, mark, after] = [words[at - 1], words[at]!, words[at + 1]]
  if (mark.text !== '-' || after?.kind !== 'number' || after.start !== mark.end) return false
  return before === undefined || before.end !== mark.start || before.text === '(' || before.text === '"'
}

const scales: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 }

/** 1,000 is 1000 and 1k; 05 is 5; the 5th is 5; 59PM is 59 PM. */
function numberKeys(text: string): string[] {
  const plain = text.replaceAll(',', '')
  const [, digits = '', suffix = ''] = /^([0-9.]{1,32})([a-z]{0,4})$/.exec(plain) ?? []
  if (digits === '') return [plain]
  const value = /^0[0-9]$/.test(digits) ? digits.slice(1) : digits
  if (suffix === 'am' || suffix === 'pm') return [value, suffix]
  if (suffix === '' || ['st', 'nd', 'rd', 'th'].includes(suffix)) return [value]
  const places = Object.hasOwn(scales, suffix) && !value.includes('.') ? scales[suffix]! : null
  return [places === null ? plain : `${value}${'0'.repeat(places)}`]
}

/** Scheme, www, a final slash and what follows a question mark do not make it another page. */
function addressKey(address: string): string {
  const [page = ''] = address.slice(address.indexOf('://') + 3).split(/[?#]/, 1)
  const bare = page.startsWith('www.') ? page.slice(4) : page
  return `${registrableDomain(address) ?? ''} ${bare.endsWith('/') ? bare.slice(0, -1) : bare}`.toLowerCase()
}
