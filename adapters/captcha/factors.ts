import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'
import type { Operand } from './Problem.ts'
import { has, says, spanOf } from './Scene.ts'
import { isThing, roleAt, wordAt } from './units.ts'

/** A word that changes a number without a second: `doubles`, `half`, `a third`. */
export type Factor = { readonly at: number; readonly word: string; readonly value: Fraction.Fraction }

const fractions: Readonly<Record<string, bigint>> = { third: 3n, quarter: 4n, fifth: 5n, tenth: 10n }

export function readFactors(tokens: readonly Token[]): Factor[] {
  return tokens.flatMap(({ entry }, at) => {
    if (entry === null) return []
    const { word, role, value } = entry
    if (role === 'factor') return [{ at, word, value: Fraction.of(BigInt(value * 2), 2n) }]
    return isFraction(tokens, at) ? [{ at, word, value: Fraction.of(1n, fractions[word]!) }] : []
  })
}

/** Both claws exert so much each. */
export function bothOf(tokens: readonly Token[]): Factor[] {
  const at = tokens.findIndex(({ entry }) => entry?.word === 'both')
  const isEach = tokens.some(({ entry }) => entry?.role === 'each')
  return at >= 0 && isEach ? [{ at, word: 'both', value: Fraction.of(2n) }] : []
}

/** `a third of`, `cut to a quarter`; but `a third claw` is one more. */
function isFraction(tokens: readonly Token[], at: number): boolean {
  if (!(wordAt(tokens, at) in fractions) || !['a', 'one'].includes(wordAt(tokens, at - 1))) return false
  const isEnd = at + 1 >= tokens.length || tokens[at + 1]!.gap === 'clause'
  return isEnd || ['of', 'as', 'by', 'after', 'during', 'when'].includes(wordAt(tokens, at + 1))
}

/** Verbs, which can be one of several steps. */
export const isStep = ({ word }: Factor): boolean => /(?:ples|pled|bles|bled|halves|halved)$/.test(word)

/** What one number is to be multiplied by, or why that cannot be told. */
export function scaleOf(
  tokens: readonly Token[],
  operand: Operand,
  found: readonly Factor[],
): Fraction.Fraction | string {
  const [factor] = found
  if (factor === undefined) return 'there is one number in it, and nothing to do with it'
  const { at, word, value } = factor
  if (found.some((other) => !Fraction.isEqual(other.value, value))) return 'it multiplies in several ways'
  const isOfAnother = tokens.some(({ entry }) => entry?.word === 'another' || entry?.role === 'other')
  if (isOfAnother && tokens.some(({ entry }) => entry?.role === 'total'))
    return `it says ${word} of something else, and asks for the total`
  if (wordAt(tokens, at - 1) === 'a' && wordAt(tokens, at - 2) === 'and') return 'a half belongs to a number'
  if (operand.from < at && isOfOther(tokens, factor)) return `it says ${word} of what is asked for`
  return changed(tokens, factor)
}

/** `forty newtons, twice as much as a crab: how much has the crab?` */
function isOfOther(tokens: readonly Token[], factor: Factor): boolean {
  const asks = askAfter(tokens, factor.at)
  if (isStep(factor) || asks < 0) return false
  const compared = tokens.slice(factor.at, asks).filter(({ entry }) => isThing(entry?.role ?? null))
  const question = spanOf(tokens.slice(asks))
  const isSaid =
    ['as', 'of'].includes(roleAt(tokens, factor.at + 1) ?? '') ||
    has(spanOf(tokens.slice(factor.at, asks)), 'of')
  return isSaid && compared.some(({ entry }) => says(question, entry!.word))
}

/** The `much` of `twice as much` asks nothing. */
const askAfter = (tokens: readonly Token[], at: number): number =>
  tokens.findIndex(
    ({ entry }, i) => i > at && entry?.role === 'ask' && !['much', 'many'].includes(entry.word),
  )

/** Loses a third and falls by a third leave two; falls to a third leaves one. */
function changed(tokens: readonly Token[], { at, word, value }: Factor): Fraction.Fraction | string {
  const before = spanOf(tokens.slice(Math.max(0, at - 5), at))
  const asks = askAfter(tokens, at)
  const [isUp, isDown] = [has(before, 'add'), has(before, 'subtract')]
  const one = Fraction.of(1n)
  if (!isUp && !isDown) {
    const isLost = has(spanOf(tokens.slice(at, asks < 0 ? tokens.length : asks)), 'subtract')
    return isLost && !Fraction.isEqual(Fraction.add(value, value), one)
      ? `it is unclear what ${word} is lost of`
      : value
  }
  if (isUp && isDown) return 'something grows and something falls'
  if (Fraction.isLess(one, value))
    return isUp && says(before, 'to', 'by')
      ? value
      : isUp
        ? `it is unclear what ${word} it grows by`
        : `it falls by ${word} of it`
  if (has(spanOf(tokens.slice(asks < 0 ? tokens.length : asks)), 'subtract', 'add')) return value
  if (has(before, 'to')) return isUp ? `it grows to ${word}` : value
  return isUp ? Fraction.add(one, value) : Fraction.subtract(one, value)
}
