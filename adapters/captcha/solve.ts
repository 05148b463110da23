import { compute } from './compute.ts'
import { decode, type Token } from './decode.ts'
import { doubtOf } from './doubt.ts'
import * as Fraction from './Fraction.ts'
import { readGlyphs } from './Glyph.ts'
import { readOperands } from './operands.ts'
import { planOf } from './plan.ts'
import { retag } from './retag.ts'
import { tidy } from './tidy.ts'

/** An answer with two decimals, or null where the text leaves a doubt: a wrong answer is worse than none. */
export type Solution = {
  readonly answer: string | null
  readonly why: string
  readonly steps: readonly Step[]
}

/** What was read: the text in plain words, each number with where it stands, and what was done with them. */
export type Step =
  | { readonly step: 'read'; readonly text: string }
  | { readonly step: 'number'; readonly value: string; readonly start: number; readonly end: number }
  | { readonly step: 'compute'; readonly operation: string; readonly formula: string }

/** Far longer than any real challenge, of which the longest has 272; such a text takes less than 5 ms whatever is in it. */
export const longestText = 480

/**
 * Solves a challenge, by itself and always alike.
 *
 * @example
 * solve('A] lObS-tEr sW^iMs aT/ tHiR tYy mE~tErS aNd] sLo/wS bY^ eI{gHt, wHaT] iS tHe nEw sPe-Ed?').answer // '22.00'
 */
export function solve(text: string): Solution {
  if (text.length > longestText)
    return { answer: null, why: `longer than ${longestText} characters`, steps: [] }
  const tokens = retag(tidy(decode(readGlyphs(text))))
  const operands = readOperands(tokens)
  const steps: Step[] = [
    { step: 'read', text: toPlain(tokens, text) },
    ...operands.map(({ value, from, to }) => ({
      step: 'number' as const,
      value: Fraction.toText(value),
      start: tokens[from]!.start,
      end: tokens[to - 1]!.end,
    })),
  ]
  const none = (why: string): Solution => ({ answer: null, why, steps })
  const doubt = doubtOf(tokens, text)
  if (doubt !== null) return none(doubt)
  const { why, start, steps: planned } = planOf(tokens, operands)
  if (start === null) return none(why)
  let value = start
  const formulas: string[] = []
  for (const { operation, value: by } of planned) {
    const result = compute(operation, value, by)
    if (result === null) return none('the numbers do not fit the operation')
    value = result.value
    formulas.push(result.formula)
    steps.push({ step: 'compute', operation, formula: result.formula })
  }
  const answer = Fraction.toFixed(value)
  return { answer, why: `${why}: ${formulas.join(', then ')} = ${answer}`, steps }
}

const toPlain = (tokens: readonly Token[], text: string): string =>
  tokens.map(({ entry, start, end }) => entry?.word ?? text.slice(start, end)).join(' ')
