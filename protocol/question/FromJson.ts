import { BaseError } from '../Errors.ts'
import * as Fields from '../Fields.ts'
import * as Rule from '../Rule.ts'
import * as Origin from './Origin.ts'
import type { Question, Unknown } from './Reader.ts'

/**
 * A question from JSON as `parse` prints it. Null and absent are the same, `issues` and other keys are passed over, and a
 * key that a rule or source does not know counts as one of its `extra`.
 *
 * @example
 * const question = Question.fromJson({ question: 'Will it rain?', rule: { source: 'manual' } })
 * Question.format(question) // '§question Will it rain?\n§rule\nsource:manual'
 */
export function read(value: unknown): Question {
  const json = record('the question', value)
  const rule = record('rule', json.rule)
  const source = record('source', json.source)
  return {
    question: text('question', json.question),
    rule: readRule(rule),
    source: {
      creator: text('source.creator', source.creator),
      origin: text('source.origin', source.origin),
      created: text('source.created', source.created),
      extra: extras('source', source, [...Origin.keys, 'extra']),
    },
    event: text('event', json.event),
    category: text('category', json.category),
    picture: text('picture', json.picture),
    unknown: list('unknown', json.unknown).map(readUnknown),
  }
}

function readRule(rule: Record<string, unknown>): Rule.Rule {
  const provider = text('rule.provider', rule.provider)
  const asset = text('rule.asset', rule.asset)
  const given = text('rule.source', rule.source)
  const source = given ?? (provider !== null && asset !== null ? `${provider}:${asset}` : null)
  const parts = Rule.splitSource(source)
  if (provider !== null && provider !== parts.provider)
    throw new ContradictionError('rule.provider', 'rule.source')
  if (asset !== null && asset !== parts.asset) throw new ContradictionError('rule.asset', 'rule.source')
  return {
    source,
    ...parts,
    metric: text('rule.metric', rule.metric),
    op: text('rule.op', rule.op),
    target: number('rule.target', rule.target),
    resolver: text('rule.resolver', rule.resolver),
    deadline: number('rule.deadline', rule.deadline),
    tolerance: number('rule.tolerance', rule.tolerance),
    extra: extras('rule', rule, [...Rule.keys, 'provider', 'asset', 'extra', 'subtags']),
    subtags: list('rule.subtags', rule.subtags).map((item) => subtag('rule.subtags', item)),
  }
}

function readUnknown(value: unknown): Unknown {
  const { tag, text: inline, lines, subtags } = record('unknown', value)
  return {
    tag: required('unknown.tag', tag),
    text: text('unknown.text', inline),
    lines: list('unknown.lines', lines).map((line) => required('unknown.lines', line)),
    subtags: list('unknown.subtags', subtags).map((item) => subtag('unknown.subtags', item)),
  }
}

function subtag(field: string, value: unknown): { tag: string; text: string } {
  const json = record(field, value)
  return { tag: required(`${field}.tag`, json.tag), text: text(`${field}.text`, json.text) ?? '' }
}

function extras(
  field: string,
  json: Record<string, unknown>,
  known: readonly string[],
): Record<string, string> {
  const entries: [string, string][] = []
  const given = Fields.pairs(json).filter(([key]) => !known.includes(key))
  for (const [key, value] of [...Fields.pairs(record(`${field}.extra`, json.extra)), ...given]) {
    const content = text(`${field}.${key}`, value)
    if (content !== null) entries.push([key, content])
  }
  return Object.fromEntries(entries)
}

function record(field: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new WrongTypeError(field, 'an object')
  return value as Record<string, unknown>
}

function list(field: string, value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new WrongTypeError(field, 'a list')
  return value
}

function text(field: string, value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new WrongTypeError(field, 'a string')
  return value
}

function required(field: string, value: unknown): string {
  if (typeof value !== 'string') throw new WrongTypeError(field, 'a string')
  return value
}

/** Numbers are written as strings; a JSON number passes when it is a whole one that JSON holds exactly. */
function number(field: string, value: unknown): string | null {
  if (typeof value !== 'number') return text(field, value)
  if (!Number.isSafeInteger(value)) throw new WrongTypeError(field, 'a decimal in a string')
  return String(value)
}

export class WrongTypeError extends BaseError {
  override readonly name = 'QuestionJson.WrongTypeError'
  constructor(field: string, expected: string) {
    super(`In the JSON of a question, ${field} must be ${expected}.`)
  }
}

export class ContradictionError extends BaseError {
  override readonly name = 'QuestionJson.ContradictionError'
  constructor(field: string, other: string) {
    super(`In the JSON of a question, ${field} contradicts ${other}.`)
  }
}
