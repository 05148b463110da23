import { Question } from '../../../protocol/index.ts'

const longest = 60

/** What a market asks, on one line that a terminal can show: text from a chain may hold anything. */
export function titleOf(text: string): string {
  const { question } = Question.parse(text)
  const title = (question ?? text).replace(/[\p{C}\s]+/gu, ' ').trim()
  return title.length > longest ? `${title.slice(0, longest - 1)}…` : title
}
