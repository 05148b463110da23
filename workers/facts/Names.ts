import { scan, type Word } from '../../reading/text/Words.ts'
import { isVerb } from './Verbs.ts'

/** Names as texts write them, and when two of them name the same. No capital letter alone makes one: a sentence's first word is none. */

const legal = new Set(
  'inc ltd llc plc corp corporation co company ag sa gmbh asa as ab nv bv spa limited incorporated holdings holding group'.split(
    ' ',
  ),
)
const titles = new Set(
  'mr mrs ms dr president governor senator minister premier chancellor mayor judge hon king queen sir justice secretary the of'.split(
    ' ',
  ),
)
const institutions = new Set(
  `bank court council ministry department office university republic kingdom state states board house senate union institute academy
  city county museum commission agency authority bureau college school church parliament assembly chamber center centre society
  association federation league district islands isle gulf bay lake river mount university hall lord lords commons service services
  secretary minister governor president mayor speaker general attorney`
    .trim()
    .split(/\s+/),
)
const small = new Set(['the', 'of'])
const joins = new Set(['of', '&', 'the', 'de', 'da', 'del', 'la', 'le', 'van', 'von', 'and'])
const common = new Set(
  `i a an the this that these those it he she they we you who what when where why how if in on at by for from to of and or but as with
  after before during since until while today yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january
  february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec
  yes no will not there here then now last next first second third one two three four five six seven eight nine ten`
    .trim()
    .split(/\s+/),
)

export type Name = {
  readonly text: string
  /** Folded words without titles and legal forms. */
  readonly core: readonly string[]
  readonly start: number
  readonly end: number
}

/** "State", "Bank": words that many names share. */
export const isInstitution = (word: string): boolean => institutions.has(word)

/** A word as names compare it: no possessive, no hyphen differences. */
const fold = (word: string): string => word.replace(/'s?$/, '').replaceAll("'", '')

/** The names in a text: runs of capitalised words, and what stands in quotation marks. */
export function namesIn(text: string): Name[] {
  const words = scan(text)
  const headlines = headlinesIn(words)
  const found: Name[] = []
  for (let at = 0; at < words.length; at++) {
    const end = runEnd(words, at, headlines)
    if (end === at) continue
    const name = toName(text, words, at, end)
    if (name !== null) found.push(name)
    at = end - 1
  }
  return found
}

/** Sentences of which every longer word has a capital: there a verb has one, too, and ends a name. */
function headlinesIn(words: readonly Word[]): ReadonlySet<number> {
  const capitals = new Map<number, boolean[]>()
  for (const { text, kind, sentence, isCapital } of words)
    if (kind === 'word' && text.length > 3 && !common.has(text))
      capitals.set(sentence, [...(capitals.get(sentence) ?? []), isCapital])
  return new Set(
    [...capitals].flatMap(([sentence, all]) => (all.length > 3 && all.every(Boolean) ? [sentence] : [])),
  )
}

/** In the present or the past: names have words such as "Sale" or "Close" of their own. */
const isDeed = ({ text }: Word): boolean => /(?:s|ed)$/.test(text) && isVerb(text)

function runEnd(words: readonly Word[], at: number, headlines: ReadonlySet<number>): number {
  const first = words[at]!
  if (!isPart(first) || (isFirst(words, at) && common.has(fold(first.text)))) return at
  if (headlines.has(first.sentence) && words[at - 1]?.text === 'to' && isVerb(first.text)) return at
  let end = at + 1
  while (end < words.length && words[end]!.sentence === first.sentence) {
    const word = words[end]!
    if (endsName(words[end - 1]!) || (headlines.has(word.sentence) && isDeed(word))) break
    // "Greta Lind of Varonia" is a person and a country, "Central Bank of Meridia" is one name.
    if (word.text === 'of' && end - at > 1 && !institutions.has(fold(words[end - 1]!.text))) break
    const joined = joins.has(word.text) && word.text !== 'and' && isPart(words[end + 1])
    const hyphen = word.text === '-' && isTight(words, end)
    const number = word.kind === 'number' && word.text.length < 4 && words[end - 1]!.isCapital
    if (joined || hyphen) end += isPart(words[end + 1]) || words[end + 1]?.kind === 'number' || hyphen ? 2 : 1
    else if (isPart(word) || number) end++
    else break
  }
  return Math.min(end, words.length)
}

const endsName = ({ text }: Word): boolean => /'s$|s'$/.test(text)
const isPart = (word: Word | undefined): boolean =>
  word?.kind === 'word' && word.isCapital && !common.has(word.text)
const isFirst = (words: readonly Word[], at: number): boolean =>
  at === 0 || words[at - 1]!.sentence !== words[at]!.sentence
const isTight = (words: readonly Word[], at: number): boolean =>
  words[at - 1]!.end === words[at]!.start && words[at + 1]?.start === words[at]!.end

function toName(text: string, words: readonly Word[], at: number, end: number): Name | null {
  const core = coreOf(words.slice(at, end))
  const start = words[at]!.start
  const stop = words[end - 1]!.end
  return core.length === 0 ? null : { text: text.slice(start, stop), core, start, end: stop }
}

const coreOf = (words: readonly Word[]): string[] => {
  const all = words.filter(({ kind }) => kind !== 'mark').map(({ text }) => fold(text))
  // "U.S. District Judge Lucia Ferrante": what leads up to an office belongs to it.
  const office = all.findLastIndex((word, i) => titles.has(word) && !small.has(word) && i < all.length - 1)
  const folded = all.slice(office + 1)
  const kept = folded.filter((word) => !legal.has(word) && !titles.has(word) && word !== '')
  return kept.length > 0 ? kept : folded.filter((word) => !titles.has(word))
}

/** The core of a name that is given by itself. */
export const coreOfText = (text: string): string[] => coreOf(scan(text))

/** Whether two names name the same: all words of both, but for titles and legal forms. */
export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((word, i) => word === b[i])

/** Whether one name is a shorter form of another: its words stand in the other in the same order. */
export function isShortOf(short: readonly string[], long: readonly string[]): boolean {
  let at = 0
  for (const word of short) {
    at = long.indexOf(word, at) + 1
    if (at === 0) return false
  }
  return short.length > 0
}

/** Whether a text has all words of a name, one behind the other. */
export function hasName(text: string, core: readonly string[]): boolean {
  return placeOf(text, core) !== -1
}

/** "Osterian" of Oster, "Portaran" of Portara: a word with a capital that the name begins and a short ending ends. */
export function hasAdjective(text: string, core: readonly string[]): boolean {
  const [word] = core
  if (core.length !== 1 || word === undefined || word.length < 4) return false
  const root = word.replace(/[aeiouy]$/, '')
  return scan(text).some(
    (each) => each.isCapital && each.text.startsWith(root) && endings.has(each.text.slice(root.length)),
  )
}
const endings = new Set('an ian ean ish ese i er ic ans ians n'.split(' '))

/** Where the words of a name stand in a text; -1 where they do not. */
export function placeOf(text: string, core: readonly string[]): number {
  const words = scan(text).filter(
    ({ kind, text }) => kind !== 'mark' && !legal.has(text) && !titles.has(text),
  )
  const folded = words.map(({ text }) => fold(text))
  for (let at = 0; at + core.length <= folded.length; at++)
    if (core.every((word, i) => folded[at + i] === word)) return words[at]!.start
  return -1
}
