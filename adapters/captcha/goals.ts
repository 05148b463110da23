import type { Token } from './decode.ts'
import { type Dimension, type Physical, physical } from './dimension.ts'
import { readUnit, roleAt, wordAt } from './units.ts'

/** What a question asks for: the word that says so, and what that may measure. */
export type Goal = { readonly word: string; readonly dimensions: readonly Dimension[] }

const askedBy: Partial<Record<Physical, string>> = {
  length: 'distance far deep depth high height tall wide length',
  time: 'time',
  mass: 'mass',
  area: 'area',
  volume: 'volume',
  speed: 'speed speeds velocity quick quickly fast velo',
  acceleration: 'acceleration',
  force: 'force strong strength hard push pull thrust grip',
  energy: 'energy work torque',
  power: 'power',
  momentum: 'momentum impulse',
  pressure: 'pressure',
  density: 'density',
}

const measures: ReadonlyMap<string, readonly Dimension[]> = new Map<string, readonly Dimension[]>([
  ...(Object.keys(askedBy) as Physical[]).flatMap((name) =>
    askedBy[name]!.split(' ').map((word) => [word, [physical[name]]] as const),
  ),
  // `how long` may ask for seconds or for meters, `how heavy` for kilograms or for newtons.
  ['long', [physical.time, physical.length]],
  ...['weigh', 'weight', 'heavy'].map((word) => [word, [physical.mass, physical.force]] as const),
])

/** The first measure that a question names: `how fast`, `what is the torque`, `how many meters per second`. */
export function goalOf(question: readonly Token[]): Goal | null {
  for (let at = 0; at < question.length; at++) {
    const word = wordAt(question, at)
    const dimensions = measures.get(word)
    if (dimensions !== undefined) return { word, dimensions }
    const unit = isCounted(question, at) ? readUnit(question, at) : null
    if (unit !== null) return { word, dimensions: [unit.dimension] }
  }
  return null
}

/** `how many newtons`, `how many more clams`. */
const isCounted = (question: readonly Token[], at: number): boolean =>
  wordAt(question, at - 1) === 'many' ||
  (wordAt(question, at - 2) === 'many' &&
    ['greater', 'total', 'adjective'].includes(roleAt(question, at - 1) ?? ''))
