import { scan, type Word } from '../../reading/text/Words.ts'

/** How a passage puts what it says, by its own words. */

const future = new Set(
  'will shall plans plan aims aim intends intend expects expect hopes hope proposes wants scheduled slated weighing considering mulling'.split(
    ' ',
  ),
)
const pairs = new Set(
  `going-to set-to due-to about-to expected-to set-for pencilled-in next-week next-month next-year aims-to to-be yet-to on-track
  scheduled-for subject-to preparing-to looking-to seeks-to seeking-to to-cut to-close to-open to-launch to-sell to-buy to-acquire
  wird-voraussichtlich target-of targets-a in-the-works in-talks talks-to`
    .trim()
    .split(/\s+/),
)
const conditions = new Set('if could would might may unless should whether falls sofern'.split(' '))
const rumours = new Set(
  `reportedly rumour rumours rumoured rumor rumors rumored allegedly understood probably likely whispers gossip speculation
  unconfirmed forecasters predicted predicts projected tipped believes swears`
    .trim()
    .split(/\s+/),
)
const rumourPairs = new Set(
  `sources-say sources-said sources-close people-close people-familiar source-said understood-to said-to believed-to thought-to
  expected-to median-forecast according-to-people according-to-sources close-to-the`
    .trim()
    .split(/\s+/),
)
const done = new Set(
  `has have had was were is are did been said signed announced became took went came won lost fell rose made gave met held led left
  beat saw began got put ran set cut shut quit hat haben wurde wurden ist dio ha han fue a`
    .trim()
    .split(/\s+/),
)

export type Manner = 'PLANNED' | 'CONDITIONAL' | 'RUMOURED' | 'ASKED' | null

/** The manner of a passage: the first word that makes it a plan, a condition, a rumour or a question, unless it states something before. */
export function mannerOf(quote: string, sentence: string, names: readonly string[] = []): Manner {
  const texts = plainWords(quote, names)
  if (/\?["”)]?\s*$/.test(sentence.trim()) && !/[.!]\s+\S/.test(quote)) return 'ASKED'
  if (/^(?:question put|ob |whether |what |how |why )/i.test(quote.trim())) return 'ASKED'
  const rumour = texts.findIndex((text, i) => isRumour(texts, text, i))
  if (rumour !== -1 && !isStatedBefore(texts, rumour)) return 'RUMOURED'
  const lead = sentence.slice(0, Math.max(0, sentence.indexOf(quote)))
  const led = plainWords(lead, names)
  if (led.some((text, i) => isRumour(led, text, i))) return 'RUMOURED'
  // A quote may be cut out from behind the word that makes it a plan: "is weighing | a stop at the bay".
  if (lead !== '' && led.slice(-3).some((text, i) => isModal(led.slice(-3), text, i))) return 'PLANNED'
  const modal = texts.findIndex((text, i) => isModal(texts, text, i))
  if (modal === -1) return null
  if (isStatedBefore(texts, modal) && texts[modal] !== 'next') return null
  // "will not take place" is as firm as its speaker.
  if (texts[modal] === 'will' && isFirm(texts.slice(modal + 1, modal + 3))) return null
  return conditions.has(texts[modal]!) ? 'CONDITIONAL' : 'PLANNED'
}

/** The words of a text in lower case, with a blank for each that is a part of a name: "IF Salen", "Hope Bank", "in May". */
function plainWords(text: string, names: readonly string[]): string[] {
  const words = scan(text).filter(({ kind }) => kind !== 'mark')
  const spans = names.flatMap((name) => placesOf(text, name))
  return words.map((word, i) =>
    spans.some(({ start, end }) => start <= word.start && word.end <= end) || isNamePart(text, words, i)
      ? ''
      : word.text,
  )
}

function placesOf(text: string, name: string): { start: number; end: number }[] {
  const found = []
  for (let at = text.indexOf(name); at !== -1 && name !== ''; at = text.indexOf(name, at + 1))
    found.push({ start: at, end: at + name.length })
  return found
}

/** Capitals within a sentence make a name, and so does a first word before another capital and a verb of the past. */
function isNamePart(text: string, words: readonly Word[], at: number): boolean {
  const word = words[at]!
  if (!word.isCapital || isPast(word.text)) return false
  if (word.text === 'may') return true
  const sentence = words.filter((each) => each.sentence === word.sentence && each.text.length > 3)
  const isLoud = ({ start, end }: Word) => text.slice(start, end) === text.slice(start, end).toUpperCase()
  if (word.text.length > 1 && isLoud(word)) return !sentence.every(isLoud)
  const isFirst = at === 0 || words[at - 1]!.sentence !== word.sentence
  if (!isFirst) return !sentence.every(({ isCapital }) => isCapital)
  // "If Torvik won" is a condition.
  const next = words[at + 1]?.text === 'of' ? words[at + 2] : words[at + 1]
  return (
    !conditions.has(word.text) &&
    (future.has(word.text) || words[at + 1]?.text === 'of') &&
    next?.isCapital === true &&
    words
      .slice(at + 2)
      .some((each) => each.sentence === word.sentence && !each.isCapital && isPast(each.text))
  )
}

const isFirm = ([first, second]: readonly string[]): boolean =>
  first === 'not' || first === 'no' || (first === 'be' && second === 'no')

const helpers = new Set('is are was were be been has have had it'.split(' '))

/** Something is stated before a place; the helper right before it ("are going to") belongs to it. */
const isStatedBefore = (texts: readonly string[], at: number): boolean =>
  texts
    .slice(0, at)
    .some((text, i) => isPast(text) && texts[i + 1] !== 'to' && i < at - (helpers.has(text) ? 1 : 0))

const isRumour = (texts: readonly string[], text: string, i: number): boolean =>
  rumours.has(text) ||
  rumourPairs.has(`${text}-${texts[i + 1]}`) ||
  rumourPairs.has(`${text}-${texts[i + 1]}-${texts[i + 2]}`)

const isModal = (texts: readonly string[], text: string, i: number): boolean => {
  if (pairs.has(`${text}-${texts[i + 1]}`)) return true
  return future.has(text) || (conditions.has(text) && text !== 'falls')
}

/** Whether a day that a passage names is one on which, by its words, something was done: "retracted on 3 May", "was retracted". */
export const hasHappened = (quote: string): boolean =>
  /^[A-Z][a-z]{2,}ed\b|\b(?:was|were|has|have|had)\b(?! to\b)|\b[a-z]{3,}ed (?:on )?(?:[0-9]|[A-Z][a-z]{2,8} [0-9])/.test(
    quote,
  )

const isPast = (text: string): boolean => done.has(text) || (text.length > 4 && text.endsWith('ed'))
