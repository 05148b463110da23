import { Question } from '../../protocol/index.ts'
import { UsageError } from '../terminal/failure.ts'

export type QuestionWords = {
  readonly question: string
  readonly rule?: string | undefined
  readonly source?: string | undefined
  readonly event?: string | undefined
  readonly category?: string | undefined
  readonly picture?: string | undefined
}

/** The § text of a market from the words of a call: whole, or put together from its parts. */
export function questionOf(words: QuestionWords): string {
  const { question, rule, source, event, category, picture } = words
  if (question.trimStart().startsWith('§')) {
    if ([rule, source, event, category, picture].some((part) => part !== undefined))
      throw new UsageError('The question is § text already; its rule and source belong into it.')
    return question.trim()
  }
  if (rule === undefined)
    throw new UsageError('A market needs --rule, such as "source:coingecko:bitcoin op:gte target:75000".')
  return Question.format(
    Question.fromJson({
      question: question.trim(),
      rule: pairs('--rule', rule),
      source: pairs('--source', source ?? ''),
      event,
      category,
      picture,
    }),
  )
}

/** `key:value` pairs, apart by blanks, line breaks or semicolons. */
function pairs(option: string, text: string): Record<string, string> {
  const found = new Map<string, string>()
  for (const word of text.split(/[\s;]+/).filter(Boolean)) {
    const colon = word.indexOf(':')
    const key = word.slice(0, colon)
    if (colon < 1 || colon === word.length - 1) throw new UsageError(`${option}: "${word}" is not key:value.`)
    if (found.has(key)) throw new UsageError(`${option}: ${key} stands twice.`)
    found.set(key, word.slice(colon + 1))
  }
  return Object.fromEntries(found)
}
