import { Instant, type Question, Rule } from '../../../protocol/index.ts'
import type { Factor } from '../../../reading/ParsedRule.ts'
import { parseRule } from '../parseRule.ts'

export type QuestionAmbiguity = {
  readonly ambiguity: number
  readonly confidence: number
  readonly factors: readonly Factor[]
}

/**
 * How much a § question leaves open. An auto rule is a comparison of two numbers and leaves nothing open; a manual one is
 * read like any other rule in words, with the contract's deadline as its end.
 *
 * @example
 * questionAmbiguity(Question.parse('§question Will it rain?\n§rule\nsource:manual')).ambiguity // above 0
 */
export function questionAmbiguity(
  question: Question.Question,
  deadline?: number | undefined,
): QuestionAmbiguity {
  if (Rule.isAuto(question.rule)) return { ambiguity: 0, confidence: 1, factors: [] }
  const words = [question.question, question.event, ...question.rule.subtags.map(({ text }) => text)]
  const texts = words.filter((text) => text !== null && text !== '')
  if (texts.length === 0) return { ambiguity: 1, confidence: 0, factors: [] }
  const { structured, confidence } = parseRule({
    question: question.question,
    description: texts.join('\n'),
    endDate: deadline === undefined ? null : Instant.format(deadline),
  })
  // The contract has a deadline, whether or not it is known here.
  const factors = structured.factors.filter(({ name }) => name !== 'no_deadline')
  const hundredths = factors.reduce((sum, { weight }) => sum + Math.round(weight * 100), 0)
  return { ambiguity: Math.min(100, hundredths) / 100, confidence, factors }
}
