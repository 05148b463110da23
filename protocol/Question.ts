import { BaseError } from './Errors.ts'
import * as Fields from './Fields.ts'
import * as Issue from './Issue.ts'
import * as Canonical from './question/Canonical.ts'
import * as Character from './question/Character.ts'
import * as Origin from './question/Origin.ts'
import * as Pairs from './question/Pairs.ts'
import type { Options, Parsed, Question, Unknown } from './question/Reader.ts'
import * as Reader from './question/Reader.ts'
import * as Rule from './Rule.ts'

export { read as fromJson } from './question/FromJson.ts'
export { none as noSource } from './question/Origin.ts'
export { categories, maxPictureBytes } from './question/Reader.ts'
export type { Options, Parsed, Question, Unknown }

/**
 * Reads a question. Never throws: faults are issues, and the fields hold what was most likely meant.
 *
 * @example
 * const { question, rule, issues } = Question.parse('§question Will it rain?\n§rule\nsource:manual')
 * question // 'Will it rain?'
 * rule.source // 'manual'
 * issues // []
 * Question.parse('Will it rain?').issues.map(({ code }) => code).includes('TEXT_BEFORE_TAG') // true
 */
export const parse = (text: string, options?: Options): Parsed =>
  (options?.deadline === undefined ? Canonical.read(text) : null) ?? Reader.read(text, options)

/** A question as it stands somewhere, with what it says. */
export type Posed = { readonly question: string; readonly parsed: Parsed }

/**
 * Reads the question of a round, a task or a subject where it comes in, so that everything after this carries what it says.
 *
 * @example
 * Question.pose({ question: '§question Will it rain?\n§rule\nsource:manual', deadline: 1 }).parsed.rule.source // 'manual'
 */
export const pose = <asked extends { readonly question: string; readonly deadline: number | null }>(
  asked: asked,
): asked & Posed => ({
  ...asked,
  parsed: parse(asked.question, { deadline: asked.deadline ?? undefined }),
})

/**
 * Reads a question and refuses it, with all its issues, when one of them is an error.
 *
 * @example
 * Question.validate('§question Will it rain?\n§rule\nsource:manual').question // 'Will it rain?'
 * Question.validate('§question Will it rain?') // throws Question.InvalidError: MISSING_RULE
 */
export function validate(text: string, options: Options = {}): Question {
  const { issues, ...question } = parse(text, options)
  if (issues.some(Issue.isError)) throw new InvalidError(issues)
  return question
}

/**
 * Whether a question has no errors; warnings are allowed.
 *
 * @example
 * Question.isValid('§question Will it rain?') // false
 */
export const isValid = (text: string, options: Options = {}): boolean => hasNoError(parse(text, options))

/** Whether a question that was read may be used: faults that are errors leave in doubt what it asks. */
export const hasNoError = ({ issues }: Pick<Parsed, 'issues'>): boolean => !issues.some(Issue.isError)

/**
 * The § text of a question, in one order and without blank lines: the inverse of `parse`. What could not be read back as
 * it is, and what would not be valid, is refused.
 *
 * @example
 * const text = '§question Will it rain?\n§rule\nsource:manual\n§category tech'
 * Question.format(Question.validate(text)) === text // true
 * const other = Question.validate('§rule\nsource:manual\n\n§question Will it rain?')
 * Question.format(other) // '§question Will it rain?\n§rule\nsource:manual'
 */
export function format(question: Question): string {
  const text = write(question)
  const { issues, ...back } = parse(text)
  if (issues.some(Issue.isError)) throw new InvalidError(issues)
  const field = firstDifference(question, back)
  if (field !== null) throw new UnwritableError(field, 'it would be read back as something else')
  return text
}

function write(question: Question): string {
  const { rule, source } = question
  const lines: string[] = []
  const oneLine = (tag: string, value: string | null) => {
    if (value !== null) lines.push(`§${tag} ${checked(tag, value)}`)
  }
  const subtags = (of: readonly { tag: string; text: string }[]) => {
    for (const { tag, text } of of) lines.push(withText(`§§${tag}`, text === '' ? null : checked(tag, text)))
  }
  oneLine('question', question.question)
  lines.push('§rule')
  for (const key of Rule.keys) {
    const value = rule[key]
    if (value !== null) lines.push(`${key}:${checked(`rule.${key}`, value)}`)
  }
  for (const [key, value] of Fields.pairs(rule.extra)) {
    if (isRuleKey(key)) throw new UnwritableError(`rule.extra.${key}`, 'it has a field of its own')
    lines.push(`${checkedKey(`rule.extra.${key}`, key)}:${checked(`rule.extra.${key}`, value)}`)
  }
  const pairs = sourcePairs(source)
  if (pairs.length > 0) lines.push(`§§source ${pairs.join(' ')}`)
  subtags(rule.subtags)
  oneLine('event', question.event)
  oneLine('category', question.category)
  oneLine('picture', question.picture)
  for (const { tag, text, lines: more, subtags: under } of question.unknown) {
    lines.push(withText(`§${tag}`, text === null ? null : checked(tag, text)))
    for (const line of more) lines.push(checked(tag, line))
    subtags(under)
  }
  return lines.join('\n')
}

const withText = (tag: string, text: string | null): string => (text === null ? tag : `${tag} ${text}`)

const isRuleKey = (key: string): boolean => (Rule.keys as readonly string[]).includes(key)

function sourcePairs(source: Origin.Origin): string[] {
  const pairs: string[] = []
  const add = (key: string, value: string | null) => {
    if (value === null) return
    if (hasBlank(value)) throw new UnwritableError(`source.${key}`, 'it has a space; write %20 for it')
    pairs.push(`${checkedKey(`source.${key}`, key)}:${checked(`source.${key}`, value)}`)
  }
  for (const key of Origin.keys) add(key, source[key])
  for (const [key, value] of Fields.pairs(source.extra)) {
    if ((Origin.keys as readonly string[]).includes(key)) {
      throw new UnwritableError(`source.extra.${key}`, 'it has a field of its own')
    }
    add(key, value)
  }
  return pairs
}

const isBlankAt = (value: string, at: number): boolean => Character.isBlank(value.charCodeAt(at))

function hasBlank(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (isBlankAt(value, i)) return true
  return false
}

/** A value that stands on one line as it is. */
function checked(field: string, value: string): string {
  if (value === '') throw new UnwritableError(field, 'it is empty; leave it out instead')
  if (/[\n\r]/.test(value)) throw new UnwritableError(field, 'it has a line break')
  if (isBlankAt(value, 0) || isBlankAt(value, value.length - 1)) {
    throw new UnwritableError(field, 'it has blanks at its beginning or end')
  }
  return value
}

function checkedKey(field: string, key: string): string {
  if (!Pairs.isKey(key)) throw new UnwritableError(field, 'its key is not written with a–z, 0–9, _ and -')
  return key
}

/** The name of the first field in which two questions differ. */
function firstDifference(a: Question, b: Question): string | null {
  const fields = ['question', 'rule', 'source', 'event', 'category', 'picture', 'unknown'] as const
  for (const field of fields) {
    if (!isSame(a[field], b[field])) {
      if (field !== 'rule') return field
      return `rule.${Fields.names(a.rule).find((key) => !isSame(pick(a.rule, key), pick(b.rule, key)))}`
    }
  }
  return null
}

const pick = (value: object, key: string): unknown => (value as Record<string, unknown>)[key]

/** Deep equality of strings, null, arrays and plain objects, three levels of them. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys: readonly string[] = Fields.names(a)
  return keys.length === Fields.names(b).length && keys.every((key) => isSame(pick(a, key), pick(b, key)))
}

/**
 * The shape of the original parser, with the origin kept inside the rule as `__source`.
 *
 * @example
 * Question.toLegacy(Question.parse('§question Will it rain?\n§rule\nsource:manual')).rule // { source: 'manual' }
 */
export function toLegacy(parsed: Question): Record<string, LegacyValue> {
  const { rule, source } = parsed
  const legacy: [string, LegacyValue][] = []
  const oneLine = (tag: string, value: string | null) => {
    if (value !== null) legacy.push([tag, value])
  }
  oneLine('question', parsed.question)
  const pairs: [string, string | Record<string, string>][] = []
  for (const key of Rule.keys) if (rule[key] !== null) pairs.push([key, rule[key]])
  pairs.push(...Fields.pairs(rule.extra))
  const origin: [string, string][] = []
  for (const key of Origin.keys) if (source[key] !== null) origin.push([key, source[key]])
  origin.push(...Fields.pairs(source.extra))
  if (origin.length > 0) pairs.push(['__source', Object.fromEntries(origin)])
  if (pairs.length > 0) legacy.push(['rule', Object.fromEntries(pairs)])
  oneLine('event', parsed.event)
  oneLine('category', parsed.category)
  oneLine('picture', parsed.picture)
  for (const { tag, text, lines } of parsed.unknown) {
    const content = text === null ? lines : [text, ...lines]
    if (content.length > 0) legacy.push([tag, content.join('\n')])
  }
  // fromEntries defines its keys, so that even `__proto__` is only a name.
  return Object.fromEntries(legacy)
}

/** A value in the shape of the original parser. */
export type LegacyValue = string | Record<string, string | Record<string, string>>

/** Thrown for a question with errors; `issues` has all of them. */
export class InvalidError extends BaseError {
  override readonly name = 'Question.InvalidError'
  readonly issues: readonly Issue.Issue[]
  constructor(issues: readonly Issue.Issue[]) {
    const errors = issues.filter(Issue.isError)
    const listed = errors.slice(0, 5)
    super(`The question is not valid: ${listed.map(({ code }) => code).join(', ')}.`, {
      metaMessages: listed.map(({ line, column, message }) => `${line}:${column} ${message}`),
      docsPath: 'docs/protocol/aap.md',
    })
    this.issues = issues
  }
}

/** Thrown for a field that would be read back as something else. */
export class UnwritableError extends BaseError {
  override readonly name = 'Question.UnwritableError'
  constructor(field: string, why: string) {
    super(`The field ${field} cannot be written: ${why}.`)
  }
}
