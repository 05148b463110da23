import { registrableDomain } from '../read/domains.ts'
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
  ...numerals.map((word, i) => [word, String(i)] as const),
  ['percent', '%'],
  ['versus', 'vs'],
  ['canceled', 'cancelled'],
  ['u.s', 'us'],
])

/** The words of a text without its form: no case, no quotes, no punctuation, one spelling of a number. */
export function tokens(text: string): Token[] {
  const words = scan(text)
  return words.flatMap((word, at): Token[] => {
    if (word.kind === 'address') return [{ key: addressKey(word.text), word }]
    if (word.kind === 'mark')
      return meaningful.has(word.text) || isMinus(words, at) ? [{ key: word.text, word }] : []
    const expanded = contractions[word.text]
    if (expanded !== undefined) return expanded.map((key) => ({ key, word }))
    return [
      { key: word.kind === 'number' ? numberKey(word.text) : (sameWords.get(word.text) ?? word.text), word },
    ]
  })
}

/** A dash that stands right before a number, and not between two things, is its sign. */
function isMinus(words: readonly Word[], at: number): boolean {
  const [before, mark, after] = [words[at - 1], words[at]!, words[at + 1]]
  if (mark.text !== '-' || after?.kind !== 'number' || after.start !== mark.end) return false
  return before === undefined || before.end !== mark.start || before.text === '(' || before.text === '"'
}

const numberKey = (text: string): string => {
  const plain = text.replaceAll(',', '')
  return /^0[0-9]$/.test(plain) ? plain.slice(1) : plain
}

/** Scheme, www, a final slash and what follows a question mark do not make it another page. */
function addressKey(address: string): string {
  const [page = ''] = address.slice(address.indexOf('://') + 3).split(/[?#]/, 1)
  const bare = page.startsWith('www.') ? page.slice(4) : page
  return `${registrableDomain(address) ?? ''} ${bare.endsWith('/') ? bare.slice(0, -1) : bare}`.toLowerCase()
}
