import type { Token } from './decode.ts'
import * as Fraction from './Fraction.ts'
import type { Role } from './lexicon.ts'
import { isSame, type Operand, toOperand } from './Problem.ts'
import { readQuantities } from './Quantity.ts'
import { isUnit, roleAt, wordAt } from './units.ts'

/** The numbers that the problem is about: not those that only name a claw, are taken back or are said again. */
export function readOperands(tokens: readonly Token[]): Operand[] {
  const all = readQuantities(tokens).map((quantity) => toOperand(tokens, quantity))
  const named = all.filter((operand) => !isName(tokens, operand))
  const told = named.filter((operand) => named.length < 3 || !isAllOfThem(tokens, operand))
  const meant = told.filter((operand, i) => !isTakenBack(tokens, operand, told.length - i - 1))
  return withoutAsides(tokens, withoutRestated(tokens, withoutEchoes(tokens, meant)))
}

const bearers: readonly string[] = [
  'day',
  'round',
  'trial',
  'bout',
  'team',
  'number',
  'stage',
  'phase',
  'lap',
  'site',
]

/** `one claw`, `claw two`, `on day one`, `the dominant one`. */
function isName(tokens: readonly Token[], { value, from, to, isCount }: Operand): boolean {
  const isAfterThing =
    tokens[from]!.gap !== 'clause' &&
    (['thing', 'other', 'each'].includes(roleAt(tokens, from - 1) ?? '') ||
      bearers.includes(wordAt(tokens, from - 1)))
  if (isUnit(roleAt(tokens, to))) return false
  if (Fraction.isEqual(value, Fraction.of(1n)))
    return isCount || isAfterThing || !isReckonedWith(tokens, from, to)
  if (!isAfterThing || !Fraction.isLess(value, Fraction.of(4n)) || isCount) return false
  return isNameOf(tokens, to) || isOneOfThem(tokens, from)
}

/** Claw two, where there was a claw one. */
const isOneOfThem = (tokens: readonly Token[], from: number): boolean =>
  tokens.some(
    (_, at) =>
      at < from && wordAt(tokens, at) === 'one' && wordAt(tokens, at - 1) === wordAt(tokens, from - 1),
  )

/** `the average of the two`, `these two forces`. */
function isAllOfThem(tokens: readonly Token[], { value, from, to, isCount }: Operand): boolean {
  const isEnd = tokens[to] === undefined || tokens[to].gap === 'clause'
  const isFew = Fraction.isLess(value, Fraction.of(5n))
  return isFew && (isEnd || isCount) && ['the', 'these', 'those', 'all'].includes(wordAt(tokens, from - 1))
}

const reckoning: ReadonlySet<Role | null> = new Set<Role>(['add', 'subtract', 'multiply', 'divide', 'times'])

/** `slows by one`, `one plus two`: what is done with a one says that it is no name. */
function isReckonedWith(tokens: readonly Token[], from: number, to: number): boolean {
  const isEnd = tokens[to] === undefined || tokens[to].gap === 'clause'
  const before = roleAt(tokens, from - 1)
  if (/[+*×÷]/.test(tokens[from]!.before + (tokens[to]?.before ?? ''))) return true
  if (before === 'by' || (isEnd && reckoning.has(before))) return true
  return (
    ['plus', 'minus', 'times', 'multiplied', 'divided'].includes(wordAt(tokens, to)) ||
    wordAt(tokens, to) === 'more'
  )
}

/** A name goes on with what its bearer does. */
const isNameOf = (tokens: readonly Token[], to: number): boolean =>
  tokens[to] !== undefined &&
  tokens[to].gap !== 'clause' &&
  ['plain', 'add', 'subtract', 'measure', 'oppose'].includes(roleAt(tokens, to) ?? '')

/** `thirty? no, look: twenty`: as long as two numbers come after it. */
function isTakenBack(tokens: readonly Token[], { to }: Operand, following: number): boolean {
  return following >= 2 && [0, 1, 2].some((ahead) => roleAt(tokens, to + ahead) === 'no')
}

/** `forty newtons forty`: the same number again with nothing but units and scraps between. */
function withoutEchoes(tokens: readonly Token[], operands: readonly Operand[]): Operand[] {
  if (operands.length <= 2) return [...operands]
  return operands.filter((operand, i) => {
    const earlier = operands[i - 1]
    if (earlier === undefined || !isSame(earlier, operand)) return true
    for (let at = earlier.to; at <= operand.from; at++) {
      if (/[+*×÷=]/.test(tokens[at]!.before)) return true
      const role = roleAt(tokens, at)
      if (at < operand.from && !isUnit(role) && role !== 'filler' && tokens[at]!.entry !== null) return true
    }
    return false
  })
}

/** `twenty … seven …, what is twenty * seven?`: the question's own words are the plainer ones where they say what to do. */
function withoutRestated(tokens: readonly Token[], operands: readonly Operand[]): Operand[] {
  const [first, second, third, fourth] = operands
  if (operands.length !== 4 || !isSame(first!, third!) || !isSame(second!, fourth!)) return [...operands]
  const between = tokens.slice(third!.to, fourth!.from + 1)
  const isPlain = between.some(
    ({ before, entry }) => /[+*×÷]/.test(before) || reckoning.has(entry?.role ?? null),
  )
  return isPlain ? [third!, fourth!] : [first!, second!]
}

/** Of three or more numbers, counts of things go first, then what is of another kind than what is asked for. */
function withoutAsides(tokens: readonly Token[], operands: readonly Operand[]): Operand[] {
  if (operands.length <= 2) return [...operands]
  const isBound = tokens.some(({ entry }) => entry?.role === 'share' || entry?.role === 'divide')
  const measured = operands.filter(({ isCount }) => !isCount || isBound)
  if (measured.length <= 2) return measured.length === 2 ? measured : [...operands]
  const asked = tokens
    .slice(operands.at(-1)!.to)
    .find(({ entry }) => entry?.role === 'asForce' || entry?.role === 'asSpeed')
  const kind = asked?.entry?.role === 'asForce' ? 'force' : 'speed'
  const kept = measured.filter((operand) => operand.kind === kind || operand.kind === null)
  return asked !== undefined && kept.length === 2 ? kept : measured
}
