import type { Role } from './lexicon.ts'
import type { Kind } from './Problem.ts'
import { has, type Scene, type Span, says } from './Scene.ts'

export type Operation =
  | 'add'
  | 'subtract'
  | 'subtractFrom'
  | 'difference'
  | 'multiply'
  | 'divide'
  | 'divideInto'
  | 'average'
  | 'raise'
  | 'lower'

/** What is to be done with the two numbers and what says so, or why that cannot be told. */
export type Decision = { readonly operation: Operation | null; readonly why: string }

type Rule = (scene: Scene) => Decision | null

const decide = (operation: Operation, why: string): Decision => ({ operation, why })
const abstain = (why: string): Decision => ({ operation: null, why })

const anywhere = (scene: Scene, ...roles: readonly Role[]): boolean =>
  has(scene.head, ...roles) || has(scene.between, ...roles) || has(scene.tail, ...roles)

const kinds = ({ a, b }: Scene, one: Kind, other: Kind): boolean =>
  (a.kind === one && b.kind === other) || (a.kind === other && b.kind === one)

/** `two as hard`. */
const isAsMuch = ({ roles, words }: Span): boolean =>
  roles[0] === 'as' && ['hard', 'strong', 'fast', 'much', 'many', 'powerful', 'big'].includes(words[1] ?? '')

/** Product, multiplies, three times, seven fold, two as hard, `*`. */
const multiplication: Rule = (scene) => {
  const { between, next, tail, sign } = scene
  const isNamed = anywhere(scene, 'multiply')
  const isCounted = has(between, 'times') || next.roles[0] === 'times' || isAsMuch(next)
  if (!isNamed && !isCounted && sign !== '*') return null
  if (anywhere(scene, 'divide') || says(between, 'plus', 'minus') || says(tail, 'sum', 'difference'))
    return abstain('it speaks of a multiplication and of something else')
  if ((isCounted || says(between, 'factor')) && has(between, 'subtract'))
    return abstain('it says that something falls by so many times')
  if (
    !isNamed &&
    !isCounted &&
    (has(between, 'add', 'subtract') || has(tail, 'add', 'subtract', 'remain', 'net'))
  )
    return abstain('a * stands between the numbers, and words say something else')
  return decide('multiply', isNamed ? 'it speaks of multiplying' : isCounted ? 'so many times' : 'the sign *')
}

const division: Rule = (scene) => {
  const { sign, a, b, question } = scene
  if (has(question, 'average')) return a.kind === b.kind ? decide('average', 'it asks for the average') : null
  if (anywhere(scene, 'divide') || sign === '÷') return decide('divide', 'it speaks of dividing')
  if (!has(scene.between, 'share') && !has(scene.tail, 'share')) return null
  return b.isCount ? decide('divide', 'it is shared among so many') : abstain('it is unclear who shares')
}

/** What physics makes of two numbers of different kinds. */
const physics: Rule = (scene) => {
  const { a, b, between, question } = scene
  if (has(question, 'acceleration') && kinds(scene, 'force', 'mass'))
    return decide(a.kind === 'force' ? 'divide' : 'divideInto', 'acceleration is force by mass')
  if (has(question, 'asForce') && (kinds(scene, 'mass', 'speed') || kinds(scene, 'mass', 'rate')))
    return decide('multiply', 'force is mass times acceleration')
  if (has(between, 'add', 'subtract')) return null
  if (has(question, 'pressure') && kinds(scene, 'force', 'length'))
    return decide(a.kind === 'force' ? 'divide' : 'divideInto', 'pressure is force by area')
  if (has(question, 'product'))
    return a.kind === b.kind && a.kind !== null
      ? abstain('it asks for a product of two numbers of one kind')
      : decide('multiply', 'what it asks for is a product')
  if ((a.per !== null && a.per === b.kind) || (b.per !== null && b.per === a.kind))
    return decide('multiply', 'so much per unit, for so many units')
  if (says(question, 'long') && kinds(scene, 'length', 'speed'))
    return decide(a.kind === 'length' ? 'divide' : 'divideInto', 'time is distance by speed')
  if (has(question, 'asSpeed') && kinds(scene, 'length', 'time'))
    return decide(a.kind === 'length' ? 'divide' : 'divideInto', 'speed is distance by time')
  return null
}

const each: Rule = (scene) => {
  const { a, b, between, head } = scene
  if (!has(between, 'each') && !has(head, 'each')) return null
  if (has(between, 'add', 'subtract')) return null
  return a.kind === b.kind && a.kind !== null
    ? abstain('it is unclear what each has')
    : decide('multiply', 'each of so many has so much')
}

/** Gains, slows by, seven more, subtract seven from. */
const change: Rule = (scene) => {
  const { a, b, head, between, next, question } = scene
  const isBy = between.roles.at(-1) === 'by'
  const last = { roles: head.roles.slice(-3), words: head.words.slice(-3) }
  const isUp = has(between, 'add') || next.roles[0] === 'greater' || (isBy && has(between, 'greater'))
  const isDown = has(between, 'subtract') || next.roles[0] === 'smaller' || (isBy && has(between, 'smaller'))
  if (isUp && isDown) return abstain('something grows and something falls')
  if (!isUp && !isDown) {
    if (says(last, 'subtract') && has(between, 'from'))
      return decide('subtractFrom', 'one is subtracted from the other')
    return says(last, 'add', 'adding') ? decide('add', 'it says to add') : null
  }
  if (between.roles.at(-1) === 'to') return abstain('it says what it changes to, not by how much')
  if (has(between, 'than') || has(next, 'than')) return abstain('it compares, and does not say what to do')
  if (b.kind === 'time' && a.kind !== 'time')
    return abstain('it says for how long it changes, not by how much')
  if (b.kind === 'percent') return decide(isUp ? 'raise' : 'lower', 'by so many percent')
  if (isUp && has(question, 'remain', 'difference')) return abstain('it grows, and what remains is asked')
  return isUp ? decide('add', 'it grows by so much') : decide('subtract', 'it falls by so much')
}

const signs: Rule = ({ sign, question }) => {
  if (sign === '+')
    return has(question, 'remain', 'difference')
      ? abstain('a + stands where less is asked')
      : decide('add', 'the sign +')
  if (sign !== '-') return null
  return has(question, 'total')
    ? abstain('a dash stands where a total is asked')
    : decide('subtract', 'the sign -')
}

const comparison: Rule = ({ question }) =>
  has(question, 'difference', 'greater', 'smaller')
    ? decide('difference', 'it asks for the difference')
    : null

/** Three claws, each as strong. */
const counts: Rule = (scene) => {
  const { a, b, between, tail } = scene
  if (a.isCount === b.isCount) return null
  return has(tail, 'total', 'together') && !has(between, 'oppose')
    ? decide('multiply', 'so many do the same')
    : abstain('it is unclear what so many do')
}

const remainder: Rule = (scene) => {
  const { question, between, tail, strays } = scene
  if (has(question, 'remain')) return decide('subtract', 'it asks for what remains')
  if (!has(question, 'net')) return null
  if (has(tail, 'add', 'together')) return decide('add', 'both act together')
  return has(between, 'oppose') || strays.includes('-')
    ? decide('subtract', 'one acts against the other')
    : abstain('it asks for the net, and not whether one acts against the other')
}

const total: Rule = (scene) => {
  const { a, b, between, tail, question, strays } = scene
  if (!has(tail, 'total', 'together', 'add') && !has(between, 'together')) return null
  if (has(between, 'oppose')) return abstain('one acts against the other, and a total is asked')
  if (strays.includes('*') && !has(between, 'together'))
    return abstain('a * stands between, and a total is asked')
  if (a.kind !== null && b.kind !== null && a.kind !== b.kind && !says(tail, 'plus', 'sum', 'add')) {
    const isJoined =
      has(between, 'and') && has(question, a.kind === 'speed' ? 'asForce' : 'asSpeed', 'asForce')
    if (!isJoined) return abstain(`${a.kind} and ${b.kind} have no total`)
  }
  return decide('add', 'it asks for the total')
}

const rules: readonly Rule[] = [
  multiplication,
  division,
  physics,
  each,
  change,
  signs,
  comparison,
  counts,
  remainder,
  total,
]

/** The first rule that has something to say. */
export function decideOperation(scene: Scene): Decision {
  for (const rule of rules) {
    const decision = rule(scene)
    if (decision !== null) return decision
  }
  return abstain('nothing says what to do with the numbers')
}
