import { hasWordBeginning, scan, type Word } from './Words.ts'

/** What a question is about, taken from its own words alone: who, and what is said of them. */
export type Keywords = {
  /** Names as they are written, such as `Northwind Systems`, in order. */
  readonly names: readonly string[]
  /** Beginnings of the words that say what happens, in lower case, such as `acqui`. */
  readonly stems: readonly string[]
}

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
  const names: string[] = []
  const stems = new Set<string>()
  let phrase: string[] = []
  const close = () => {
    if (phrase.length > 0) names.push(phrase.join(' '))
    phrase = []
  }
  for (const raw of tokens(text)) {
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
const saysIt = ({ stems }: Keywords, text: string): boolean =>
  stems.length === 0 || stems.some((stem) => hasWordBeginning(text, stem))

/** Words with what is written to them: `Coca-Cola`, `AT&T`, `$100,000`, `U.S.`, and a comma that ends one. */
function tokens(text: string): string[] {
  const found: string[] = []
  let end = -1
  for (const word of plainWords(text)) {
    const raw = text.slice(word.start, word.end)
    const isWord = word.kind !== 'mark'
    if (word.start === end && (isWord || joining.has(raw))) found.push(found.pop()! + raw)
    else if (isWord || raw === '$') found.push(raw)
    else continue
    end = word.end
  }
  return found
}
const joining = new Set([...".,'’&-º"])

/** The words of a text, and of the addresses in it. */
function plainWords(text: string, offset = 0): Word[] {
  const place = (word: Word) => ({ ...word, start: word.start + offset, end: word.end + offset })
  return scan(text).flatMap((word) => {
    if (word.kind !== 'address') return [place(word)]
    // Behind its scheme, an address is read as any text.
    const scheme = word.text.indexOf('://')
    const start = word.start + scheme
    return [
      place({ ...word, text: word.text.slice(0, scheme), kind: 'word', end: start }),
      ...plainWords(word.text.slice(scheme + 3), offset + start + 3),
    ]
  })
}
