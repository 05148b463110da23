import { has, type Scene, says } from '../Scene.ts'
import { abstain, decide, mayBeAlike, type Rule } from './Rule.ts'

const upward =
  'rise rises rose rising ascends ascended ascending climbs climbed climbing up upward upwards floats higher'.split(
    ' ',
  )
const downward =
  'sinks sank sinking falls fell falling drops dropped dropping dives dived diving descends descended descending slips ' +
  'slides slid down downward downwards lower deeper'
const downwards = downward.split(' ')

const asksDepth = ({ question }: Scene): boolean => says(question, 'deep', 'depth')
const asksHeight = ({ question }: Scene): boolean => says(question, 'high', 'height')

/** Where the water itself falls, the depth shrinks. */
const isWater = ({ between }: Scene): boolean =>
  says(between, 'water', 'tide', 'level', 'sea') && !has(between, 'thing')

/** A depth grows as one sinks, and a height as one rises. */
export const vertical: Rule = (scene) => {
  const { head, between, next } = scene
  if (!asksDepth(scene) && !asksHeight(scene)) return null
  const isUp = says(between, ...upward.filter((word) => !isUpOfFirst(scene, word))) || says(next, ...upward)
  const isDown = says(between, ...downwards) || says(next, ...downwards)
  if (isUp === isDown) return null
  if (!mayBeAlike(scene) || (scene.a.kind ?? scene.b.kind ?? 'length') !== 'length') return null
  const isFirstDown = says(head, ...downwards) && !says(head, 'depth', 'height')
  if (asksHeight(scene) && isFirstDown) return abstain('it is unclear where it starts')
  if (says(between, 'to')) return null
  return isUp === (asksHeight(scene) || isWater(scene))
    ? decide('add', 'it goes further that way by so much')
    : decide('subtract', 'it comes back by so much')
}

/** `climbs seven meters up`: an `up` after the first number is about that number. */
const isUpOfFirst = ({ nextToA }: Scene, word: string): boolean =>
  word.startsWith('up') && nextToA.words[0] === word
