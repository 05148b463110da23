import type { Token } from './decode.ts'
import type { Mention } from './Mention.ts'

/** What is asked, as tokens; and where it begins. */
export type Question = { readonly from: number; readonly to: number }

/**
 * The first asking word after the last number opens the question, else the last one before it; then it goes on to the next
 * number or clause.
 */
export function questionIn(tokens: readonly Token[], mentions: readonly Mention[]): Question {
  const end = mentions.at(-1)?.to ?? 0
  const after = tokens.findIndex((_, at) => at >= end && isAsking(tokens, at))
  if (after >= 0) return { from: opened(tokens, after), to: tokens.length }
  const from = tokens.findLastIndex((_, at) => at < end && isAsking(tokens, at))
  if (from < 0) return { from: tokens.length, to: tokens.length }
  const to = mentions.find((mention) => mention.from > from)?.from ?? tokens.length
  return { from: opened(tokens, from), to }
}

/** The `much` of `twice as much` asks nothing. */
const isAsking = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.entry?.role === 'ask' && !['much', 'many'].includes(tokens[at]!.word)

/** `by how much` asks for something else than `how much`. */
const opened = (tokens: readonly Token[], at: number): number => (tokens[at - 1]?.word === 'by' ? at - 1 : at)
