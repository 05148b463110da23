import { BaseError, Instant, Question, Rule } from '../../../protocol/index.ts'
import { type Market, readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'
import { oneLine, titleOf } from './oneLine.ts'

/** A § question that no number decides, or why it cannot be one. */
export type Manual =
  | { readonly question: string; readonly deadline: number | null; readonly why: null }
  | { readonly question: null; readonly deadline: null; readonly why: string }

/**
 * The manual § question of any market: its title and its rules on one line, as workers that read take them apart, and the deadline that
 * the rules reader finds. What does not fit is refused, because half a rule is another rule.
 *
 * @example
 * toManualQuestion({ question: 'Will it rain?', description: 'Yes if it does.' }).question
 * // '§question Will it rain? Yes if it does.\n§rule\nsource:manual'
 */
export function toManualQuestion(market: unknown): Manual {
  const read = readMarket(market)
  const { deadline: found } = readFacts(read)
  const deadline = found?.at ?? null
  try {
    return { question: write(asLine(read), deadline), deadline, why: null }
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    return { question: null, deadline: null, why: error.shortMessage }
  }
}

/** The title ends with its question mark: that is where workers part it from the rules. */
function asLine({ question, rules, outcomes }: Market): string {
  const asked = titleOf(question)
  const said = oneLine(`${rules} ${labelsOf(outcomes)}`)
  if (asked === '' || said === '') return `${asked}${said}`
  return `${asked.includes('?') ? asked : `${asked}?`} ${said}`
}

/** A § question ends with Yes or No; where the market has other labels, it says which is which. */
function labelsOf(outcomes: readonly string[]): string {
  const [yes, no] = outcomes
  if (yes === undefined || no === undefined || outcomes.length > 2) return ''
  if (yes.toLowerCase() === 'yes' && no.toLowerCase() === 'no') return ''
  return `Yes stands for "${yes}", and No for "${no}".`
}

const write = (line: string, deadline: number | null): string =>
  Question.format({
    question: line,
    rule: {
      source: Rule.manual,
      ...Rule.splitSource(Rule.manual),
      metric: null,
      op: null,
      target: null,
      resolver: null,
      deadline: deadline === null ? null : Instant.format(deadline),
      tolerance: null,
      extra: {},
      subtags: Rule.noSubtags,
    },
    source: Question.noSource,
    event: null,
    category: null,
    picture: null,
    unknown: [],
  })
