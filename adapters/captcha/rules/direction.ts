import { has, lastOf, type Span, says, saysInRow } from '../Scene.ts'

export type Direction = 'up' | 'down' | 'both' | null

export const directionIn = (isUp: boolean, isDown: boolean): Direction =>
  isUp && isDown ? 'both' : isUp ? 'up' : isDown ? 'down' : null

const leaving = [
  'break',
  'breaks',
  'leave',
  'leaves',
  'escape',
  'escapes',
  'die',
  'dies',
  'vanish',
  'vanishes',
]
export const joining = ['join', 'joins', 'arrive', 'arrives', 'extra', 'additional']

/** Verbs that say so only with a `by`: a wave lifts a lobster, and lifts its speed by seven. */
const risingBy = [
  'forward',
  'up',
  'improves',
  'improved',
  'enhances',
  'sharpens',
  'spikes',
  'pumps',
  'soars',
  'hardens',
]
const fallingBy = [
  'slips',
  'back',
  'down',
  'backward',
  'cuts',
  'cut',
  'sank',
  'dips',
  'trims',
  'dulls',
  'plunges',
  'tires',
  'wanes',
  'hurts',
]

export const beings = ['is', 'are', 'was', 'were', 'gets', 'get', 'got']
const boosts = ['boost', 'bonus', 'gain', 'increase']

const taking = ['takes', 'took', 'bites', 'knocks', 'cuts', 'tears', 'breaks']

/** Takes off seven; off and of are one word once letters no longer repeat. */
const isOff = (before: Span): boolean =>
  before.words.at(-1) === 'of' && taking.includes(before.words.at(-2) ?? '')

/** Whether what is said before a number, or after it, makes it a growth or a fall: `gains`, `slows by`, `seven more`. */
export function directionOf(before: Span, next: Span): Direction {
  const isBy = lastOf(before, 2).roles.includes('by')
  const isAway = says(lastOf(before, 2), 'away') || saysInRow(before, 'gives up') || isOff(before)
  const isTakenOn =
    saysInRow(before, 'puts on') || saysInRow(before, 'picks up') || saysInRow(before, 'put on')
  // A fifteen newton boost; fifteen newtons are lost.
  const isNoun = boosts.includes(next.words[0] ?? '')
  const passive = beings.includes(next.words[0] ?? '') ? next.roles[1] : null
  const after = next.words[0] ?? ''
  return directionIn(
    has(before, 'add') ||
      next.roles[0] === 'greater' ||
      joining.includes(after) ||
      isTakenOn ||
      isNoun ||
      passive === 'add' ||
      (before.words.at(-1) === 'another' && !has(before, 'subtract')) ||
      (isBy && (has(before, 'greater') || says(before, ...risingBy))),
    has(before, 'subtract') ||
      next.roles[0] === 'smaller' ||
      leaving.includes(after) ||
      isAway ||
      passive === 'subtract' ||
      (isBy && (has(before, 'smaller') || says(before, ...fallingBy))),
  )
}
