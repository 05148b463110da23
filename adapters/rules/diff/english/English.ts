import { readFileSync } from 'node:fs'
import { decode } from './WordList.ts'

/**
 * What is known of English here. `scripts/rules/english.ts` makes it; docs/rules.md says from what.
 */
export type English = {
  /** Letters that are a word. */
  readonly words: ReadonlySet<string>
  /** Words that several unlike rules write in small letters. */
  readonly plain: ReadonlySet<string>
  /** Neighbours of words of grammar ("prices from"): all that were seen, and those of several unlike rules. */
  readonly seen: ReadonlySet<string>
  readonly usual: ReadonlySet<string>
}

let loaded: English | undefined
const english = (): English => {
  loaded ??= decode(readFileSync(new URL('./english.br', import.meta.url))) as English
  return loaded
}

/** Whether these letters are a word: of the list, or made of one that is ("restaked", "staker", "memecoin"). */
export const isWord = (text: string): boolean => isListed(text) || isDerived(text)

const isListed = (text: string): boolean =>
  english().words.has(text.endsWith("'s") ? text.slice(0, -2) : text)

/** Whether rules write it in small letters: no name that only looks like a word. */
export const isPlain = (text: string): boolean => english().plain.has(text)

export const isSeen = (first: string, second: string): boolean => english().seen.has(`${first} ${second}`)
export const isUsual = (first: string, second: string): boolean => english().usual.has(`${first} ${second}`)

const beginnings =
  'anti auto co counter crypto cyber de dis e inter mega meta micro mid mini mis multi non out over post pre pro re semi sub super trans un under'.split(
    ' ',
  )
const endings = ['r', 'er', 'ers', 'rs', 'd', 'ed', 'able', 'less', 'ness', 'like', 'wise', 'coin', 'coins']
const leastStem = 4

function isDerived(text: string): boolean {
  const isStem = (stem: string) => stem.length >= leastStem && isListed(stem)
  return (
    beginnings.some((start) => text.startsWith(start) && isStem(text.slice(start.length))) ||
    endings.some((end) => text.endsWith(end) && isStem(text.slice(0, -end.length)))
  )
}
