import { has, type Scene, says } from '../Scene.ts'
import { stemOf } from '../units.ts'
import {
  abstain,
  anywhere,
  asksOne,
  asksTotal,
  type Decision,
  decide,
  decideSwapped,
  type Rule,
} from './Rule.ts'

/** What is given out in equal parts. */
export const share: Rule = (scene) => {
  const { a, b, between, question } = scene
  const isCut = between.words.at(-1) === 'into' && b.isCount
  const isShared = anywhere(scene, 'share') || (says(between, 'share', 'shares', 'sharing') && asksOne(scene))
  if (!isCut && !isShared) return null
  if (asksTotal(question)) return abstain('something is shared, and a total is asked')
  if (has(between, 'add', 'subtract')) return abstain('something is shared, and something changes')
  const isAmong = ['into', 'among', 'amongst', 'between', 'by', 'in', 'over'].includes(
    between.words.at(-1) ?? '',
  )
  // Six lobsters share forty mussels; forty mussels are shared, by six lobsters.
  if (a.isCount && b.isCount && !isAmong) return shareOfTwo(scene)
  if ((b.isCount || isAmong) && !has(between, 'each')) return decide('divide', 'it is shared among so many')
  return a.isCount && b.kind !== null && asksOne(scene)
    ? decideSwapped('divide', 'it is shared among so many')
    : abstain('it is unclear who shares')
}

/** Of two counts, what is asked for is what is given out. */
function shareOfTwo({ a, b, goal }: Scene): Decision {
  const isGiven = (one: Scene['a']) => goal !== null && sameThing(goal.dimensions[0]!, one.dimension ?? {})
  if (isGiven(a) === isGiven(b)) return abstain('it is unclear who shares')
  const why = 'it is shared among so many'
  return isGiven(a) ? decide('divide', why) : decideSwapped('divide', why)
}

/** Each of so many has so much. */
export const each: Rule = (scene) => {
  const { a, b, between, head, next } = scene
  if (!has(between, 'each') && !has(head, 'each') && !has(next, 'each')) return null
  if (has(between, 'add', 'subtract')) return null
  return a.kind === b.kind && a.kind !== null
    ? abstain('it is unclear what each has')
    : decide('multiply', 'each of so many has so much')
}

/** Two claws together exert so much: how much does one? */
export const oneOfMany: Rule = (scene) => {
  const { a, b, head, between } = scene
  if (a.isCount === b.isCount || !asksOne(scene)) return null
  if (has(head, 'each', 'per') || has(between, 'each', 'per', 'add', 'subtract')) return null
  const why = 'so many have it together, and it asks for one'
  return a.isCount ? decideSwapped('divide', why) : decide('divide', why)
}

/** Three claws, each as strong. */
export const counts: Rule = (scene) => {
  const { a, b, between, tail, question } = scene
  if (a.isCount && b.isCount) return countedBoth(scene)
  if (a.isCount === b.isCount) return null
  if (has(question, 'remain')) return null
  const isTotal = asksTotal(tail) || (asksTotal(question) && !asksTotal(between))
  const isOfOne = b.isCount && namesOne(scene)
  return (isTotal || isOfOne) && !has(between, 'oppose') && !givesTotal(scene)
    ? decide('multiply', 'so many do the same')
    : abstain('it is unclear what so many do')
}

/** A trap holds nine lobsters: thirteen traps. */
function countedBoth(scene: Scene): Decision | null {
  return namesOne(scene) && scene.goal !== null && sameThing(scene.goal.dimensions[0]!, scene.a.dimension!)
    ? decide('multiply', 'one has so many, and there are so many')
    : null
}

const sameThing = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean =>
  Object.keys(a).join() === Object.keys(b).join()

/** Whether what the second number counts is told of one before. */
function namesOne({ head, b }: Scene): boolean {
  const [thing] = Object.keys(b.dimension ?? {})
  return head.words.some((word, at) => word === thing && stemOf(word) === word && at > 0)
}

/** Two claws together exert so much: what so many have is told already. */
const givesTotal = ({ head, between, a }: Scene): boolean =>
  a.isCount && (asksTotal(between) || has(head, 'total'))
