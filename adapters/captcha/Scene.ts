import type { Token } from './decode.ts'
import { type Goal, goalOf } from './goals.ts'
import { type Mention, readMentions } from './Mention.ts'
import { type Question, questionIn } from './question.ts'

/** All that a text says, before anything is weighed: its tokens, numbers, question, and what that asks for. */
export type Scene = {
  readonly tokens: readonly Token[]
  readonly mentions: readonly Mention[]
  readonly question: Question
  readonly goal: Goal | null
}

/** As many numbers as are looked at; no challenge has more. */
const most = 12

export function setScene(tokens: readonly Token[]): Scene {
  const mentions = readMentions(tokens).slice(0, most)
  const question = questionIn(tokens, mentions)
  return { tokens, mentions, question, goal: goalOf(tokens.slice(question.from, question.to)) }
}
