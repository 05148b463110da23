import { scan, type Word } from '../../reading/text/Words.ts'
import * as Quantity from './Quantity.ts'
import { isCurrency, scaleOf } from './Unit.ts'

/** A number in a text, in figures or in words, with the unit behind or before it as written. */
export type Amount = {
  readonly value: Quantity.Quantity
  readonly unit: string | null
  readonly start: number
  readonly end: number
  /** The folded words right before it, nearest last. */
  readonly lead: readonly string[]
}

const ones = new Map(
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen`
    .split(' ')
    .map((word, i) => [word, i] as const),
)
const tens = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, i) => [word, 20 + 10 * i] as const),
)
const parts = new Map<string, number>([
  ['half', 2],
  ['third', 3],
  ['thirds', 3],
  ['quarter', 4],
  ['quarters', 4],
  ['fifth', 5],
  ['fifths', 5],
  ['tenth', 10],
  ['tenths', 10],
])
const glyphs = new Map<string, [number, number]>([
  ['½', [1, 2]],
  ['¼', [1, 4]],
  ['¾', [3, 4]],
  ['⅓', [1, 3]],
  ['⅔', [2, 3]],
])

/** All numbers of a text, in order. */
export function amountsIn(text: string): Amount[] {
  const words = scan(text)
  const found: Amount[] = []
  for (let at = 0; at < words.length; at++) {
    const number = numberAt(words, at)
    if (number === null) continue
    found.push(toAmount(words, at, number))
    at = number.next - 1
  }
  return found
}

type Read = { value: Quantity.Quantity; next: number }

function toAmount(words: readonly Word[], at: number, { value, next }: Read): Amount {
  const before = words[at - 1]
  const lead = words.slice(Math.max(0, at - 5), at).map(({ text }) => text)
  const currency = before !== undefined && isCurrency(before.text) ? before.text : null
  const after = unitBehind(words, next)
  const sign = currency === null && (before?.text === '-' || before?.text === '−') && isLoose(words, at - 1)
  return {
    value: sign ? Quantity.times(value, Quantity.of(-1)) : value,
    unit: currency ?? after,
    start: words[at]!.start,
    end: words[next - 1]!.end,
    lead: currency === null ? lead : lead.slice(0, -1),
  }
}

/** A minus sign stands behind a blank and touches its number; a hyphen does not. */
const isLoose = (words: readonly Word[], at: number): boolean =>
  words[at]!.end === words[at + 1]?.start && words[at - 1]?.end !== words[at]!.start

function unitBehind(words: readonly Word[], at: number): string | null {
  const first = words[at]
  if (first === undefined) return null
  if (first.text === '%' || first.text === '€' || first.text === '£' || first.text === '$') return first.text
  if (first.text === '°') return `°${words[at + 1]?.text ?? ''}`
  const place = first.text === '-' ? at + 1 : at
  const word = words[place]
  if (word?.kind !== 'word') return null
  const next = words[place + 1]
  return word.text === 'degrees' && next !== undefined ? `degrees ${next.text}` : word.text
}

function numberAt(words: readonly Word[], at: number): Read | null {
  const base = figuresAt(words, at) ?? wordsAt(words, at) ?? fractionAt(words, at) ?? oneAt(words, at)
  if (base === null) return null
  let { value, next } = base
  const glyph = glyphs.get(words[next]?.text ?? '')
  if (glyph !== undefined) {
    value = Quantity.plus(value, Quantity.of(...glyph))
    next++
  }
  const part = partAt(words, next)
  if (part !== null) {
    value = part.isAdded ? Quantity.plus(value, part.value) : Quantity.times(value, part.value)
    next = part.next
  }
  for (let scale = scaleAt(words, next); scale !== null; scale = scaleAt(words, next)) {
    value = Quantity.times(value, Quantity.of(scale))
    next++
  }
  return { value, next }
}

/** "and a half" adds to what stands before it; the thirds of "two-thirds" part it. */
function partAt(words: readonly Word[], at: number): (Read & { isAdded: boolean }) | null {
  if (words[at]?.text === 'and' && words[at + 1]?.text === 'a') {
    const half = parts.get(words[at + 2]?.text ?? '')
    return half === undefined ? null : { value: Quantity.of(1, half), next: at + 3, isAdded: true }
  }
  const place = words[at]?.text === '-' ? at + 1 : at
  const text = words[place]?.text ?? ''
  const thirds = text.endsWith('s') || place > at ? parts.get(text) : undefined
  return thirds === undefined ? null : { value: Quantity.of(1, thirds), next: place + 1, isAdded: false }
}

/** "a million", "half a million". */
function oneAt(words: readonly Word[], at: number): Read | null {
  const scale = words[at]!.text === 'a' ? scaleAt(words, at + 1) : null
  return scale === null ? null : { value: Quantity.of(1), next: at + 1 }
}

/** One letter is a scale only right behind its number: "5m", "$5 m"; as a word of its own it is a unit. */
const scaleAt = (words: readonly Word[], at: number): bigint | null => {
  const word = words[at]
  return word === undefined || word.text.length < 2 ? null : scaleOf(word.text)
}

function figuresAt(words: readonly Word[], at: number): Read | null {
  const word = words[at]!
  if (word.kind !== 'number') return null
  let end = 0
  while (end < word.text.length && /[0-9.,]/.test(word.text[end]!)) end++
  const digits = word.text.slice(0, end).replaceAll(',', '')
  const suffix = word.text.slice(end)
  const scale = suffix === '' ? 1n : scaleOf(suffix)
  let whole = digits
  let next = at + 1
  // "131 400 000": groups of three that stand apart.
  while (suffix === '' && digits.length <= 3 && isGroup(words, next)) whole += words[next++]!.text
  const value = Quantity.read(whole)
  if (value === null) return null
  return { value: scale === null ? value : Quantity.times(value, Quantity.of(scale)), next }
}

const isGroup = (words: readonly Word[], at: number): boolean => {
  const word = words[at]
  return word?.kind === 'number' && /^[0-9]{3}$/.test(word.text) && word.start - words[at - 1]!.end === 1
}

function wordsAt(words: readonly Word[], at: number): Read | null {
  let total = 0
  let current = 0
  let next = at
  let isRead = false
  for (; next < words.length; next++) {
    const { text } = words[next]!
    const one = ones.get(text)
    const ten = tens.get(text)
    if (one !== undefined) current += one
    else if (ten !== undefined) current += ten
    else if (text === 'hundred' && isRead) current *= 100
    else if (text === 'thousand' && isRead) {
      total += current * 1_000
      current = 0
    } else if (isJoined(words, next, isRead)) continue
    else break
    isRead = true
  }
  return isRead ? { value: Quantity.of(total + current), next } : null
}

/** "twenty-four", "two hundred and five". */
const isJoined = (words: readonly Word[], at: number, isRead: boolean): boolean => {
  const after = words[at + 1]?.text ?? ''
  const isNumber = ones.has(after) || tens.has(after)
  if (!isRead || !isNumber) return false
  if (words[at]!.text === '-') return tens.has(words[at - 1]!.text)
  return (
    words[at]!.text === 'and' && (words[at - 1]!.text === 'hundred' || words[at - 1]!.text === 'thousand')
  )
}

/** "two-thirds" is read by its first word elsewhere; "half", "a third". */
function fractionAt(words: readonly Word[], at: number): Read | null {
  const glyph = glyphs.get(words[at]!.text)
  if (glyph !== undefined) return { value: Quantity.of(...glyph), next: at + 1 }
  const isOne = words[at]!.text === 'a' || words[at]!.text === 'half'
  const part = words[at]!.text === 'half' ? 2 : isOne ? parts.get(words[at + 1]?.text ?? '') : undefined
  if (part === undefined) return null
  const isHalf = words[at]!.text === 'half'
  const article = isHalf && words[at + 1]?.text === 'a' ? 1 : 0
  return { value: Quantity.of(1, part), next: isHalf ? at + 1 + article : at + 2 }
}
