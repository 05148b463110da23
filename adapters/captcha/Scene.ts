import type { Token } from './decode.ts'
import { type Goal, goalOf } from './goals.ts'
import type { Role } from './lexicon.ts'
import type { Operand } from './Problem.ts'
import { isUnit, roleAt } from './units.ts'

/** Two numbers and the words around them. */
export type Scene = {
  readonly a: Operand
  readonly b: Operand
  readonly head: Span
  readonly between: Span
  /** What follows each number in its clause, its units left out: at most two words. */
  readonly nextToA: Span
  readonly next: Span
  /** What follows both numbers; and what stands before them where only that asks. */
  readonly tail: Span
  /** What is told after both numbers, before anything is asked. */
  readonly told: Span
  /** What is asked: from the first asking word after the numbers, or else before the last or before both. */
  readonly question: Span
  readonly goal: Goal | null
  /** The operator between the numbers where only units stand there too, or empty. */
  readonly sign: string
  /** Operators between the numbers among other words. */
  readonly strays: string
  /** Whether a / stands alone before the second number, with only units between the two. */
  readonly isSlashed: boolean
}

/** A stretch of the text: its words' roles, and the words. */
export type Span = { readonly roles: readonly (Role | null)[]; readonly words: readonly string[] }

export const has = ({ roles }: Span, ...wanted: readonly Role[]): boolean =>
  roles.some((role) => role !== null && wanted.includes(role))
export const says = ({ words }: Span, ...wanted: readonly string[]): boolean =>
  words.some((word) => wanted.includes(word))
/** Whether words follow one another in it. */
export const saysInRow = ({ words }: Span, phrase: string): boolean =>
  ` ${words.join(' ')} `.includes(` ${phrase} `)
export const lastOf = ({ roles, words }: Span, count: number): Span => ({
  roles: roles.slice(-count),
  words: words.slice(-count),
})

export function setScene(tokens: readonly Token[], a: Operand, b: Operand): Scene {
  const [head, inner, rest] = [tokens.slice(0, a.from), tokens.slice(a.to, b.from), tokens.slice(b.to)]
  const asksFirst = !rest.some(isAsking) && head.some(isAsking)
  const tail = asksFirst ? [...head, ...rest] : rest
  const question = questionIn(tail) ?? questionIn([...inner, ...rest]) ?? tail
  const isBare = inner.every(({ entry }) => isUnit(entry?.role ?? null) || isOfUnit(entry?.role ?? null))
  const signs = operatorsIn(tokens.slice(a.to, b.from + 1))
  return {
    a,
    b,
    head: spanOf(head),
    between: spanOf(inner),
    nextToA: spanOf(nextOf(tokens, a)),
    next: spanOf(nextOf(tokens, b)),
    tail: spanOf(tail),
    told: spanOf(rest.slice(0, rest.length - (questionIn(rest)?.length ?? 0))),
    question: spanOf(question),
    goal: goalOf(question),
    sign: isBare && signs.length === 1 ? signs : '',
    strays: isBare && signs.length === 1 ? '' : signs,
    isSlashed: isBare && /^\s\/\s$/.test(tokens[b.from]!.before),
  }
}

const isAsking = ({ entry }: Token): boolean => entry?.role === 'ask'

function questionIn(tokens: readonly Token[]): readonly Token[] | null {
  const asks = tokens.findIndex(isAsking)
  // `by how much` asks for something else than `how much`.
  return asks < 0 ? null : tokens.slice(tokens[asks - 1]?.entry?.word === 'by' ? asks - 1 : asks)
}

const isOfUnit = (role: Role | null): boolean => role === 'per' || role === 'square' || role === 'filler'

export const spanOf = (tokens: readonly Token[]): Span => ({
  roles: tokens.map(({ entry }) => entry?.role ?? null),
  words: tokens.map(({ entry }) => entry?.word ?? ''),
})

export function nextOf(tokens: readonly Token[], { to, end }: Operand): Token[] {
  // `seven more newtons` goes on with `more`.
  let at = ['greater', 'add'].includes(roleAt(tokens, to) ?? '') ? to : end
  while (at < tokens.length && (isUnit(roleAt(tokens, at)) || isOfUnit(roleAt(tokens, at)))) at++
  const stop = tokens.slice(to, at + 2).findIndex((token) => token.gap === 'clause' || isAsking(token))
  return tokens.slice(at, stop < 0 ? at + 2 : Math.max(at, to + stop))
}

/** Each kind of operator once. A dash is a minus only where it stands alone between spaces: others are decoration. */
function operatorsIn(tokens: readonly Token[]): string {
  const found = new Set<string>()
  for (const { before } of tokens) {
    for (const sign of before) if ('+*×÷'.includes(sign)) found.add(sign === '×' ? '*' : sign)
    if (/\s[-−–]\s/.test(before)) found.add('-')
  }
  return [...found].join('')
}
