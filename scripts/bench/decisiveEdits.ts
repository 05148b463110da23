import { randomFrom } from '../../local/random.ts'

/** A rule of which one word was changed so that it says something else. */
export type DecisiveEdit = { readonly kind: Kind; readonly before: string; readonly after: string }
export type Kind = keyof typeof kinds

type Below = (bound: number) => number
/** What stands in a word's place, given the words beside it; null where the kind has nothing to say of it. */
type Change = (word: string, beside: Beside, below: Below) => string | null
type Beside = { readonly previous: string; readonly next: string }

/** Words that stand for each other in many sentences and mean different things there. */
const alike = `
  national notional, price prince, price prize, price pride, women woman, men man, county country, court count, court courtroom,
  prime crime, party part, state stage, state slate, trail trial, causal casual, martial marital, statute statue, adopt adapt,
  contract contact, contest context, content contest, accept except, expect except, affect effect, assure ensure, elect eject,
  depose dispose, reign resign, resign design, singed signed, signed assigned, session season, cession session, merger merge,
  filing filling, filed filled, minister minster, council counsel, principal principle, public republic, official officials,
  formal former, formally formerly, legal regal, lower power, winner winter, higher hinder, later latter, lose loose, lost last,
  least last, most least, first fist, goal gaol, score scare, point paint, share spare, stock stick, bond band, rate date, vote note,
  launch lunch, release relapse, increase decrease, include exclude, attend intend, attack attach, attacked attached, detain retain,
  arrest unrest, confirm conform, announce renounce, claim reclaim, deny defy, recall recoil, impose oppose, propose purpose,
  ratify gratify, pardon garden, parole patrol, treaty treat, truce trace, peace piece, border order, region religion, mission
  omission, position petition, reported repeated, reported deported, imported exported, approved disproved, able unable,
  likely unlikely, legal illegal, direct indirect, complete compete, entire entice, whole while, through though, month mouth,
  hour four, week weak, weekly weakly, year yearn, daily dairy, mean median, total tonal, value valve, tonne tone, close chose,
  open opens, trade grade, traded graded, token taken, mint mine, staked stacked, restaked restated, wallet ballot, block black,
  chain chair, fork form, swap snap, bridge bride, burn turn, supply apply, market marker, holder older, miner minor, index indexes
`
const neighbours = pairsOf(alike)

const instead: Readonly<Record<string, readonly string[]>> = {
  ...pairsOf(
    'will may, will would, must may, must should, can must, may can, should could, would might, shall may, may will, will should',
  ),
}
const opposites = pairsOf(`
  more less, higher lower, above below, over under, before after, first last, any all, all some, both either, each any, every any,
  and or, minimum maximum, most fewest, at after, by after, until after, includes excludes, including excluding, included excluded,
  opens closes, win lose, wins loses, won lost, rise fall, up down, yes no, none all, earlier later, inside outside, with without,
  only also, only even, unless if, if unless, if when, of or, on or, in on, to or, from to, not now, no on
`)
const numerals =
  'one two three four five six seven eight nine ten eleven twelve thirteen thirty fourteen forty fifteen fifty'.split(
    ' ',
  )
const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const units = 'thousand million billion trillion'.split(' ')
const spans = 'seconds minutes hours days weeks months years'.split(' ')
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)
const auxiliaries = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'has', 'have', 'had', 'will'])
const participle = /^[a-z]{3,}(?:ed|en)$/
const syllables = 'ba dor fen gal hin jor kel lum mar nor pel ras sil tor ven wil zan'.split(' ')

const other = <item>(items: readonly item[], one: item, below: Below): item => {
  const rest = items.filter((each) => each !== one)
  return rest[below(rest.length)]!
}
const oneOf =
  (lists: readonly (readonly string[])[]): Change =>
  (word, _, below) => {
    const list = lists.find((words) => words.includes(word))
    return list === undefined ? null : other(list, word, below)
  }
const fromTable =
  (table: Readonly<Record<string, readonly string[]>>): Change =>
  (word, _, below) =>
    Object.hasOwn(table, word) ? table[word]![below(table[word]!.length)]! : null

const isName = (word: string): boolean => /^[A-Z][a-z]{3,}$/.test(word) && !months.includes(word)
const vowels = 'aeiou'
const consonants = 'bcdfghklmnprstvz'

/** Another letter of the same kind, so that it stays a name that can be said. */
function nearName(word: string, { previous }: Beside, below: Below): string | null {
  // What a sentence begins with is written large and may be any word.
  if (!isName(word) || !/^[a-z]+$/.test(previous)) return null
  const at = 1 + below(word.length - 1)
  const letters = vowels.includes(word[at]!) ? vowels : consonants
  return `${word.slice(0, at)}${other([...letters], word[at]!, below)}${word.slice(at + 1)}`
}

function farName(word: string, _: Beside, below: Below): string | null {
  if (!isName(word)) return null
  const name = Array.from({ length: 2 + below(2) }, () => syllables[below(syllables.length)]!).join('')
  return `${name[0]!.toUpperCase()}${name.slice(1)}`
}

function digit(word: string, _: Beside, below: Below): string | null {
  const places = [...word].flatMap((mark, at) => (/[0-9]/.test(mark) ? [at] : []))
  if (places.length === 0 || /[a-z]/i.test(word)) return null
  const at = places[below(places.length)]!
  return `${word.slice(0, at)}${(Number(word[at]) + 1 + below(9)) % 10}${word.slice(at + 1)}`
}

/** The kinds, each by what it makes of a word; an empty text leaves the word out. */
const kinds = {
  digit,
  numeral: oneOf([numerals, ordinals, units, spans, months]),
  'negation more': (word, { next }) =>
    /^(?:will|does|do|is|has|are|was|must|may|can|did)$/.test(word) && !/^(?:not|be|no|to|the)$/i.test(next)
      ? `${word} not`
      : null,
  'negation less': (word) => (/^(?:not|never)$/i.test(word) ? '' : null),
  modal: fromTable(instead),
  opposite: fromTable(opposites),
  'near homograph': fromTable(neighbours),
  'near name': nearName,
  'another name': farName,
  'auxiliary less': (word, { next }) => (auxiliaries.has(word) && participle.test(next) ? '' : null),
  'only less': (word) => (/^(?:only|solely|both|either|all|any|alone)$/.test(word) ? '' : null),
  'only more': (word, { next }) =>
    /^(?:will|must|may)$/.test(word) && /^[a-z]+$/.test(next) && next !== 'only' ? `${word} only` : null,
} satisfies Readonly<Record<string, Change>>

export const kindNames = Object.keys(kinds) as Kind[]

/** Sentences that only send the reader elsewhere decide nothing, whatever stands in them. */
const isIdle = (sentence: string): boolean =>
  /read more|more information|\bsee\b|for context|https?:/i.test(sentence)

type Place = { readonly start: number; readonly word: string } & Beside

function placesIn(text: string): Place[] {
  const found: Place[] = []
  let start = 0
  for (const sentence of text.split(/(?<=[.!?]["”)]?\s)|(?<=\n)/)) {
    const words = [...sentence.matchAll(/[A-Za-z0-9][A-Za-z0-9,.:]*[A-Za-z0-9]|[A-Za-z0-9]/g)]
    if (!isIdle(sentence))
      words.forEach((match, i) => {
        const [previous, next] = [words[i - 1]?.[0] ?? '', words[i + 1]?.[0] ?? '']
        found.push({ start: start + match.index, word: match[0], previous, next })
      })
    start += sentence.length
  }
  return found
}

/**
 * Edits of one word each that change what a rule says: every kind alike often, at any place it can be made, the same ones for the
 * same seed. None of them knows what the reader knows.
 */
export function decisiveEdits(texts: readonly string[], count: number, seed: number): DecisiveEdit[] {
  const below = randomFrom(seed)
  const read = new Map<string, Place[]>()
  const edits: DecisiveEdit[] = []
  for (let tries = 0; edits.length < count && tries < 50 * count; tries++) {
    const kind = kindNames[edits.length % kindNames.length]!
    const before = texts[below(texts.length)]!
    const places = read.get(before) ?? placesIn(before)
    read.set(before, places)
    const edit = editIn(before, places, kind, below)
    if (edit !== null) edits.push(edit)
  }
  return edits
}

function editIn(before: string, places: readonly Place[], kind: Kind, below: Below): DecisiveEdit | null {
  const change: Change = kinds[kind]
  const first = below(Math.max(1, places.length))
  for (let i = 0; i < places.length; i++) {
    const { start, word, ...beside } = places[(first + i) % places.length]!
    const written = change(word, beside, below)
    // Of a word that stands there twice, one may go.
    if (written === null || written === word || word === beside.previous || word === beside.next) continue
    const end = start + word.length + (written === '' && before[start + word.length] === ' ' ? 1 : 0)
    return { kind, before, after: `${before.slice(0, start)}${written}${before.slice(end)}` }
  }
  return null
}

/** "a b, a c": each word with those it stands beside. */
function pairsOf(text: string): Readonly<Record<string, readonly string[]>> {
  const table: Record<string, string[]> = {}
  const note = (word: string, like: string) => {
    table[word] = [...(table[word] ?? []), like]
  }
  for (const pair of text.trim().split(/\s*,\s*/)) {
    const [one, two] = pair.split(/\s+/) as [string, string]
    note(one, two)
    note(two, one)
  }
  return table
}
