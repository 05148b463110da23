import { Instant, type Question, Rule } from '../../../protocol/index.ts'
import { readMarket } from '../../../reading/Market.ts'
import type { ParsedRule } from '../../../reading/ParsedRule.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'
import { judge } from '../judge/judge.ts'
import { judgedOf, parseMarket } from '../parseRule.ts'

/** Days without a year are near to this one, so that a question has one ambiguity whether or not its deadline is known. */
const anyYear = Instant.parse('2030-07-01T00:00:00Z')

/**
 * A § question read as any rule, with the contract's deadline as its end. An auto rule compares two numbers and leaves nothing open.
 * How much a manual one leaves open depends on its words alone; only a fault may come from the deadline.
 *
 * @example
 * parseQuestion(Question.parse('§question Will it go well?\n§rule\nsource:manual')).structured.faults[0].code // 'vague_predicate'
 */
export function parseQuestion(question: Question.Question, deadline?: number | undefined): ParsedRule {
  const market = readMarket({
    question: question.question,
    description: wordsOf(question).join('\n'),
    endDate: deadline === undefined ? null : Instant.format(deadline),
  })
  const { structured, confidence, ...rest } = parseMarket(market)
  if (Rule.isAuto(question.rule))
    return {
      ...rest,
      spans: {},
      confidence: 1,
      structured: { ...structured, ambiguity: 0, factors: [], faults: [] },
    }
  const words = { ...market, end_date: null }
  const judged = judgedOf(judge(words, readFacts(words, { around: anyYear }), { isTimed: true }))
  const late = structured.faults.filter(({ code }) => code === 'deadline_after_end')
  // The places are those of a market that was put together here.
  return {
    ...rest,
    spans: {},
    confidence,
    structured: { ...structured, ...judged, faults: [...late, ...judged.faults] },
  }
}

/** All that it says beside its title. */
function wordsOf({ rule, event, unknown }: Question.Question): string[] {
  const subtags = [...rule.subtags, ...unknown.flatMap(({ subtags }) => subtags)].map(({ text }) => text)
  const sections = unknown.flatMap(({ text, lines }) => [text, ...lines])
  return [event, ...sections, ...subtags].filter((text) => text !== null && text !== '') as string[]
}
