import { Decimal, Issue, Question, Rule } from '../../../protocol/index.ts'
import { plainDecimal } from './exactNumbers.ts'
import { RefusalError } from './RefusalError.ts'
import type { Old } from './schema.ts'

/** The § text of a market of version 1: its own where it has one, else what its flat fields say. */
export const rawOf = (old: Old, losses: string[]): string =>
  old.question.trimStart().startsWith('§') ? ownText(old, losses) : fromFields(old, losses)

/** A question that is § text already stays as it is; fields beside it may say the same, and nothing else. */
function ownText(old: Old, losses: string[]): string {
  const raw = old.question.trim()
  const { issues, ...question } = Question.parse(raw)
  if (issues.some(Issue.isError)) throw new Question.InvalidError(issues)
  const { rule } = question
  const source = sourceIn(old, losses)
  const said: [string, unknown, string | null, boolean][] = [
    ['source', source, rule.source, same(source, rule.source)],
    ['metric', old.metric, rule.metric, same(old.metric, rule.metric)],
    ['operator', old.operator, rule.op, same(old.operator, rule.op)],
    ['threshold', old.threshold, rule.target, sameNumber(old.threshold, rule.target)],
    ['resolver', old.resolver, rule.resolver, same(old.resolver, rule.resolver)],
    ['event', old.event, question.event, same(old.event, question.event)],
    ['category', old.category, question.category, same(old.category, question.category)],
    ['picture', old.picture, question.picture, same(old.picture, question.picture)],
  ]
  for (const [field, value, text, isSame] of said) {
    if (value !== null && value !== undefined && !isSame)
      throw new RefusalError(
        `its field ${field} says ${JSON.stringify(value)}, and its § text ${text ?? 'nothing of it'}`,
      )
  }
  return raw
}

const same = (value: string | null | undefined, text: string | null): boolean =>
  value?.toLowerCase() === text?.toLowerCase()

function sameNumber(value: Old['threshold'], text: string | null): boolean {
  const number = value === null || value === undefined ? null : plainDecimal(String(value))
  return number !== null && text !== null && Decimal.isDecimal(text) && Decimal.compare(number, text) === 0
}

function fromFields(old: Old, losses: string[]): string {
  const source = sourceIn(old, losses) ?? Rule.manual
  const isAuto = source !== Rule.manual && source.includes(':')
  if (!isAuto && source !== Rule.manual)
    losses.push(`the source ${JSON.stringify(source)} cannot be asked: manual`)
  const { metric, operator, threshold, resolver, event, category, picture } = old
  const measured = { metric, op: operator, target: targetOf(threshold) }
  if (!isAuto)
    for (const [field, value] of Object.entries({ metric, operator, threshold }))
      if (value !== null && value !== undefined)
        losses.push(`${field} = ${JSON.stringify(value)} has no place in a manual rule`)
  const display = old.question.replace(/\s+/g, ' ').trim()
  if (display !== old.question) losses.push('blanks and line breaks of the question')
  const rule = { source: isAuto ? source : Rule.manual, resolver, ...(isAuto ? measured : {}) }
  return Question.format(Question.fromJson({ question: display, rule, event, category, picture }))
}

function sourceIn({ source, resolution_source: other }: Old, losses: string[]): string | null {
  if (source && other && source !== other)
    losses.push(`resolution_source = ${JSON.stringify(other)}, beside source = ${JSON.stringify(source)}`)
  return source ?? other ?? null
}

function targetOf(threshold: Old['threshold']): string | null {
  if (threshold === null || threshold === undefined) return null
  const target = plainDecimal(String(threshold))
  if (target === null) throw new RefusalError(`its threshold ${JSON.stringify(threshold)} is not a number`)
  return target
}
