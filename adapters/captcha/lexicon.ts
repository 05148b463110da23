import { common, familiar, small } from './plainWords.ts'
import { byEar, factors, words } from './words.ts'

/** What a word can mean to a problem. */
export type Role = 'number' | 'scale' | 'factor' | 'plain' | keyof typeof words

export type Entry = { readonly word: string; readonly role: Role; readonly value: number }

const upToNineteen =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'
const scales = { dozen: 12, hundred: 100, thousand: 1000 }

const entriesOf = (role: Role, list: string, valueAt: (index: number) => number = () => 0): Entry[] =>
  list.split(' ').map((word, index) => ({ word, role, value: valueAt(index) }))

const valued = (role: Role, table: Readonly<Record<string, number>>): Entry[] =>
  Object.entries(table).map(([word, value]) => ({ word, role, value }))

const plainEntries: readonly Entry[] = [
  ...entriesOf('number', upToNineteen, (index) => index),
  ...entriesOf('number', tens, (index) => 20 + 10 * index),
  ...valued('scale', scales),
  ...valued('factor', factors),
  ...Object.entries(words).flatMap(([role, list]) => entriesOf(role as Role, list)),
  ...entriesOf('plain', small),
  ...entriesOf('plain', familiar),
  ...entriesOf('plain', common),
]

/** Every spelling with what it means; where a word is listed twice, the first counts. */
export const lexicon: ReadonlyMap<string, Entry> = new Map(
  [
    ...Object.entries(byEar).flatMap(([word, spellings]) =>
      spellings
        .split(' ')
        .map((spelling) => [spelling, plainEntries.find((entry) => entry.word === word)!] as const),
    ),
    ...plainEntries.map((entry) => [entry.word, entry] as const),
  ].toReversed(),
)
