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

const common = new Set(
  `will would did does do is are was were has have had can could shall should may might must the a an in on at by of for to from
  before after until between during than more less most least over under above below within without or and not any all its their
  his her this that these those who what when where which how whether if then there be been being it as with into
  january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec utc gmt est edt et pst pdt`.split(/\s+/),
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
      if (!isCommon && lower.length >= stemLength && !generic.has(lower))
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

/** Whether a text names the subject: the first word of one of its names stands in it. */
export const namesSubject = ({ names }: Keywords, text: string): boolean =>
  names.some((name) => isNamed(name, text))

const isNamed = (name: string, text: string): boolean =>
  text.toLowerCase().includes(name.split(' ')[0]!.toLowerCase())

/** Whether a text is about the question: it names all of its subjects and says one of the things that it asks about. */
export function mentions(words: Keywords, text: string): boolean {
  return words.names.every((name) => isNamed(name, text)) && saysIt(words, text)
}

/** Whether a text has one of the words that say what happens. */
export function saysIt({ stems }: Keywords, text: string): boolean {
  const lower = text.toLowerCase()
  return stems.length === 0 || stems.some((stem) => lower.includes(stem))
}
