import type { Token } from './decode.ts'
import { type Dimension, over, physical, times } from './dimension.ts'
import type { Role } from './lexicon.ts'
import { small } from './plainWords.ts'

/** What a number is counted in, as it is written after it. */
export type Unit = {
  readonly dimension: Dimension
  /** The word for each measure, where one has several sizes: centimeters are no meters. */
  readonly sizes: Readonly<Record<string, string>>
  /** Whether it counts things, and does not measure. */
  readonly isCount: boolean
  /** The token after it. */
  readonly to: number
}

const measured: ReadonlySet<Role> = new Set(['force', 'length', 'time', 'mass', 'percent', 'otherUnit'])
const sized: Partial<Record<Role, string>> = { length: 'm', time: 's', mass: 'kg' }
const derived: Readonly<Record<string, Dimension>> = {
  joule: physical.energy,
  watt: physical.power,
  pascal: physical.pressure,
  knot: physical.speed,
}

export const roleAt = (tokens: readonly Token[], at: number): Role | null => tokens[at]?.entry?.role ?? null
export const wordAt = (tokens: readonly Token[], at: number): string => tokens[at]?.word ?? ''
export const isUnit = (role: Role | null): boolean => role !== null && measured.has(role)
export const isThing = (role: Role | null): boolean => role === 'thing' || role === 'things'

/** `pinches` and `pinch` are one thing. */
export const stemOf = (word: string): string =>
  word.replace(/(?<=ch|sh|ss|x)es$|(?<=[^s])s$/, '').replace(/ie$/, 'y')

/** `meters per second squared`, `square centimeters`, `newtons per claw`, `antenna touches`. */
export function readUnit(tokens: readonly Token[], from: number): Unit | null {
  const top = readPart(tokens, from) ?? readNoun(tokens, from)
  if (top === null) return null
  const [link, next] = [roleAt(tokens, top.to), roleAt(tokens, top.to + 1)]
  // Four clams a day.
  const isADay = wordAt(tokens, top.to) === 'a' && next === 'time'
  const isPer = link === 'per' || isADay || (link === 'each' && (next === 'time' || isThing(next)))
  if (!isPer || tokens[top.to + 1]?.gap === 'clause') return top
  const under = readPart(tokens, top.to + 1) ?? readNoun(tokens, top.to + 1)
  if (under === null) return top
  return {
    dimension: over(top.dimension, under.dimension),
    sizes: { ...top.sizes, ...under.sizes },
    isCount: false,
    to: under.to,
  }
}

function readPart(tokens: readonly Token[], from: number): Unit | null {
  let at = from
  let power = 1
  if (roleAt(tokens, at) === 'square') power = wordAt(tokens, at++) === 'cubic' ? 3 : 2
  const role = roleAt(tokens, at)
  if (isThing(role)) return readThing(tokens, at)
  if (!isUnit(role)) return null
  const stem = stemOf(wordAt(tokens, at))
  const base = role === 'force' ? physical.force : (derived[stem] ?? { [sized[role!] ?? stem]: 1 })
  // A unit that is said twice in a row is one, but for newton meters and kilogram meters.
  let dimension: Dimension = base
  while (isUnit(roleAt(tokens, ++at)))
    if (role !== 'length' && roleAt(tokens, at) === 'length') dimension = times(dimension, physical.length)
  if (roleAt(tokens, at) === 'square') power = wordAt(tokens, at++) === 'cubed' ? 3 : 2
  let whole = dimension
  for (let i = 1; i < power; i++) whole = times(whole, dimension)
  return {
    dimension: whole,
    sizes: role! in sized ? { [sized[role!]!]: sizeOf(stem) } : {},
    isCount: false,
    to: at,
  }
}

/** Of `antenna touches` the last word is what is counted. */
function readThing(tokens: readonly Token[], from: number): Unit {
  let at = from
  while (isThing(roleAt(tokens, at + 1)) && tokens[at + 1]!.gap !== 'clause') at++
  return { dimension: { [stemOf(wordAt(tokens, at))]: 1 }, sizes: {}, isCount: true, to: at + 1 }
}

const smallWords: ReadonlySet<string> = new Set(small.split(' '))
const longestName = 3

/** Any other word may name what is counted; of `big red boxes` the plural does. */
function readNoun(tokens: readonly Token[], from: number): Unit | null {
  let at = from
  let named = -1
  for (; at < from + longestName && isName(tokens, at, from); at++) {
    if (named < 0 || (!isPlural(wordAt(tokens, named)) && isPlural(wordAt(tokens, at)))) named = at
    if (isPlural(wordAt(tokens, named))) break
  }
  if (named < 0) return null
  return { dimension: { [stemOf(wordAt(tokens, named))]: 1 }, sizes: {}, isCount: true, to: named + 1 }
}

const isPlural = (word: string): boolean => /[^s]s$/.test(word)

function isName(tokens: readonly Token[], at: number, from: number): boolean {
  const token = tokens[at]
  if (token === undefined || token.digits !== '' || (at > from && token.gap === 'clause')) return false
  if (smallWords.has(token.word) || token.word.length < 3) return false
  return [null, 'plain', 'thing', 'things', 'adjective'].includes(token.entry?.role ?? null)
}

const short: Readonly<Record<string, string>> = {
  cm: 'centimeter',
  km: 'kilometer',
  sec: 'second',
  min: 'minute',
  kg: 'kilogram',
  kilo: 'kilogram',
  metre: 'meter',
  feet: 'foot',
}
const sizeOf = (stem: string): string => short[stem] ?? stem

/** Whether two numbers measure one thing in different sizes, so that they cannot be reckoned with as they are. */
export const differInSize = (a: Unit['sizes'], b: Unit['sizes']): boolean =>
  Object.keys(a).some((base) => b[base] !== undefined && a[base] !== b[base])
