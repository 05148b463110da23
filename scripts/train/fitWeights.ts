import type { Part } from '../../adapters/captcha/Evidence.ts'
import * as Fraction from '../../adapters/captcha/Fraction.ts'
import { noneFeatures } from '../../adapters/captcha/features.ts'
import { rankReadings } from '../../adapters/captcha/readings.ts'
import type { Scene } from '../../adapters/captcha/Scene.ts'
import { operations } from '../../adapters/captcha/Term.ts'
import { unit, Weights } from '../../adapters/captcha/Weights.ts'
import { randomFrom } from '../../local/random.ts'

/** A problem as it was read; null where it has no answer. */
export type Example = {
  readonly scene: Scene
  readonly answer: string | null
  /** The problem that it tells, and the kind of problems that this is one of. */
  readonly problem: string
  readonly group: string
}

/** How often all examples are gone through, how far each moves the weights, and how strongly these are drawn to nothing. */
const epochs = 10
const rate = 0.2
const decay = 0.003

const columns = operations.length
/** Readings of a problem that are told apart: at first all of the simple problems, then the likely ones of all. */
const rounds = [
  { width: 150, mostNumbers: 3 },
  { width: 32, mostNumbers: 8 },
] as const
/** A feature that fewer problems have says nothing of others. */
const fewest = 3

/** A problem as the fit has it: numbers of weights for each part, numbers of parts for each reading; the last has no answer. */
type Prepared = {
  readonly parts: readonly Int32Array[]
  readonly readings: readonly (readonly number[])[]
  readonly isRight: readonly boolean[]
}

type IsUsed = (feature: string) => boolean

/** Weights that make right readings likely: the logarithm of their share, step by step, always in the same order. */
export function fitWeights(examples: readonly Example[], isUsed: IsUsed = () => true): Map<string, number[]> {
  let rows = new Map<string, number[]>()
  for (const { width, mostNumbers } of rounds) {
    const known = new Weights(rows)
    const simple = examples.filter(({ scene }) => scene.mentions.length <= mostNumbers)
    const ids = new Ids(isUsed)
    const prepared = simple.flatMap((example) => prepare(example, known, width, ids))
    rows = ids.rows(learnAll(prepared, ids))
  }
  return rows
}

/** Numbers for features, and of which problems each was seen in, as far as that counts. */
class Ids {
  readonly #ids = new Map<string, number>()
  readonly #seen: Set<string>[] = []
  readonly #isUsed: IsUsed

  constructor(isUsed: IsUsed) {
    this.#isUsed = isUsed
  }

  get size(): number {
    return this.#seen.length
  }

  of({ features, column }: Part, problem: string): Int32Array {
    return Int32Array.from(features.filter(this.#isUsed), (feature) => {
      let id = this.#ids.get(feature)
      if (id === undefined) {
        id = this.#seen.push(new Set()) - 1
        this.#ids.set(feature, id)
      }
      const seen = this.#seen[id]!
      if (seen.size < fewest) seen.add(problem)
      return id * columns + column
    })
  }

  isCommon(weight: number): boolean {
    return this.#seen[Math.floor(weight / columns)]!.size >= fewest
  }

  /** Rounded, and only those that are not nothing. */
  rows(weights: Float64Array): Map<string, number[]> {
    const rows = new Map<string, number[]>()
    for (const [feature, id] of [...this.#ids].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const own = weights.subarray(id * columns, (id + 1) * columns)
      const row = [...own].map((weight) => Math.round(weight * unit))
      while (row.at(-1) === 0) row.pop()
      if (row.length > 0) rows.set(feature, row)
    }
    return rows
  }
}

/** Nothing where the right answer is none of the readings looked at. */
function prepare({ scene, answer, problem }: Example, known: Weights, width: number, ids: Ids): Prepared[] {
  const readings = rankReadings(scene, known, width)
  const isRight = readings.map(({ term }) => Fraction.toFixed(term.value) === answer)
  if (answer !== null && !isRight.includes(true)) return []
  const numbers = new Map<Part, number>()
  const parts: Int32Array[] = []
  const numberOf = (part: Part): number => {
    const number = numbers.get(part) ?? parts.push(ids.of(part, problem)) - 1
    numbers.set(part, number)
    return number
  }
  const none = { features: noneFeatures(scene), column: 0, score: 0 }
  return [
    {
      readings: [...readings.map((reading) => reading.parts), [none]].map((own) => own.map(numberOf)),
      isRight: [...isRight, answer === null],
      parts,
    },
  ]
}

function learnAll(prepared: readonly Prepared[], ids: Ids): Float64Array {
  const common = prepared.map((one) => ({
    ...one,
    parts: one.parts.map((part) => part.filter((weight) => ids.isCommon(weight))),
  }))
  const weights = new Float64Array(ids.size * columns)
  const moved = new Float64Array(ids.size * columns).fill(1e-2)
  const random = randomFrom(1)
  const order = common.map((_, i) => i)
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const i of order) learn(common[i]!, weights, moved)
  }
  return weights
}

function learn({ parts, readings, isRight }: Prepared, weights: Float64Array, moved: Float64Array): void {
  const sums = parts.map((part) => part.reduce((sum, id) => sum + weights[id]!, 0))
  const scores = readings.map((own) => own.reduce((sum, part) => sum + sums[part]!, 0))
  const top = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - top))
  const all = shares.reduce((a, b) => a + b)
  const right = Math.max(
    1e-30,
    shares.reduce((sum, share, i) => sum + (isRight[i] ? share : 0), 0),
  )
  const pulls = new Float64Array(parts.length)
  readings.forEach((own, i) => {
    const pull = (isRight[i] ? shares[i]! / right : 0) - shares[i]! / all
    for (const part of own) pulls[part]! += pull
  })
  parts.forEach((part, i) => {
    if (Math.abs(pulls[i]!) < 1e-4) return
    for (const id of part) {
      const step = pulls[i]! - decay * weights[id]!
      moved[id]! += step * step
      weights[id]! += (rate * step) / Math.sqrt(moved[id]!)
    }
  })
}

function shuffle(order: number[], random: (bound: number) => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random(i + 1)
    ;[order[i], order[j]] = [order[j]!, order[i]!]
  }
}
