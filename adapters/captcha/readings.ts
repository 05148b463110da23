import { Evidence, type Part } from './Evidence.ts'
import * as Fraction from './Fraction.ts'
import { isAsked, likeness } from './features.ts'
import type { Scene } from './Scene.ts'
import { join, meanOf, type Operation, operations, type Term, termOf } from './Term.ts'
import type { Weights } from './Weights.ts'

/** One way to take the whole text: the numbers that are meant, and what is done with them. */
export type Reading = {
  readonly term: Term
  readonly score: number
  readonly parts: readonly Part[]
}

/** On the way through the numbers. */
type State = {
  /** What was read first, which waits for the group to be finished, and how it is then joined to it. */
  readonly waiting: { readonly term: Term; readonly operation: Operation } | null
  readonly group: Term | null
  /** How many numbers the group has, and the reading; and which was the last. */
  readonly size: number
  readonly kept: number
  readonly last: number
  readonly isSum: boolean
  readonly score: number
  readonly parts: readonly Part[]
}

const begun: State = {
  waiting: null,
  group: null,
  size: 0,
  kept: 0,
  last: -1,
  isSum: true,
  score: 0,
  parts: [],
}

/** The likeliest ways to read a text, the likeliest first, as many as `width`; along the way no more are followed. */
export function rankReadings(scene: Scene, weights: Weights, width: number): Reading[] {
  const evidence = new Evidence(scene, weights)
  let states: readonly State[] = [begun]
  for (let at = 0; at < scene.mentions.length; at++)
    states = best(states, (state) => next(scene, evidence, state, at), width)
  return best(states, (state) => finish(scene, evidence, state), width)
}

type Scored = { readonly score: number }

const best = <from, to extends Scored>(
  all: readonly from[],
  follow: (one: from) => Iterable<to>,
  width: number,
): to[] =>
  all
    .flatMap((one) => [...follow(one)])
    .sort((a, b) => b.score - a.score)
    .slice(0, width)

const taking = (state: State, part: Part): State => ({
  ...state,
  score: state.score + part.score,
  parts: [...state.parts, part],
})

/** Leaves a number out, joins it to the group or to all, or begins a group of it. */
function* next(scene: Scene, evidence: Evidence, state: State, at: number): Generator<State> {
  yield taking(state, evidence.drop(at))
  const term = termOf(scene.mentions[at]!)
  const { group, waiting, last } = state
  const taken = { last: at, kept: state.kept + 1, size: state.size + 1 }
  if (group === null) {
    yield { ...state, ...taken, group: term }
    return
  }
  const whole = wholeOf(state)
  for (const [column, operation] of operations.entries()) {
    const linked = taking(state, evidence.link(last, at)[column]!)
    const isSum = state.isSum && operation === 'add'
    yield* joined(evidence, { ...linked, ...taken, isSum }, operation, group, term)
    if (whole === null) continue
    const apart = { ...linked, ...taken, isSum: false }
    if (waiting !== null) yield* joined(evidence, { ...apart, waiting: null }, operation, whole, term)
    if (at < scene.mentions.length - 1)
      yield { ...apart, waiting: { term: whole, operation }, group: term, size: 1 }
  }
}

/** Null where a group of one number waits for a second. */
function wholeOf({ waiting, group, size }: State): Term | null {
  if (waiting === null) return group
  return size < 2 ? null : join(waiting.operation, waiting.term, group!)
}

function* joined(evidence: Evidence, state: State, operation: Operation, a: Term, b: Term): Generator<State> {
  const group = join(operation, a, b)
  if (group === null) return
  const isWhole = group.value.over % group.value.under === 0n
  const features = [
    `${operation} likeness ${likeness(a, b)}`,
    `${operation} whole ${isWhole}`,
    `${operation} after ${a.operation}, ${b.operation}`,
    `${operation} share ${a.isShare} ${b.isShare}`,
    ...(Fraction.isLess(a.value, b.value) ? [`${operation} grows`] : []),
  ]
  yield taking({ ...state, group }, evidence.weigh(features))
}

const isNegative = ({ value }: Pick<Term, 'value'>): boolean => value.over < 0n

function* finish(scene: Scene, evidence: Evidence, state: State): Generator<Reading> {
  const whole = wholeOf(state)
  if (whole === null) return
  const { kept, isSum } = state
  yield conclude(scene, evidence, state, whole)
  if (isSum && kept > 1) yield conclude(scene, evidence, state, meanOf(whole, kept))
}

function conclude(scene: Scene, evidence: Evidence, state: State, term: Term): Reading {
  const operation = term.operation ?? 'none'
  const own = evidence.weigh([
    `goal ${isAsked(scene, term.dimension)} ${operation}`,
    `answer below zero ${isNegative(term)} ${scene.mentions.some(isNegative)}`,
    `kept ${Math.min(state.kept, 4)} of ${Math.min(scene.mentions.length, 4)}`,
  ])
  const asked = evidence.question(`${state.kept > 2 ? 'long ' : ''}${operation}`)
  const { score, parts } = taking(taking(state, own), asked)
  return { term, score, parts }
}
