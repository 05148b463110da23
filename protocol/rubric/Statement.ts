import * as Address from './Address.ts'
import * as Lexicon from './Lexicon.ts'
import type * as Text from './Text.ts'
import * as Topic from './Topic.ts'

/**
 * What a sentence states of a subject. The words stand near the subject's name; the rest of a long sentence may be about
 * anything.
 */
export type Statement = {
  /** The words near the subject. */
  readonly near: readonly string[]
  /** Whether a figure follows the subject, or a citation stands in the sentence. */
  readonly isFactual: boolean
  /** How many words there are from the subject on. */
  readonly length: number
}

const wordsBefore = 4
const wordsAfter = 12
/** Nobody reads further; what is hidden in a longer sentence earns nothing. */
const longest = 60

/** Whether a sentence can state something: no question, no list of words, nothing said to the reader, and not endless. */
export function isPossible(sentence: Text.Sentence): boolean {
  if (sentence.words.length > longest || sentence.folded.trimEnd().endsWith('?')) return false
  return !Lexicon.isStuffed(sentence.words) && !Address.isSpokenTo(sentence)
}

/** What the sentence states of the topic, or null when it is about something else. */
export function about(topic: Topic.Topic, { words, citations }: Text.Sentence): Statement | null {
  const span = Topic.span(topic, words)
  if (span === null) return null
  const behind = words.slice(span[0], span[1] + wordsAfter + 1)
  return {
    near: [...words.slice(Math.max(0, span[0] - wordsBefore), span[0]), ...behind],
    isFactual: citations.length > 0 || behind.some(isFigure),
    length: behind.length,
  }
}

/** A number that is more than a year. */
function isFigure(word: string): boolean {
  const code = word.charCodeAt(0)
  if (code < 0x30 || code > 0x39) return false
  return word.length !== 4 || !(word.startsWith('20') || word.startsWith('19'))
}
