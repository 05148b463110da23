import { dropFeatures, linkFeatures, questionFeatures } from './features.ts'
import type { Scene } from './Scene.ts'
import { operations } from './Term.ts'
import type { Weights } from './Weights.ts'

/** Features that speak for or against something, and how much they do: of one of several operations, or (`column` 0) of a reading as such. */
export type Part = { readonly features: readonly string[]; readonly column: number; readonly score: number }

/** What a text has to say on each step of reading it; each is weighed once, however many readings take the step. */
export class Evidence {
  readonly #scene: Scene
  readonly #weights: Weights
  readonly #known = new Map<string, readonly Part[]>()

  constructor(scene: Scene, weights: Weights) {
    this.#scene = scene
    this.#weights = weights
  }

  weigh(features: readonly string[], column = 0): Part {
    return { features, column, score: this.#weights.sum(features, column) }
  }

  /** On each operation between two numbers. */
  link(from: number, to: number): readonly Part[] {
    const { mentions } = this.#scene
    return this.#once(`link ${from} ${to}`, () => {
      const features = linkFeatures(this.#scene, mentions[from]!, mentions[to]!)
      return operations.map((_, column) => this.weigh(features, column))
    })
  }

  /** On leaving a number out. */
  drop(at: number): Part {
    return this.#once(`drop ${at}`, () => [this.weigh(dropFeatures(this.#scene, at))])[0]!
  }

  /** On ending with an operation, by what is asked. */
  question(operation: string): Part {
    return this.#once(`question ${operation}`, () => [
      this.weigh(questionFeatures(this.#scene).map((feature) => `${operation} ${feature}`)),
    ])[0]!
  }

  #once(name: string, make: () => readonly Part[]): readonly Part[] {
    const parts = this.#known.get(name) ?? make()
    this.#known.set(name, parts)
    return parts
  }
}
