import * as Address from './Address.ts'
import * as Conclusion from './Conclusion.ts'
import * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/**
 * What one reading of an answer's text finds, in counts. Only grammar is read, no list of good phrases: which statements name
 * the subject, which sentences turn round, which are in doubt. What speaks for an answer counts only in different statements
 * about the question; what speaks against it counts wherever it stands.
 */
export type Signals = {
  /** Different statements about the question. */
  readonly statements: number
  /** Those of them that carry a figure, and those that look at the other side or admit doubt. */
  readonly figured: number
  readonly weighing: number
  /** Sentences in which the argument turns round, and in which it is in doubt. */
  readonly turns: number
  readonly doubts: number
  /** Sentences said again, word for word. */
  readonly repeated: number
  /** Whether a plain statement of the text says the opposite of the determination. */
  readonly contradicts: boolean
  /** Sentences that address a grader or a model. */
  readonly addressed: number
}

/** Nobody reads further; what is hidden in a longer sentence earns nothing. */
const longest = 60

export function read(text: string, determination: boolean, topic: Topic.Topic): Signals {
  const folded = Text.fold(text)
  const seen = new Set<string>()
  const count = {
    statements: 0,
    figured: 0,
    weighing: 0,
    turns: 0,
    doubts: 0,
    repeated: 0,
    addressed: 0,
  }
  let contradicts = false
  for (const sentence of Text.sentences(folded)) {
    const { words, key } = sentence
    if (Conclusion.of(words) === !determination) contradicts = true
    const isTurn = words.some((word) => turning.has(word))
    const isDoubt = words.some((word) => doubting.has(word))
    if (isTurn) count.turns++
    if (isDoubt) count.doubts++
    if (Address.isAddressed(sentence)) count.addressed++
    else if (seen.has(key)) count.repeated++
    else if (isStatement(sentence)) {
      // What stands before the subject may be about anything.
      const start = Topic.start(topic, words)
      const said = start === -1 ? [] : words.slice(start)
      if (said.length > 0) count.statements++
      if (said.some(isFigure)) count.figured++
      if (said.some(isWeighing)) count.weighing++
    }
    seen.add(key)
  }
  if (Address.isScattered(folded)) count.addressed++
  return { ...count, contradicts }
}

/** No question, nothing said to the reader, and not endless. */
const isStatement = (sentence: Text.Sentence): boolean =>
  sentence.words.length <= longest &&
  !sentence.folded.trimEnd().endsWith('?') &&
  !Address.isSpokenTo(sentence)

/** A number that is more than a year. */
export function isFigure(word: string): boolean {
  const code = word.charCodeAt(0)
  if (!(code >= 0x30 && code <= 0x39)) return false
  return word.length !== 4 || !(word.startsWith('20') || word.startsWith('19'))
}

const isWeighing = (word: string): boolean =>
  turning.has(word) || doubting.has(word) || negating.has(word) || word.endsWith("n't")

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const negating = set('no not none never neither nor nothing nobody without cannot')
/** The words by which English sets one clause against another. */
const turning = set(
  'but however although though yet despite while whereas instead rather unless except still nevertheless nonetheless alternatively conversely',
)
/** The words by which English says that it does not know. */
const doubting = set(
  'maybe perhaps might probably possibly likely unlikely presumably apparently seemingly supposedly unclear uncertain unsure unknown ambiguous',
)
