import { has, lastOf, type Scene, says } from '../Scene.ts'
import { beings, type Direction, directionIn, directionOf, joining } from './direction.ts'
import {
  abstain,
  asksChange,
  asksMore,
  asksOrigin,
  asksTotal,
  type Decision,
  decide,
  decideSwapped,
  mayBeAlike,
  type Rule,
} from './Rule.ts'

const verdict = (direction: Direction): Decision =>
  direction === 'up'
    ? decide('add', 'it grows by so much')
    : direction === 'down'
      ? decide('subtract', 'it falls by so much')
      : abstain('something grows and something falls')

const isFrom = ({ head }: Scene): boolean => {
  const at = head.roles.lastIndexOf('from')
  return at >= 0 && head.roles.length - at <= 4 && !head.roles.slice(at).some((role) => role === 'and')
}

/** From thirty to twelve: what it changes to is told, so that only the change can be asked for. */
export const fromTo: Rule = (scene) => {
  const { between } = scene
  const to = between.roles.lastIndexOf('to')
  if (to < 0 || between.roles.length - to > 3 || has(between, 'by')) return null
  // To gain seven is no change to seven.
  if (between.roles.slice(to).some((role) => role === 'add' || role === 'subtract')) return null
  const isChange = isFrom(scene) || directionOf(between, { roles: [], words: [] }) !== null
  if (!isChange || says(between, 'add', 'adds', 'adding', 'added')) return null
  return isFrom(scene) ? towards(scene) : abstain('it says what it changes to, not by how much')
}

/** Raised from eighteen by seven; raises a force of eighteen by seven. */
export const fromBy: Rule = (scene) => {
  const { head, between, next } = scene
  if (!lastOf(between, 2).roles.includes('by') || directionOf(between, next) !== null) return null
  const near = isFrom(scene) ? head : lastOf(head, 8)
  const direction = directionIn(has(near, 'add'), has(near, 'subtract'))
  if (direction === null || asksOrigin(scene)) return null
  if (!isAddable(scene) || scene.b.isCount) return abstain('it changes by something of another kind')
  return verdict(direction)
}

/** What the change is told of, after it: `from a grip of`, `on top of`, `it weighed … before`. */
function isBase({ between, next, head }: Scene): boolean {
  const at = Math.max(between.roles.lastIndexOf('from'), between.words.lastIndexOf('top'))
  if (at >= 0 && !between.roles.slice(at).some((role) => role === 'and' || role === 'but')) return true
  const isAdded = says(lastOf(head, 4), 'add', 'adds', 'adding', 'added', 'boost', 'bonus')
  const to = between.roles.lastIndexOf('to')
  if (isAdded && to >= 0 && between.roles.length - to <= 4) return true
  const isOf = /^of(?: the| its)?$/.test(between.words.join(' ')) && has(lastOf(head, 3), 'subtract')
  return isOf || says(next, 'before', 'initially', 'originally')
}

/** Loses twelve from fifty; gains three on top of six. */
export const changeFirst: Rule = (scene) => {
  const { head, between } = scene
  const last = lastOf(head, head.roles.at(-1) === 'by' ? 8 : 4)
  const isTakenAway = says(between, 'away') && has(between, 'from')
  const direction = directionIn(has(last, 'add'), has(last, 'subtract') || isTakenAway)
  if (direction === null || has(between, 'add', 'subtract') || isFrom(scene)) return null
  if (lastOf(head, 2).roles.includes('to') && isBase(scene)) return towards(scene)
  if (!isBase(scene)) return says(lastOf(head, 3), 'add', 'adding') ? decide('add', 'it says to add') : null
  if (asksOrigin(scene) || asksChange(scene))
    return abstain('it asks for something else than what it changes to')
  if (!isAddable(scene)) return abstain('it changes by something of another kind')
  if (direction === 'both') return verdict(direction)
  return decideSwapped(direction === 'up' ? 'add' : 'subtract', 'so much is told before what it changes')
}

/** Slows to twelve from thirty. */
const towards = (scene: Scene): Decision =>
  asksChange(scene) && mayBeAlike(scene)
    ? decide('difference', 'it asks how much it changes')
    : abstain('it says what it changes to, not by how much')

const loose: readonly (string | null)[] = ['force', 'speed', 'length']

/** Units are often left out or wrong where a speed or a force changes; others say that something else is meant. */
const isAddable = ({ a, b }: Scene): boolean =>
  a.kind === null ||
  b.kind === null ||
  a.kind === b.kind ||
  (loose.includes(a.kind) && loose.includes(b.kind))

/** Speeds up by ten and then slows by two: what it starts from is not told. */
const isChangeItself = ({ head }: Scene): boolean =>
  head.roles.at(-1) === 'by' && has(lastOf(head, 4), 'add', 'subtract')

/** Another change after the second number, of which the number was not read: `and slows by …`; but not `are lost by …`. */
const isUnfinished = ({ told: { roles, words }, next }: Scene): boolean =>
  !beings.includes(next.words[0] ?? '') &&
  roles.some((role, at) =>
    role === 'by'
      ? roles.slice(Math.max(0, at - 2), at).some((before) => before === 'add' || before === 'subtract')
      : words[at] === 'then' && roles.slice(at + 1, at + 3).includes(null),
  )

const opposite = (direction: 'up' | 'down'): Direction => (direction === 'up' ? 'down' : 'up')

/** Gains, slows by, seven more. */
export const change: Rule = (scene) => {
  const { a, b, head, between, next, question } = scene
  const direction = directionOf(between, next)
  if (direction === null) return null
  if (direction === 'both') return verdict(direction)
  // Five lobsters that join add what they have, not five.
  if (b.isCount && a.kind !== null)
    return joining.includes(next.words[0] ?? '') ? null : abstain('it changes by a count')
  if (has(between, 'than') || has(next, 'than')) return abstain('it compares, and does not say what to do')
  if (b.kind === 'time' && a.kind !== 'time')
    return abstain('it says for how long it changes, not by how much')
  if (asksOrigin(scene)) return abstain('it asks for what was before the change')
  if (
    isFrom(scene) &&
    directionIn(has(lastOf(head, 4), 'add'), has(lastOf(head, 4), 'subtract')) === opposite(direction)
  )
    return verdict('both')
  if (isChangeItself(scene)) return abstain('it says by how much it changes, and not what')
  if (isUnfinished(scene)) return abstain('it changes once more, and not by a number that can be read')
  if (b.kind === 'percent') return decide(direction === 'up' ? 'raise' : 'lower', 'by so many percent')
  if (!isAddable(scene)) return abstain('it changes by something of another kind')
  if (asksMore(scene)) return abstain('something changes, and a comparison is asked')
  if (direction === 'up' && (has(question, 'remain') || asksChange(scene)))
    return abstain('it grows, and what remains is asked')
  if (direction === 'down' && asksTotal(question) && says(lastOf(between, 2), 'away')) return null
  return verdict(direction)
}
