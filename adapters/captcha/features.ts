import type { Token } from './decode.ts'
import { type Dimension, isRate, isSame } from './dimension.ts'
import * as Fraction from './Fraction.ts'
import type { Mention } from './Mention.ts'
import { operatorIn } from './Quantity.ts'
import type { Scene } from './Scene.ts'
import { differInSize } from './units.ts'

/** Whether so much is what is asked for: Y, N, or ? where nothing tells. */
export function isAsked({ goal }: Scene, dimension: Dimension | null): 'Y' | 'N' | '?' {
  if (goal === null || dimension === null) return '?'
  return goal.dimensions.some((asked) => isSame(asked, dimension)) ? 'Y' : 'N'
}

type Measured = Pick<Mention, 'dimension'> & Partial<Pick<Mention, 'sizes'>>

export function likeness(a: Measured, b: Measured): string {
  if (a.dimension === null || b.dimension === null) return '?'
  if (!isSame(a.dimension, b.dimension)) return 'unlike'
  return differInSize(a.sizes ?? {}, b.sizes ?? {}) ? 'sizes' : 'alike'
}

const cut = ({ tokens }: Scene, from: number, to: number): readonly Token[] =>
  tokens.slice(Math.max(0, from), Math.max(0, to))

/** What words do, those that do something; the name before it says where they stand. */
const roles = (scene: Scene, name: string, from: number, to: number): string[] =>
  cut(scene, from, to).flatMap(({ entry }) =>
    entry === null || entry.role === 'plain' ? [] : [`${name}: ${entry.role}`],
  )

/** The same, and the words as such but for numbers. */
const words = (scene: Scene, name: string, from: number, to: number): string[] => [
  ...cut(scene, from, to).flatMap(({ entry, word, digits }) =>
    entry?.role === 'number' || digits !== '' ? [] : [`${name} ${word}`],
  ),
  ...roles(scene, name, from, to),
]

const pairs = (scene: Scene, name: string, from: number, to: number): string[] =>
  cut(scene, from, to - 1).map(({ word }, i) => `${name} ${word} ${scene.tokens[from + i + 1]!.word}`)

/** Those of some roles or words, each once. */
const named = (features: readonly string[], names: ReadonlySet<string>): string[] => [
  ...new Set(features.filter((feature) => names.has(feature.slice(feature.lastIndexOf(' ') + 1)))),
]

const changing = new Set('add subtract greater smaller times oppose each'.split(' '))
const asking = new Set(
  'total remain net difference greater smaller per each before first originally initially'.split(' '),
)

/** What stands around two numbers of which the second is joined to the first. */
export function linkFeatures(scene: Scene, a: Mention, b: Mention): string[] {
  const { tokens, question } = scene
  const goal = isAsked(scene, a.dimension) + isAsked(scene, b.dimension)
  const kinds = `${a.kind}-${b.kind}`
  const eachAt = tokens.some(({ entry }) => entry?.role === 'each')
  const rates = [a, b].map(({ dimension }) => Number(dimension !== null && isRate(dimension))).join('')
  const signs = tokens.slice(a.to, b.from + 1).map(({ before }) => operatorIn(before))
  const ways = [
    ...named(roles(scene, 'way', a.to, b.from), changing),
    ...named(roles(scene, 'way', b.to, b.end + 2), changing),
    ...named(roles(scene, 'way before', a.from - 4, a.from), changing),
  ]
  const asks = named(words(scene, '', question.from, question.to), asking)
  return [
    'bias',
    ...words(scene, 'between', a.to, b.from),
    ...words(scene, 'last', b.from - 1, b.from),
    ...when(
      b.from - a.end <= 2,
      `only ${cut(scene, a.end, b.from)
        .map(({ word }) => word)
        .join(' ')}`,
    ),
    ...roles(scene, 'last2', Math.max(a.to, b.from - 2), b.from - 1),
    ...words(scene, 'after', a.end, Math.min(a.end + 1, b.from)),
    ...words(scene, 'next', b.end, b.end + 1),
    ...roles(scene, 'next2', b.end + 1, b.end + 2),
    `around ${b.kind} ${tokens[b.from - 1]?.word} ${tokens[b.end]?.entry?.role ?? ''}`,
    ...roles(scene, 'head', a.from - 4, a.from),
    ...words(scene, 'head1', a.from - 1, a.from),
    `kinds ${kinds}`,
    `goal ${goal}`,
    `goal ${goal} ${eachAt}`,
    `rates ${rates}`,
    `rates ${rates} ${goal}`,
    `likeness ${likeness(a, b)}`,
    ...signs.filter((sign) => sign !== '').map((sign) => `sign ${sign}`),
    ...asks.flatMap((ask) => [`asks${ask} ${likeness(a, b)}`, `asks${ask} ${kinds}`]),
    ...ways.flatMap((way) => asks.map((ask) => `${way}${ask}`)),
  ]
}

/** What is asked, and what is told between the last number and that. */
export function questionFeatures(scene: Scene): string[] {
  const { question, mentions, goal } = scene
  const { from, to } = question
  return [
    'asked bias',
    ...words(scene, 'asked', from, to),
    ...pairs(scene, 'askedPair', from, to),
    ...roles(scene, 'told', mentions.at(-1)?.end ?? 0, from),
    ...when(goal === null, 'asked nothing'),
  ]
}

/** Why a number might not be meant: it is a name, is taken back, or is said again. */
export function dropFeatures(scene: Scene, at: number): string[] {
  const { tokens, mentions, question } = scene
  const mention = mentions[at]!
  const later = mentions[at + 1]
  const stop = later?.from ?? tokens.length
  const same = (other: Mention | undefined): boolean =>
    other !== undefined && Fraction.isEqual(other.value, mention.value)
  const more = mentions.length > 2 ? 'many' : 'few'
  const hasNo = (from: number, to: number) => tokens.slice(from, to).some(({ entry }) => entry?.role === 'no')
  const isTakenBack = later !== undefined && hasNo(mention.to, Math.min(stop, mention.end + 3))
  const [earlier, others] = [mentions.slice(0, at), mentions.slice(at + 1)]
  const isInQuestion = mention.from >= question.from
  const before = tokens[mention.from - 1]
  const isNamed =
    before?.entry?.role !== undefined && ['plain', 'thing', 'things', 'time'].includes(before.entry.role)
  const isLabel =
    isNamed && [...earlier, ...others].some(({ from }) => tokens[from - 1]?.word === before.word)
  const isOne = Fraction.isEqual(mention.value, Fraction.of(1n))
  const areAsMany = Fraction.isEqual(mention.value, Fraction.of(BigInt(others.length)))
  const distance = mention.from - (earlier.at(-1)?.end ?? 0)
  const isAskedLater = others.some((other) => same(other) && other.from >= question.from)
  const isBegunAnew = others.some((other) => same(other) && hasNo(mention.to, other.from))
  return [
    `drop bias ${more}`,
    ...words(scene, 'dropLast', mention.from - 1, mention.from),
    ...roles(scene, 'dropLast2', mention.from - 2, mention.from - 1),
    ...words(scene, 'dropNext', mention.to, mention.to + 1),
    ...words(scene, 'dropEnd', mention.end, mention.end + 1),
    `drop kind ${mention.kind} ${more}`,
    `drop asked ${isAsked(scene, mention.dimension)} ${more}`,
    ...when(isOne, 'drop one', `drop one ${mention.kind}`),
    ...when(isTakenBack, 'drop taken back', `drop taken back ${later && likeness(mention, later)}`),
    ...when(isBegunAnew, 'drop begun anew'),
    ...when(earlier.some(same), `drop again ${more}`, `drop again ${isInQuestion}`),
    ...when(same(earlier.at(-1)), `drop at once ${distance}`, `drop at once ${more}`),
    ...when(same(later), 'drop before itself', `drop before itself ${mention.kind} ${later?.kind}`),
    ...when(isAskedLater, `drop asked later ${isInQuestion}`),
    ...when(areAsMany, 'drop as many follow'),
    ...when(isLabel, 'drop label', `drop label ${mention.kind}`),
    ...when(isInQuestion, 'drop asked', `drop asked ${more}`),
  ]
}

const when = (is: boolean, ...features: readonly string[]): readonly string[] => (is ? features : [])

/** Why there might be no answer, or none that can be found. */
export function noneFeatures(scene: Scene): string[] {
  const { tokens, mentions, question, goal } = scene
  const [a, b] = mentions
  const scraps = tokens.filter(
    ({ entry, digits, rival }) => entry === null && digits === '' && rival !== null,
  )
  const pair =
    a === undefined || b === undefined
      ? []
      : [
          `none kinds ${a.kind}-${b.kind}`,
          `none likeness ${likeness(a, b)}`,
          `none likeness ${likeness(a, b)} ${isAsked(scene, a.dimension)}${isAsked(scene, b.dimension)}`,
          ...roles(scene, 'none', a.to, b.from),
        ]
  return [
    `none of ${Math.min(mentions.length, 4)}`,
    `none of ${Math.min(mentions.length, 2)} ${question.from < tokens.length}`,
    `none scraps ${Math.min(scraps.length, 2)}`,
    ...when(goal === null, 'none goal'),
    ...words(scene, 'none asked', question.from, question.to),
    ...pair,
  ]
}
