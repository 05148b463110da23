import { has, type Scene, says, saysInRow } from '../Scene.ts'
import {
  abstain,
  asksFor,
  asksOne,
  asksToAdd,
  asksTotal,
  decide,
  decideSwapped,
  kinds,
  mayBeAlike,
  type Rule,
} from './Rule.ts'

export const remainder: Rule = (scene) => {
  const { question, between } = scene
  if (!has(question, 'remain')) return null
  if (!mayBeAlike(scene)) return abstain('what remains would be of another kind')
  if (asksTotal(question)) return abstain('it asks for what remains and for a total')
  // `nine of the twenty`, `nine out of twenty`.
  const isPartOf = /(?:^| )of(?: the| its| a)?$/.test(between.words.join(' '))
  if (isPartOf && scene.nextToA.roles[0] === 'of')
    return decideSwapped('subtract', 'it asks for what remains of the other')
  return decide('subtract', 'it asks for what remains')
}

const pairs = [
  ['left', 'right'],
  ['forward', 'back'],
  ['forward', 'backward'],
  ['north', 'south'],
  ['east', 'west'],
  ['upward', 'downward'],
] as const

const isTornApart = ({ head, between, tail }: Scene): boolean => {
  const said = [...head.words, ...between.words, ...tail.words]
  return pairs.some((pair) => pair.every((word) => said.includes(word)))
}

const isTurned = ({ head, between, tail }: Scene): boolean =>
  [head, between, tail].some((span) => saysInRow(span, 'other way') || saysInRow(span, 'other direction'))

/** Forty forward and eighteen back: how far from where it was? */
export const displacement: Rule = (scene) => {
  const { question } = scene
  const isAsked = asksFor(scene, 'length') && says(question, 'from', 'away') && !asksTotal(question)
  return isAsked && kinds(scene, 'length', 'length') && isTornApart(scene)
    ? decide('difference', 'it comes back part of the way')
    : null
}

const isAlongside = ({ head, between, tail }: Scene): boolean =>
  [head, between, tail].some((span) =>
    ['same direction', 'same way', 'along with', 'helps with', 'helps by', 'helped by'].some((phrase) =>
      saysInRow(span, phrase),
    ),
  )

/** What two forces make that act along one line. */
export const net: Rule = (scene) => {
  const { head, question, between, tail, strays } = scene
  if (!has(question, 'net')) return null
  if (isAlongside(scene)) return decide('add', 'both act the same way')
  if (has(tail, 'together') || asksToAdd(question)) return decide('add', 'both act together')
  if (!mayBeAlike(scene)) return abstain('they have no net')
  const isOpposed =
    has(between, 'oppose') || has(scene.told, 'oppose') || says(between, 'back', 'backward', 'backwards')
  if (isOpposed || strays.includes('-')) return decide('subtract', 'one acts against the other')
  return isTornApart(scene) || isTurned(scene) || says(tail, 'opposite') || says(head, 'opposite')
    ? decide('difference', 'they act against each other')
    : abstain('it asks for the net, and not whether one acts against the other')
}

const streams = ['current', 'tide', 'stream', 'flow', 'wave', 'wind']

/** Swims at so much against a current of so much. */
export const currents: Rule = (scene) => {
  const { a, b, head, between, question } = scene
  const isSpeed = a.kind === 'speed' && b.kind === 'speed' && asksFor(scene, 'speed')
  if (!isSpeed || asksTotal(question) || !says(between, ...streams)) return null
  if (says(between, 'against') || says(head, 'upstream'))
    return decide('subtract', 'one goes against the other')
  if (says(head, 'downstream')) return decide('add', 'one goes with the other')
  return saysInRow(between, 'with a') || saysInRow(between, 'with the')
    ? decide('add', 'one goes with the other')
    : null
}

/** A lone / between numbers is often but decoration: it divides only where nothing else says what to do. */
export const slash: Rule = ({ b, isSlashed }) =>
  isSlashed && b.dimension === null && b.kind === null ? decide('divide', 'the sign /') : null

export const total: Rule = (scene) => {
  const { a, b, between, tail, question, strays } = scene
  const isAsked = asksTotal(tail) || asksTotal(question) || asksToAdd(question)
  if (!isAsked && !has(between, 'together')) return null
  if (!isAsked && asksOne(scene)) return abstain('so many have it together, and one is asked for')
  if (has(between, 'per') && (a.kind === 'other' || a.isCount || a.kind === null))
    return abstain('it says so much per something, and no total of that is clear')
  // A rival may be on either side.
  if (between.roles.some((role, at) => role === 'oppose' && between.words[at] !== 'rival'))
    return abstain('one acts against the other, and a total is asked')
  if (strays.includes('*') && !has(between, 'together'))
    return abstain('a * stands between, and a total is asked')
  if (a.kind === 'percent' || b.kind === 'percent') return abstain('a part in percent is no part of a total')
  if (a.kind !== null && b.kind !== null && a.kind !== b.kind) {
    // Challenges do add a speed and a force where they say so; nothing else that is unlike.
    const isJoined = has(between, 'and') && has(question, 'asSpeed', 'asForce')
    const isSaid = says(tail, 'plus', 'sum', 'add')
    if (!kinds(scene, 'speed', 'force') || (!isJoined && !isSaid))
      return abstain(`${a.kind} and ${b.kind} have no total`)
  }
  return decide('add', 'it asks for the total')
}
