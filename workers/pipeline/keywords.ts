import { Question } from '../../protocol/index.ts'
import * as Text from '../../reading/text/keywords.ts'

/** The words of a market's question that its answer must be about. */
export const keywords = (question: string): Text.Keywords => Text.keywords(displayOf(question))

/** The question as people read it: without its § tags, where it has them. */
export function displayOf(text: string): string {
  return text.includes('§') ? (Question.parse(text).question ?? text) : text
}
