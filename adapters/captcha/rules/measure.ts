import { type Dimension, isRate, isSame, over, times } from '../dimension.ts'
import { has, type Scene, says } from '../Scene.ts'
import { differInSize } from '../units.ts'
import {
  abstain,
  asksFor,
  asksTotal,
  type Decision,
  decide,
  decideSwapped,
  kinds,
  type Rule,
} from './Rule.ts'

const derivedWords = 'torque work power impulse momentum acceleration pressure density area'.split(' ')
/** Those that are a product whatever they are made of. */
const products = 'torque work impulse momentum'.split(' ')

/** What physics makes of two measured numbers: the one operation that gives what is asked for. */
export const measure: Rule = (scene) => {
  const { a, b, goal } = scene
  if (goal === null) return rateWithoutGoal(scene)
  if (a.dimension !== null && b.dimension !== null) {
    const fitting = waysOf(a.dimension, b.dimension).filter(({ gives }) =>
      goal.dimensions.some((dimension) => isSame(dimension, gives)),
    )
    if (fitting.length === 1)
      return isSize(scene)
        ? abstain('how long something is makes no way')
        : (inOneSize(scene) ?? steadily(scene, fitting[0]!.decision))
  }
  return derivedWords.includes(goal.word) ? derivedFrom(scene, goal.word) : null
}

const waysOf = (a: Dimension, b: Dimension): { gives: Dimension; decision: Decision }[] => [
  { gives: times(a, b), decision: decide('multiply', 'what it asks for is the one times the other') },
  { gives: over(a, b), decision: decide('divide', 'what it asks for is the one by the other') },
  { gives: over(b, a), decision: decideSwapped('divide', 'what it asks for is the one by the other') },
]

/** So much per second, for so many seconds. */
function rateWithoutGoal(scene: Scene): Decision | null {
  const { a, b, between } = scene
  if (a.dimension === null || b.dimension === null || has(between, 'add', 'subtract')) return null
  if (isRate(a.dimension) === isRate(b.dimension) || isRate(times(a.dimension, b.dimension))) return null
  return inOneSize(scene) ?? decide('multiply', 'so much per unit, for so many units')
}

/** An antenna that is twenty centimeters long goes nowhere. */
const isSize = (scene: Scene): boolean =>
  (asksFor(scene, 'speed') || asksFor(scene, 'time')) &&
  [scene.nextToA, scene.next].some(({ words }) => ['long', 'wide', 'tall'].includes(words[0] ?? ''))

const inOneSize = ({ a, b }: Scene): Decision | null =>
  differInSize(a.sizes, b.sizes) ? abstain('its units are of different sizes') : null

const speedChanges =
  /^(?:accelerat|decelerat|slow|speeds|brakes|quickens|hastens|gain|los|increas|decreas|reduc|boost|surge)/

/** Speed times time is a way only while the speed stays as it is. */
function steadily(scene: Scene, decision: Decision): Decision {
  if (decision.operation !== 'multiply' || !kinds(scene, 'speed', 'time')) return decision
  const isChanging = [...scene.head.words, ...scene.between.words].some((word) => speedChanges.test(word))
  return isChanging ? abstain('its speed changes all the while') : decision
}

/** A torque, a power: of numbers whose units do not give it, or are not told. */
function derivedFrom(scene: Scene, word: string): Decision | null {
  const { a, b, between, question } = scene
  if (has(between, 'add', 'subtract', 'each') || a.isCount || b.isCount) return null
  if (a.kind === null || b.kind === null) {
    const isForce = a.kind === 'force' || b.kind === 'force'
    const isProduct = products.includes(word) || (word === 'power' && isForce)
    return isProduct && !(a.kind === 'energy' || b.kind === 'energy')
      ? decide('multiply', 'what it asks for is a product')
      : null
  }
  if (asksTotal(question) || has(question, 'remain', 'net', 'difference') || says(question, 'more'))
    return null
  return abstain(`${a.kind} and ${b.kind} give no ${word}`)
}
