import { Question } from '../../protocol/index.ts'

/** What a question is about, taken from its own words alone: who, and what is said of them. */
export type Keywords = {
  /** Names as they are written, such as `Northwind Systems`, in order. */
  readonly names: readonly string[]
  /** Beginnings of the words that say what happens, in lower case, such as `acqui`. */
  readonly stems: readonly string[]
}

const token = /[\p{L}\p{N}$][\p{L}\p{N}.,'’&-]*/gu
const stemLength = 5
const shortestVerb = 3

const common = new Set(
  `will would did does do is are was were has have had can could shall should may might must the a an in on at by of for to from
  before after until between during than more less most least over under above below within without or and not any all its their
  his her this that these those who what when where which how whether if then there be been being it as with into
  january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec utc gmt est edt et pst pdt ceo cfo cto coo q1 q2 q3 q4 usd eur day days week weeks month months
  year years end time times one two three new next last our out own per use used`.split(/\s+/),
)

// Said of everything that happens: they tell no event from another.
const generic = new Set(
  `announce announces announced announcing announcement happen happens happened occur occurs occurred confirm confirms confirmed
  confirmation officially official public publicly report reports reported following other others first another against through
  where while about least becomes become reach reaches market resolve resolves question`.split(/\s+/),
)

/** The words of a question that its answer must be about. Pure; the same text always gives the same words. */
export function keywords(text: string): Keywords {
  const display = displayOf(text)
  const names: string[] = []
  const stems = new Set<string>()
  let phrase: string[] = []
  const close = () => {
    if (phrase.length > 0) names.push(phrase.join(' '))
    phrase = []
  }
  for (const [raw] of display.matchAll(token)) {
    const word = raw.replace(/[.,'’&-]+$/u, '').replace(/['’]s$/u, '')
    const lower = word.toLowerCase()
    const isCommon = common.has(lower) || /^[\d$.,]+$/.test(word)
    if (!isCommon && /^\p{Lu}/u.test(word)) phrase.push(word)
    else {
      close()
      if (!isCommon && lower.length >= shortestVerb && !generic.has(lower))
        stems.add(lower.slice(0, stemLength))
    }
    // A comma ends a name.
    if (raw.endsWith(',')) close()
  }
  close()
  return { names: [...new Set(names)], stems: [...stems] }
}

/** The question as people read it: without its § tags, where it has them. */
export function displayOf(text: string): string {
  return text.includes('§') ? (Question.parse(text).question ?? text) : text
}

/**
 * Whether a passage can decide the question: all its subjects are named, in the passage or as what its source is about, and it
 * says what is asked about. Strict on purpose, since what decides must be about this event and no other.
 */
export function isAbout(words: Keywords, passage: string, source: string): boolean {
  const { names } = words
  const text = passage.toLowerCase()
  const isNamed = (name: string) =>
    text.includes(firstWord(name)) || source.toLowerCase().includes(firstWord(name))
  return names.length > 0 && names.every(isNamed) && saysIt(words, passage)
}

/**
 * Whether a page may speak of the question: any word of each subject that its source is not about anyway, and what is asked
 * about, stand somewhere in it. Generous on purpose, since silence is read from its absence.
 */
export function mentions(words: Keywords, page: string, source: string): boolean {
  const text = page.toLowerCase()
  const isNamed = (name: string) =>
    source.toLowerCase().includes(firstWord(name)) ||
    name
      .toLowerCase()
      .split(' ')
      .some((word) => text.includes(word))
  return words.names.every(isNamed) && saysIt(words, page)
}

const firstWord = (name: string): string => name.split(' ', 1)[0]!.toLowerCase()

/** Whether a text has a word that begins like one of those that say what happens. */
function saysIt({ stems }: Keywords, text: string): boolean {
  if (stems.length === 0) return true
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (stems.some((stem) => word.startsWith(stem))) return true
  }
  return false
}
