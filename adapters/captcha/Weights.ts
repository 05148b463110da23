import { readFileSync } from 'node:fs'

/** How much each feature speaks for each operation, or for a reading; in thirty-seconds, so that sums are exact. */
export class Weights {
  readonly #rows: ReadonlyMap<string, readonly number[]>

  constructor(rows: ReadonlyMap<string, readonly number[]>) {
    this.#rows = rows
  }

  sum(features: readonly string[], column: number): number {
    let sum = 0
    for (const feature of features) sum += this.#rows.get(feature)?.[column] ?? 0
    return sum
  }
}

export const unit = 32

/** As `npm run train` writes them: a line for each feature, with its weights after a tab. */
export function parseWeights(text: string): Weights {
  const rows = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    const [feature, numbers] = line.split('\t')
    if (numbers !== undefined) rows.set(feature!, numbers.split(' ').map(Number))
  }
  return new Weights(rows)
}

export const trained = parseWeights(readFileSync(new URL('./weights.txt', import.meta.url), 'utf8'))
