import { chainOf, isRestated, sumOf } from './chain.ts'
import type { Calculation } from './compute.ts'
import type { Token } from './decode.ts'
import type { Fraction } from './Fraction.ts'
import { bothOf, readFactors, scaleOf } from './factors.ts'
import type { Operand } from './Problem.ts'
import { decideOperation } from './rules/index.ts'
import { setScene } from './Scene.ts'

/** What to begin with and what to do, in order; no steps where that cannot be told. */
export type Plan = {
  readonly why: string
  readonly start: Fraction | null
  readonly steps: readonly Calculation[]
}

const none = (why: string): Plan => ({ why, start: null, steps: [] })

export function planOf(tokens: readonly Token[], operands: readonly Operand[]): Plan {
  const [a, b] = operands
  const factors = readFactors(tokens)
  if (a === undefined) return none('there is no number in it')
  if (b === undefined) {
    const told = factors.length > 0 ? factors : bothOf(tokens)
    const scale = scaleOf(tokens, a, told)
    if (typeof scale === 'string') return none(scale)
    const steps = [{ operation: 'multiply' as const, value: scale }]
    return { why: `it says ${told[0]!.word}`, start: a.value, steps }
  }
  const isPair = operands.length === 2 && factors.every((factor) => isRestated(tokens, factor, b))
  if (!isPair) {
    const steps = chainOf(tokens, operands, factors) ?? (factors.length > 0 ? null : sumOf(tokens, operands))
    if (steps !== null) return { why: 'one step after the other', start: a.value, steps }
    return none(
      operands.length > 2
        ? `there are ${operands.length} numbers in it, and no telling which are meant`
        : `there are two numbers in it, and the word ${factors[0]!.word}`,
    )
  }
  const { operation, why, isSwapped } = decideOperation(setScene(tokens, a, b))
  if (operation === null) return none(why)
  const [start, value] = isSwapped ? [b.value, a.value] : [a.value, b.value]
  return { why, start, steps: [{ operation, value }] }
}
