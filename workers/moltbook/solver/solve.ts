import { compute } from './compute.ts'
import { decode, type Token } from './decode.ts'
import { doubtOf } from './doubt.ts'
import * as Fraction from './Fraction.ts'
import { readGlyphs } from './Glyph.ts'
import { readOperands } from './operands.ts'
import type { Operand } from './Problem.ts'
import { type Decision, decideOperation } from './rules.ts'
import { setScene } from './Scene.ts'
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

/** Twice as long as any real challenge; a text of this length takes a few milliseconds whatever is in it. */
export const longestText = 640

/**
 * Solves a challenge, by itself and always alike.
 *
 * @example
 * solve('A] lObS-tEr sW^iMs aT/ tHiR tYy mE~tErS aNd] sLo/wS bY^ eI{gHt, wHaT] iS tHe nEw sPe-Ed?').answer // '22.00'
 */
export function solve(text: string): Solution {
  if (text.length > longestText)
    return { answer: null, why: `longer than ${longestText} characters`, steps: [] }
  const tokens = tidy(decode(readGlyphs(text)))
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
  const { values, decision } = decide(tokens, operands)
  if (decision.operation === null) return none(decision.why)
  const result = compute(decision.operation, values)
  if (result === null) return none('the numbers do not fit the operation')
  const answer = Fraction.toFixed(result.value)
  return {
    answer,
    why: `${decision.why}: ${result.formula} = ${answer}`,
    steps: [...steps, { step: 'compute', operation: decision.operation, formula: result.formula }],
  }
}

function decide(
  tokens: readonly Token[],
  operands: readonly Operand[],
): { decision: Decision; values: readonly Fraction.Fraction[] } {
  const values = operands.map(({ value }) => value)
  const [a, b] = operands
  const factor = tokens.find(({ entry }) => entry?.role === 'factor')?.entry
  const none = (why: string) => ({ values, decision: { operation: null, why } })
  if (a === undefined) return none('there is no number in it')
  if (b === undefined) {
    if (factor === undefined || factor === null)
      return none('there is one number in it, and nothing to do with it')
    const isOfAnother = tokens.some(({ entry }) => entry?.word === 'another' || entry?.role === 'other')
    if (isOfAnother && tokens.some(({ entry }) => entry?.role === 'total'))
      return none(`it says ${factor.word} of something else, and asks for the total`)
    const by = Fraction.of(BigInt(factor.value * 2), 2n)
    return { values: [a.value, by], decision: { operation: 'multiply', why: `it says ${factor.word}` } }
  }
  if (operands.length > 2)
    return none(`there are ${operands.length} numbers in it, and no telling which are meant`)
  if (factor && !Fraction.isEqual(b.value, Fraction.of(BigInt(factor.value * 2), 2n)))
    return none(`there are two numbers in it, and the word ${factor.word}`)
  return { values, decision: decideOperation(setScene(tokens, a, b)) }
}

const toPlain = (tokens: readonly Token[], text: string): string =>
  tokens.map(({ entry, start, end }) => entry?.word ?? text.slice(start, end)).join(' ')
