import type { Operation } from '../compute.ts'
import { nameOf, type Physical } from '../dimension.ts'
import type { Role } from '../lexicon.ts'
import type { Kind } from '../Problem.ts'
import { has, type Scene, type Span, says, saysInRow } from '../Scene.ts'

/** What is to be done with the two numbers and what says so, or why that cannot be told. */
export type Decision = {
  readonly operation: Operation | null
  readonly why: string
  /** Whether the second number comes first: seven from thirty. */
  readonly isSwapped: boolean
}

/** Null where it has nothing to say. */
export type Rule = (scene: Scene) => Decision | null

export const decide = (operation: Operation, why: string): Decision => ({ operation, why, isSwapped: false })
export const decideSwapped = (operation: Operation, why: string): Decision => ({
  operation,
  why,
  isSwapped: true,
})
export const abstain = (why: string): Decision => ({ operation: null, why, isSwapped: false })

export const anywhere = ({ head, between, tail }: Scene, ...roles: readonly Role[]): boolean =>
  has(head, ...roles) || has(between, ...roles) || has(tail, ...roles)

export const kinds = ({ a, b }: Scene, one: Kind, other: Kind): boolean =>
  (a.kind === one && b.kind === other) || (a.kind === other && b.kind === one)

/** Whether both may measure the same, as far as it is said. */
export const mayBeAlike = ({ a, b }: Scene): boolean =>
  a.kind === null || b.kind === null || a.kind === b.kind

export const asksFor = ({ goal }: Scene, name: Physical): boolean =>
  goal?.dimensions.some((dimension) => nameOf(dimension) === name) ?? false

/** `in total`, `combined`, `in all`. */
export const asksTotal = (span: Span): boolean => has(span, 'total', 'together') || saysInRow(span, 'in all')

/** `if they add`. */
export const asksToAdd = (span: Span): boolean => says(span, 'add', 'adding', 'added', 'plus')

/** `what was it before`: the answer is what the numbers start from. */
export const asksOrigin = ({ question }: Scene): boolean =>
  says(
    question,
    'before',
    'initial',
    'initially',
    'original',
    'originally',
    'previous',
    'previously',
    'earlier',
  )

/** `by how much`, `what is the change`, `how much did it grow`. */
export const asksChange = ({ question }: Scene): boolean =>
  question.words[0] === 'by' ||
  has(question, 'difference') ||
  (says(question, 'did', 'does') && has(question, 'add', 'subtract') && saysInRow(question, 'how much'))

/** `how much stronger`, `how many more newtons`. */
export const asksMore = ({ question: { roles } }: Scene): boolean =>
  roles.some(
    (role, at) =>
      role === 'ask' && roles.slice(at + 1, at + 3).some((next) => next === 'greater' || next === 'smaller'),
  )

/** How much for one of them: `per lobster`, `each tank`, `one claw`; but not `the younger one`. */
export const asksOne = ({ question: { roles, words } }: Scene): boolean =>
  roles.some((role, at) => role === 'each' || (role === 'per' && roles[at + 1] !== 'time')) ||
  words.some(
    (word, at) => word === 'single' || (word === 'one' && !isNamed(roles[at - 1] ?? null, words[at - 2])),
  )

const isNamed = (before: Role | null, beforeThat = ''): boolean =>
  before !== null &&
  ['greater', 'smaller', 'adjective', 'other', 'plain'].includes(before) &&
  beforeThat === 'the'
