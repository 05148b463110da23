import { scan, type Word } from './Words.ts'

/** Whom and what a question is about, taken from its own words alone. */
export type Keywords = {
  /** Names as they are written, such as `Northwind Systems`, in order. */
  readonly names: readonly string[]
}

const common = new Set(
  `will would did does do is are was were has have had can could shall should may might must the a an in on at by of for to from
  before after until between during than more less most least over under above below within without or and not any all its their
  his her this that these those who what when where which how whether if then there be been being it as with into
  january february march april may june july august september october november december monday tuesday wednesday thursday friday
  saturday sunday jan feb mar apr jun jul aug sep sept oct nov dec utc gmt est edt et pst pdt ceo cfo cto coo q1 q2 q3 q4 usd eur day days week weeks month months
  year years end time times one two three new next last our out own per use used`.split(/\s+/),
)

/** The words that tell what a question is about. Pure; the same text always gives the same words. */
export function keywords(text: string): Keywords {
  const names: string[] = []
  let phrase: string[] = []
  const close = () => {
    if (phrase.length > 0) names.push(phrase.join(' '))
    phrase = []
  }
  for (const raw of tokens(text)) {
    const word = raw.replace(/[.,'’&-]+$/u, '').replace(/['’]s$/u, '')
    const isCommon = common.has(word.toLowerCase()) || /^[\d$.,]+$/.test(word)
    if (!isCommon && /^\p{Lu}/u.test(word)) phrase.push(word)
    else close()
    // A comma ends a name.
    if (raw.endsWith(',')) close()
  }
  close()
  return { names: [...new Set(names)] }
}

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
