import type { Calculation } from './compute.ts'
import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'
import { type Factor, isStep } from './factors.ts'
import { isSame, type Operand } from './Problem.ts'
import { directionOf } from './rules/direction.ts'
import { asksChange, asksOrigin, asksTotal } from './rules/Rule.ts'
import { has, nextOf, type Scene, type Span, saysInRow, setScene, spanOf } from './Scene.ts'

const most = 4

/** Several steps, each of which is said outright: speeds up by twelve, then slows by seven. */
export function chainOf(
  tokens: readonly Token[],
  operands: readonly Operand[],
  factors: readonly Factor[],
): Calculation[] | null {
  const [first, ...others] = operands
  if (first === undefined || operands.length > most || !factors.every(isStep)) return null
  if (factors.some(({ at }) => at < first.from) || !isOneKind(operands)) return null
  const scene = lastScene(tokens, operands)
  if (asksChange(scene) || asksOrigin(scene) || isMore(spanOf(tokens))) return null
  const events = [...others, ...factors].toSorted((a, b) => placeOf(a) - placeOf(b))
  const steps: Calculation[] = []
  let from = first.to
  for (const event of events) {
    const before = spanOf(tokens.slice(from, placeOf(event)))
    from = 'at' in event ? event.at + 1 : event.to
    if ('at' in event) {
      steps.push({ operation: 'multiply', value: event.value })
      continue
    }
    const direction = directionOf(before, spanOf(nextOf(tokens, event)))
    if (direction !== 'up' && direction !== 'down') return null
    steps.push({ operation: direction === 'up' ? 'add' : 'subtract', value: event.value })
  }
  return steps
}

/** Three or four numbers of one kind whose total is asked for. */
export function sumOf(tokens: readonly Token[], operands: readonly Operand[]): Calculation[] | null {
  const [first, ...others] = operands
  if (first === undefined || operands.length < 3 || operands.length > most || !isOneKind(operands))
    return null
  if (operands.some((one, i) => operands.some((other, j) => i !== j && isSame(one, other)))) return null
  const { tail, question } = lastScene(tokens, operands)
  const isAlongside = has(question, 'net') && saysInRow(spanOf(tokens), 'same direction')
  if (!asksTotal(tail) && !isAlongside) return null
  const told = spanOf(tokens.slice(first.from, operands.at(-1)!.to))
  if (has(told, 'subtract', 'oppose', 'each', 'but', 'no', 'greater', 'smaller') || isMore(spanOf(tokens)))
    return null
  const isListed = others.every(({ from }, i) => isJoined(tokens, operands[i]!.to, from))
  return isListed ? others.map(({ value }) => ({ operation: 'add', value })) : null
}

const lastScene = (tokens: readonly Token[], operands: readonly Operand[]): Scene =>
  setScene(tokens, operands.at(-2) ?? operands[0]!, operands.at(-1)!)

const placeOf = (event: Operand | Factor): number => ('at' in event ? event.at : event.from)

const isMore = (all: Span): boolean =>
  has(all, 'multiply', 'divide', 'times', 'share', 'average', 'percent', 'than', 'part')

/** Of one kind, where the last of a list has the unit of all. */
function isOneKind(operands: readonly Operand[]): boolean {
  const told = operands.filter(({ kind, isCount }) => kind !== null || isCount)
  const names = new Set(told.map(({ kind, dimension }) => kind ?? Object.keys(dimension ?? {}).join()))
  return names.size <= 1 && !names.has('time') && !names.has('percent')
}

const isJoined = (tokens: readonly Token[], from: number, to: number): boolean =>
  tokens
    .slice(from, to + 1)
    .some(({ gap, entry }) => gap === 'clause' || entry?.role === 'and' || entry?.word === 'plus')

export const isRestated = (tokens: readonly Token[], { at, value }: Factor, operand: Operand): boolean =>
  Fraction.isEqual(value, operand.value) && has(spanOf(tokens.slice(at, operand.from)), 'multiply', 'times')
