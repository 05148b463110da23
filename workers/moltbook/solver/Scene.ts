import type { Token } from './decode.ts'
import type { Role } from './lexicon.ts'
import { isUnit, type Operand, roleAt } from './Problem.ts'

/** Two numbers and the words around them. */
export type Scene = {
  readonly a: Operand
  readonly b: Operand
  readonly head: Span
  readonly between: Span
  /** What follows the second number in its clause, its units left out: at most two words. */
  readonly next: Span
  /** What follows both numbers; and what stands before them where only that asks. */
  readonly tail: Span
  /** What is asked: from the first asking word after the numbers, or all that follows them. */
  readonly question: Span
  /** The operator between the numbers where only units stand there too, or empty. */
  readonly sign: string
  /** Operators between the numbers among other words. */
  readonly strays: string
}

/** A stretch of the text: its words' roles, and the words. */
export type Span = { readonly roles: readonly (Role | null)[]; readonly words: readonly string[] }

export const has = ({ roles }: Span, ...wanted: readonly Role[]): boolean =>
  roles.some((role) => role !== null && wanted.includes(role))
export const says = ({ words }: Span, ...wanted: readonly string[]): boolean =>
  words.some((word) => wanted.includes(word))

export function setScene(tokens: readonly Token[], a: Operand, b: Operand): Scene {
  const asksFirst = !tokens.slice(b.to).some(isAsking) && tokens.slice(0, a.from).some(isAsking)
  const tail = asksFirst ? [...tokens.slice(0, a.from), ...tokens.slice(b.to)] : tokens.slice(b.to)
  const asks = tail.findIndex(isAsking)
  const inner = tokens.slice(a.to, b.from)
  const isBare = inner.every(({ entry }) => isUnit(entry?.role ?? null) || isOfUnit(entry?.role ?? null))
  const signs = operatorsIn(tokens.slice(a.to, b.from + 1))
  return {
    a,
    b,
    head: spanOf(tokens.slice(0, a.from)),
    between: spanOf(inner),
    next: spanOf(nextOf(tokens, b.to)),
    tail: spanOf(tail),
    question: spanOf(asks < 0 ? tail : tail.slice(asks)),
    sign: isBare && signs.length === 1 ? signs : '',
    strays: isBare && signs.length === 1 ? '' : signs,
  }
}

const isAsking = ({ entry }: Token): boolean => entry?.role === 'ask'

const isOfUnit = (role: Role | null): boolean => role === 'per' || role === 'square' || role === 'filler'

const spanOf = (tokens: readonly Token[]): Span => ({
  roles: tokens.map(({ entry }) => entry?.role ?? null),
  words: tokens.map(({ entry }) => entry?.word ?? ''),
})

function nextOf(tokens: readonly Token[], from: number): Token[] {
  let at = from
  while (at < tokens.length && (isUnit(roleAt(tokens, at)) || isOfUnit(roleAt(tokens, at)))) at++
  const clause = tokens.slice(from, at + 2).findIndex(({ gap }) => gap === 'clause')
  return tokens.slice(at, clause < 0 ? at + 2 : Math.max(at, from + clause))
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
