import { isMedia } from '../../../reading/rule/domains.ts'
import { opensSentence } from './grammar.ts'
import type { Pair } from './harmless.ts'
import type { Token } from './tokens.ts'

/** Words that only lead from one sentence to the next. */
const connectives = new Set([
  ...'also additionally furthermore moreover therefore thus hence however accordingly consequently note'.split(
    ' ',
  ),
  ...[
    'in addition',
    'please note',
    'please note that',
    'note that',
    'to be clear',
    'for clarity',
    'in other words',
  ],
])
/** Those that lead anywhere, and not only at the beginning. */
const anywhere = new Set(['also', 'then'])
/** "However it ends" needs its comma to be a connective. */
const needsComma = new Set(['however', 'note'])

/** Whether all that differs is how a sentence is led up to. */
export const isConnective = (pair: Pair, before: readonly Token[], after: readonly Token[]): boolean =>
  leads(pair.before, before) && leads(pair.after, after)

function leads(text: readonly Token[], tokens: readonly Token[]): boolean {
  if (tokens.length === 0) return true
  const words = tokens.map(({ key }) => key).join(' ')
  const isPaused = tokens.at(-1)!.hasComma
  if (anywhere.has(words) || (words === 'however' && isPaused)) return true
  return connectives.has(words) && opensSentence(text, tokens[0]!) && (isPaused || !needsComma.has(words))
}

const selves = new Set(['for this market', 'of this market', 'for the market', 'of the market'])

/** Whether the market only speaks of itself in another way: "the source for this market", "this market's source", "the source". */
export function isSelfReference(pair: Pair, before: readonly Token[], after: readonly Token[]): boolean {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  if ((old === '' && selves.has(now)) || (now === '' && selves.has(old))) return true
  const both = [old, now].toSorted().join(' | ')
  if (both === "the | this market's") return true
  return both === 'the | this' && [nextOf(pair.before, before), nextOf(pair.after, after)].every(isMarket)
}

const wordsOf = (tokens: readonly Token[]): string => tokens.map(({ key }) => key).join(' ')
const isMarket = (key: string | undefined): boolean => key === 'market' || key === "market's"
const nextOf = (text: readonly Token[], tokens: readonly Token[]): string | undefined =>
  text[text.indexOf(tokens.at(-1)!) + 1]?.key

/** Words by which a sentence leans on a picture. */
const leansOnPicture = new Set(
  'map shaded shown shows depicted displayed marked highlighted pictured according per source sources decides'.split(
    ' ',
  ),
)

/** Whether only pictures differ, of a sentence that says all there is to say without them. */
export function isPicture(pair: Pair, before: readonly Token[], after: readonly Token[]): boolean {
  const [old, now] = [before, after]
  if (![...old, ...now].every(({ word }) => word.kind === 'address' && isMedia(word.text))) return false
  const leans = (text: readonly Token[], tokens: readonly Token[]) =>
    text.some(
      ({ key, word }) =>
        leansOnPicture.has(key) && tokens.some((token) => token.word.sentence === word.sentence),
    )
  return !leans(pair.before, old) && !leans(pair.after, now)
}
