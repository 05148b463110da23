import { isOfGrammar } from '../../../reading/text/grammar.ts'
import type { Difference } from './align.ts'
import { isUsual } from './english/English.ts'
import type { Pair } from './harmless.ts'
import type { Token } from './tokens.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that may come and go. An auxiliary may not: "embassies are attacked" and "embassies attack" are two things. */
const articles = set('the a an of')
/** Words of which the grammar, and not the meaning, asks for the one or the other. */
const agreeing = [
  'is are',
  'was were',
  'has have',
  'does do',
  "isn't aren't",
  'this these',
  'that those',
  'that which',
  'which who',
  'that who',
  'a an',
].map(set)
const demandsMany = set('both several these those many few various multiple')
const demandsOne = set('a an this that each every another either')
const subjects = set('which who it he she they')
/** Ways to say who ends as what: "this market will resolve to" is "it resolves". */
const beforeEnding = set('this the market it will')
const afterEnding = set('to as')

/** Whether a difference is one of grammar alone. */
export function isGrammar(
  pair: Pair,
  before: readonly Token[],
  after: readonly Token[],
  difference: Difference,
): boolean {
  const [old, now] = [before, after].map((tokens) => tokens.map(({ key }) => key)) as [string[], string[]]
  const both = [...old, ...now]
  const {
    before: [b0, b1],
  } = difference
  if (both.every((key) => articles.has(key))) return true
  if (both.every((key) => beforeEnding.has(key)) && pair.before[b1]?.key === 'resolve') return true
  if (both.every((key) => afterEnding.has(key)) && pair.before[b0 - 1]?.key === 'resolve') return true
  return (
    isLostBe(pair, before, after, difference) ||
    isThat(pair, before, after, difference) ||
    isJoining(pair, old, now, difference) ||
    isTwice(pair, difference) ||
    isAgreement(pair, before, after, difference)
  )
}

const modals = set('will may must can should would')

/** "The source will official information": no sentence without its "be", and not one in which it makes a passive. */
function isLostBe(
  pair: Pair,
  before: readonly Token[],
  after: readonly Token[],
  { before: [b0, b1], after: [a0, a1] }: Difference,
): boolean {
  const [word, ...more] = [...before, ...after]
  if (more.length > 0 || word?.key !== 'be') return false
  const [previous, next] =
    before.length === 1 ? [pair.before[b0 - 1], pair.before[b1]] : [pair.after[a0 - 1], pair.after[a1]]
  return modals.has(previous?.key ?? '') && next?.word.kind === 'word' && isAdjective(next.word.text)
}

/** An adjective by its ending, and not a verb: "official", "available", "final". */
const isAdjective = (text: string): boolean => /(?:al|ble|ive|ous|ful|ary|ic)$/.test(text)

/** "says that it", "says it"; "if that team" is a certain one. */
function isThat(
  pair: Pair,
  before: readonly Token[],
  after: readonly Token[],
  { before: [b0], after: [a0] }: Difference,
): boolean {
  const [word, ...more] = [...before, ...after]
  const previous = before.length === 1 ? pair.before[b0 - 1] : pair.after[a0 - 1]
  if (more.length > 0 || word?.key !== 'that' || previous?.word.kind !== 'word') return false
  return previous.word.sentence === word.word.sentence && !isOfGrammar(previous.key)
}

/** "Foxes vs. Gulls" and "Foxes and Gulls". */
function isJoining(
  pair: Pair,
  old: readonly string[],
  now: readonly string[],
  { before: [b0, b1] }: Difference,
): boolean {
  const joins = (keys: readonly string[]) => keys.length === 1 && (keys[0] === 'vs' || keys[0] === 'and')
  return (
    joins(old) &&
    joins(now) &&
    [pair.before[b0 - 1], pair.before[b1]].every((side) => side?.word.isCapital === true)
  )
}

/** A word written twice, and once. Figures are not: "10 10" may have been another number. */
function isTwice(pair: Pair, { before: [b0, b1], after: [a0, a1] }: Difference): boolean {
  if (b1 - b0 + (a1 - a0) !== 1) return false
  const [tokens, at] = b1 > b0 ? [pair.before, b0] : [pair.after, a0]
  const { word, key } = tokens[at]!
  return word.kind === 'word' && (tokens[at - 1]?.key === key || tokens[at + 1]?.key === key)
}

/** A form that the words beside it ask for: "both side", "a team that win". */
function isAgreement(
  pair: Pair,
  before: readonly Token[],
  after: readonly Token[],
  { before: [b0] }: Difference,
): boolean {
  if (before.length !== 1 || after.length !== 1) return false
  const [old, now] = [before[0]!, after[0]!]
  if (agreeing.some((forms) => forms.has(old.key) && forms.has(now.key))) return true
  if (old.word.kind !== 'word' || old.word.isCapital || now.word.isCapital) return false
  const previous = pair.before[b0 - 1]?.key ?? ''
  if (isPluralOf(now.key, old.key))
    return (
      demandsMany.has(previous) || subjects.has(previous) || (previous === 'that' && isUsual('that', now.key))
    )
  // "a sports bet" is not "a sport bet": only where no noun follows.
  if (!isPluralOf(old.key, now.key)) return false
  return subjects.has(previous) || (demandsOne.has(previous) && endsHere(pair.before, b0))
}

const isPluralOf = (many: string, one: string): boolean =>
  one.length >= 3 && (many === `${one}s` || (/(?:s|x|z|sh|ch)$/.test(one) && many === `${one}es`))

function endsHere(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at]!, tokens[at + 1]]
  return next === undefined || next.word.sentence !== token.word.sentence || isOfGrammar(next.key)
}

/** Whether a sentence begins with a word, so that it is written large in any case. */
export function opensSentence(tokens: readonly Token[], { word }: Token): boolean {
  const first = tokens.find((token) => token.word.sentence === word.sentence)
  return first?.word === word
}
