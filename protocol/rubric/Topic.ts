import * as Text from './Text.ts'

/**
 * What a question is about: the names in its first line, and its content words. Names that stand together are one subject
 * ("Jerome Powell"), and half of its words name it. What many names share names nothing: Mexico City is not New York City.
 */
export type Topic = {
  readonly subjects: readonly ReadonlySet<string>[]
  readonly words: ReadonlySet<string>
}

export function of(question: string): Topic {
  const words = new Set<string>()
  for (const word of Text.words(Text.fold(question))) if (!isCommon(word)) words.add(word)
  return { subjects: subjectsOf(titleOf(question)), words }
}

/** The first line that says something, without the mark that § texts put before it. */
function titleOf(question: string): string {
  const line = question.split('\n').find((line) => line.trim() !== '') ?? ''
  return line.replace(/^\s{0,40}§question\s/, '')
}

function subjectsOf(title: string): ReadonlySet<string>[] {
  const subjects: Set<string>[] = []
  let [current, end] = [new Set<string>(), -1]
  const close = () => {
    if (current.size > 0) subjects.push(current)
    current = new Set()
  }
  for (const { 0: raw, index } of title.matchAll(token)) {
    const word = Text.fold(raw)
    // Only a blank or a hyphen keeps names together: "Rosenborg, Viking" are two.
    if (index !== end + 1) close()
    end = index + raw.length
    if (!isName(raw)) close()
    else if (!isCommon(word)) current.add(word)
  }
  close()
  return subjects
}

/**
 * Where a sentence begins to be about the question, as the index of a word: where it names a subject, or shares several of the
 * other content words; −1 where it is about something else.
 */
export function start(topic: Topic, sentence: readonly string[]): number {
  const words = sentence.map(stem)
  const held = new Set(words)
  const named = topic.subjects.filter((subject) => isNamed(subject, held))
  if (named.length > 0) return words.findIndex((word) => named.some((subject) => names(subject, word)))
  const shared = [...held].filter((word) => topic.words.has(word))
  return shared.length > 0 && shared.length >= needed(topic.words.size) ? words.indexOf(shared[0]!) : -1
}

/**
 * Whether a quote is about the question. Where the question has names, it must hold one of them: a true quote about another bank or
 * another city shares all the rest.
 */
export function isOnTopic(topic: Topic, quote: readonly string[]): boolean {
  if (topic.subjects.length === 0) return start(topic, quote) !== -1
  const held = new Set(quote.map(stem))
  return topic.subjects.some((subject) => isNamed(subject, held))
}

/** Whether a whole answer is about the question: it names at least half of the subjects, where there are any. */
export function isSubject({ subjects }: Topic, words: readonly string[]): boolean {
  const held = new Set(words.map(stem))
  return 2 * subjects.filter((subject) => isNamed(subject, held)).length >= subjects.length
}

/** Half of the words of a name are enough. */
function isNamed(subject: ReadonlySet<string>, held: ReadonlySet<string>): boolean {
  let shared = 0
  for (const word of subject) if (held.has(word) || aliases[word]?.some((one) => held.has(one))) shared++
  return 2 * shared >= subject.size
}

const names = (subject: ReadonlySet<string>, word: string): boolean =>
  subject.has(word) || [...subject].some((name) => aliases[name]?.includes(word))

/** What sources call the assets that questions call by name. */
const aliases: Readonly<Record<string, readonly string[] | undefined>> = Object.assign(Object.create(null), {
  bitcoin: ['btc', 'btcusdt'],
  ethereum: ['eth', 'ethusdt'],
  solana: ['sol', 'solusdt'],
  dogecoin: ['doge', 'dogeusdt'],
  ripple: ['xrp', 'xrpusdt'],
})

/** Two words of a short question are no accident; of a page of rules it takes more. */
const needed = (size: number): number => Math.min(size, 2 + Math.floor(size / 15))

/** "knicks'" and "trump's" name what "knicks" and "trump" name. */
export const stem = (word: string): string => {
  const apostrophe = word.indexOf("'")
  return apostrophe === -1 ? word : word.slice(0, apostrophe)
}

const token = /[A-Za-z0-9\u0080-\uffff]+/g

/** Begins with a capital or with a letter that ASCII lacks; a figure names nothing. */
export function isName(raw: string): boolean {
  const code = raw.charCodeAt(0)
  return (code >= 0x41 && code <= 0x5a) || code >= 0x80
}

/** Short words, figures, grammar, the calendar, and the language of markets: they say nothing of a question's subject. */
export const isCommon = (word: string): boolean => word.length < 3 || isDigit(word) || common.has(word)

const isDigit = (word: string): boolean => word.charCodeAt(0) >= 0x30 && word.charCodeAt(0) <= 0x39

const common = new Set(
  `a about above after all also am an and another any are as at be been before being below between both but by can come could
  did do does doing down during each either else end ends ever every few first following for from get give given go had has
  have he her here him his how i if in including into is it its just last least less like listed made make many may me more
  most much must my named new next no nor not now of off on once one only onto or other otherwise our out over own per please
  regardless said same say says see set shall she should since so some still such than that the their them then there these
  they this those through time to too two under until up upon us use used was we were what when where whether which while who
  whom whose why will with within without would yes yet you your
  january february march april june july august september october november december jan feb mar apr jun jul aug sep sept oct
  nov dec monday tuesday wednesday thursday friday saturday sunday est edt utc gmt pst pdt day days week month year
  date today tomorrow hour hours minute minutes
  market markets resolve resolves resolved resolution source sources question outcome official officially information
  according rules rule price city county state district region event events report reports answer reply response instructions score scores`
    .split(/\s+/)
    .filter((word) => word !== ''),
)
