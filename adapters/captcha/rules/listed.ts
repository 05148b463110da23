import { isSame } from '../dimension.ts'
import { has, type Scene, says } from '../Scene.ts'
import { differInSize } from '../units.ts'
import { beings } from './direction.ts'
import { abstain, anywhere, asksChange, asksMore, asksOne, decide, type Rule } from './Rule.ts'

const apart = [
  'oppose',
  'average',
  'each',
  'times',
  'share',
  'remain',
  'difference',
  'multiply',
  'divide',
] as const

/** Six shells in one claw and seven in the other: what is done with both is said once, and asked for as one. */
export const listed: Rule = (scene) => {
  const { a, b, head, between, question } = scene
  if (between.words.at(-1) !== 'and' || says(head, 'between', 'from') || !asksForSuch(scene)) return null
  // What happens to the second alone, or is asked of now, is a change and no list.
  if (beings.includes(scene.next.words[0] ?? '') || says(question, 'now', 'still', 'new')) return null
  if (anywhere(scene, ...apart) || has(question, 'net') || says(question, 'not', 'other', 'second', 'first'))
    return null
  if (has(between, 'add', 'subtract') || asksMore(scene) || asksChange(scene) || asksOne(scene)) return null
  return differInSize(a.sizes, b.sizes)
    ? abstain('its units are of different sizes')
    : decide('add', 'both are told alike and asked for together')
}

/** Whether both numbers count or measure just what is asked for. */
const asksForSuch = ({ a, b, goal }: Scene): boolean =>
  goal !== null &&
  a.dimension !== null &&
  b.dimension !== null &&
  isSame(a.dimension, b.dimension) &&
  goal.dimensions.some((dimension) => isSame(dimension, a.dimension!))
