import type { Token } from './decode.ts'
import type { Role } from './lexicon.ts'
import { hasOperator, type Quantity, readQuantities } from './Quantity.ts'
import { isUnit, roleAt, wordAt } from './units.ts'

/**
 * Why a number may be another than it seems, or null: it is spelled like two, letters that are no word may be one, or what
 * stands beside it may be a part of it that was lost.
 */
export function doubtOf(tokens: readonly Token[], text: string): string | null {
  const quote = ({ start, end }: Token) => JSON.stringify(text.slice(start, end))
  const unsure = tokens.find(({ rival }) => rival !== null)
  if (unsure !== undefined)
    return `${quote(unsure)} could be ${unsure.entry === null ? '' : `${unsure.entry.word} or `}${unsure.rival!.word}`
  const quantities = readQuantities(tokens)
  const beside = quantities.find(({ from }, i) => quantities[i - 1]?.to === from && isBeside(tokens[from]!))
  if (beside !== undefined)
    return `${quote(tokens[beside.from]!)} follows another number with nothing between`
  const before = quantities.find(
    (quantity) => isTensLost(tokens, quantity, text) || isTeenLost(tokens, quantity),
  )
  if (before !== undefined) return `${quote(tokens[before.from - 1]!)} may be a part of the number after it`
  const scale = quantities.find(
    ({ from }) => from > 0 && roleAt(tokens, from) === 'scale' && tokens[from - 1]!.entry?.word !== 'a',
  )
  if (scale !== undefined) return `${quote(tokens[scale.from - 1]!)} stands where it should say how many`
  const point = tokens.findIndex((_, at) => roleAt(tokens, at) === 'point' && isStray(quantities, at))
  if (point >= 0) return `${quote(tokens[point]!)} stands where a part of a number is lost`
  const part = quantities.find(({ to }) => roleAt(tokens, to) === 'part')
  if (part !== undefined) return `${quote(tokens[part.to]!)} makes a fraction of the number before it`
  const after = quantities.find(({ to }) => isUnitsLost(tokens, to, text))
  return after === undefined ? null : `${quote(tokens[after.to]!)} may be a part of the number before it`
}

/** A point that is no part of a number though one stands beside it. */
const isStray = (quantities: readonly Quantity[], at: number): boolean =>
  quantities.some(({ from, to }) => to === at || from === at + 1)

const isBeside = ({ gap, before }: Token): boolean => gap !== 'clause' && !hasOperator(before)

/** Letters that are no word and begin as tens do, or are as many, before a number of one digit. */
function isTensLost(tokens: readonly Token[], { from }: Quantity, text: string): boolean {
  const [scrap, number] = [tokens[from - 1], tokens[from]!]
  if (scrap === undefined || scrap.entry !== null || scrap.digits !== '' || number.gap === 'clause')
    return false
  if (number.entry === null || number.entry.value > 9) return false
  return scrap.letters > 3 || /^[efnst]/i.test(text.slice(scrap.start, scrap.end))
}

/** With these a clause begins, and what follows is no unit: `by fourteen when it hits`. */
const conjunctions: ReadonlySet<string> = new Set(['when', 'as', 'if'])

const signWords: ReadonlySet<string> = new Set(['plus', 'minus', 'times'])

/** `by for ten`, `of seventh ten`: a teen in two words that are both known. */
function isTeenLost(tokens: readonly Token[], { from }: Quantity): boolean {
  if (tokens[from]!.entry?.value !== 10 || tokens[from]!.gap === 'clause') return false
  const word = wordAt(tokens, from - 1)
  if (/^(?:fourth|fifth|sixth|seventh|eighth|ninth)$/.test(word)) return true
  const role = roleAt(tokens, from - 2)
  return word === 'for' && (role === 'by' || role === 'of' || signWords.has(wordAt(tokens, from - 2)))
}

const links: ReadonlySet<Role> = new Set(['plain', 'and', 'than', 'to', 'from', 'of', 'but'])
/** Words one slip away from three, which no sentence has after a number. */
const nearlyThree: ReadonlySet<string> = new Set(['there', 'these'])

/** Words one slip away from times. */
const nearlyTimes = /^(?:time|tie|ties|tied|tide|tides)$/
/** No digit is as long. */
const longestDigit = 6

/** A word or two that cannot stand between a number and what it counts, or what is done with it. */
function isUnitsLost(tokens: readonly Token[], at: number, text: string): boolean {
  const word = wordAt(tokens, at)
  if (tokens[at]?.gap !== 'clause' && (nearlyThree.has(word) || nearlyTimes.test(word))) return true
  if (isScrapAfterTens(tokens, at, text)) return true
  return isUnitAfter(tokens, at, 1) || isUnitAfter(tokens, at, 2)
}

/** Letters that are no word and begin as digits do, after tens. */
function isScrapAfterTens(tokens: readonly Token[], at: number, text: string): boolean {
  const [tens, scrap] = [tokens[at - 1]!, tokens[at]]
  if (scrap === undefined || scrap.entry !== null || scrap.digits !== '' || scrap.gap === 'clause')
    return false
  const value = tens.entry?.value ?? 0
  return (
    value >= 20 && value < 100 && scrap.letters <= longestDigit && /^[otfsen]/i.test(text.slice(scrap.start))
  )
}

function isUnitAfter(tokens: readonly Token[], from: number, count: number): boolean {
  const [next, ...reversed] = tokens.slice(from, from + count + 1).toReversed()
  if (reversed.length < count || next!.gap === 'clause') return false
  const isLink = ({ entry, digits, gap, letters }: Token) =>
    digits === '' &&
    gap !== 'clause' &&
    (entry === null || (letters < longestDigit && links.has(entry.role) && !conjunctions.has(entry.word)))
  if (!reversed.every(isLink)) return false
  const { role = null, word = '' } = next!.entry ?? {}
  return isUnit(role) || role === 'things' || signWords.has(word)
}
