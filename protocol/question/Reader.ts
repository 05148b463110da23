import * as Aap from '../Aap.ts'
import * as Issue from '../Issue.ts'
import * as Rule from '../Rule.ts'
import * as Origin from './Origin.ts'
import * as Pairs from './Pairs.ts'

/** A market's question as AAP v2 writes it on-chain. What is absent is null. See docs/protocol/aap.md. */
export type Question = {
  readonly question: string | null
  readonly rule: Rule.Rule
  /** Where the question comes from (§§source). */
  readonly source: Origin.Origin
  readonly event: string | null
  readonly category: string | null
  readonly picture: string | null
  /** Tags this version does not know, in their order. */
  readonly unknown: readonly Unknown[]
}

/** A tag that this version does not know, kept as it was written. */
export type Unknown = {
  readonly tag: string
  readonly text: string | null
  readonly lines: readonly string[]
  readonly subtags: readonly { readonly tag: string; readonly text: string }[]
}

/** A question as it was read, and what is wrong with its text. */
export type Parsed = Question & { readonly issues: readonly Issue.Issue[] }

/** What the reader knows besides the text. */
export type Options = {
  /** The contract's deadline, which the rule key `deadline` must equal. */
  readonly deadline?: number | undefined
}

/** The usual categories; a question with another one gets a warning. */
export const categories: readonly string[] = ['crypto', 'politics', 'tech', 'sports', 'agents']
/** The longest address of a picture, in bytes. */
export const maxPictureBytes = 256

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
type Draft = Mutable<Question> & { unknown: Unknown[]; issues: Issue.Issue[] }
type OneLineTag = 'question' | 'event' | 'category' | 'picture'

const start: Issue.Place = { line: 1, column: 1 }

/** Reads a question in any order and of any quality. Never throws: faults are issues. */
export function read(text: string, options: Options = {}): Parsed {
  const { sections, issues } = Aap.parse(text)
  const draft: Draft = {
    question: null,
    rule: newRule(),
    source: Origin.none,
    event: null,
    category: null,
    picture: null,
    unknown: [],
    issues,
  }
  const seen = new Map<string, Aap.Section>()
  for (const section of sections) {
    const { tag } = section
    if (seen.has(tag)) {
      const message = `§${tag} stands twice; the first one is kept.`
      Issue.report(issues, 'error', 'DUPLICATE_TAG', section, message)
      continue
    }
    seen.set(tag, section)
    switch (tag) {
      case 'rule':
        readRule(section, draft)
        break
      case 'question':
      case 'event':
      case 'category':
      case 'picture':
        readOneLine(section, tag, draft)
        break
      default:
        readUnknown(section, draft)
    }
  }
  checkWhole(draft, seen, options)
  if (issues.length > 1) Issue.sort(issues)
  return draft
}

function checkWhole(draft: Draft, seen: Map<string, Aap.Section>, options: Options): void {
  const { issues, category, picture } = draft
  if (!seen.has('question')) {
    Issue.report(issues, 'error', 'MISSING_QUESTION', start, 'A question needs `§question <text>`.')
  }
  const rule = seen.get('rule')
  if (rule === undefined) {
    Issue.report(
      issues,
      'error',
      'MISSING_RULE',
      start,
      'A question needs `§rule`, and under it what decides it.',
    )
  } else {
    for (const { key, code, severity, message } of Rule.problems(draft.rule)) {
      Issue.report(issues, severity, code, placeOfKey(rule, key), message)
    }
    const { deadline } = options
    if (deadline !== undefined && draft.rule.deadline !== null && Rule.deadline(draft.rule) !== deadline) {
      const message = `The rule's deadline ${draft.rule.deadline} is not the market's, ${deadline}.`
      Issue.report(issues, 'error', 'DEADLINE_MISMATCH', placeOfKey(rule, 'deadline'), message)
    }
  }
  if (category !== null) checkCategory(category, placeOfText(seen.get('category')), issues)
  if (picture !== null && !isPicture(picture)) {
    const message = `A picture is an https:// or ipfs:// address in ASCII without spaces, of at most ${maxPictureBytes} bytes.`
    Issue.report(issues, 'error', 'INVALID_PICTURE', placeOfText(seen.get('picture')), message)
  }
}

const placeOfText = (section: Aap.Section | undefined): Issue.Place => section?.text ?? section ?? start

/** Looked up only when there is something to say, so that a clean question pays nothing for it. */
function placeOfKey(rule: Aap.Section, key: Rule.Key): Issue.Place {
  return Pairs.find(linesOf(rule).map(Aap.pair), key) ?? rule
}

const linesOf = (section: Aap.Section): readonly Aap.Line[] =>
  section.text === null ? section.lines : [section.text, ...section.lines]

const slug = /^[a-z0-9][a-z0-9_-]{0,31}$/

function checkCategory(category: string, at: Issue.Place, issues: Issue.Issue[]): void {
  if (!slug.test(category)) {
    const message = 'A category is one word of a–z, 0–9, - and _, of at most 32 characters.'
    Issue.report(issues, 'error', 'INVALID_CATEGORY', at, message)
  } else if (!categories.includes(category)) {
    const message = `${category} is none of the usual categories: ${categories.join(', ')}.`
    Issue.report(issues, 'warning', 'UNKNOWN_CATEGORY', at, message)
  }
}

// Quotes and angle brackets have no place in an address, and could break out of a page's attribute.
const address = /^(?:https|ipfs):\/\/[A-Za-z0-9][!#-;=?-~]*$/

const isPicture = (text: string): boolean => text.length <= maxPictureBytes && address.test(text)

function readOneLine(section: Aap.Section, tag: OneLineTag, draft: Draft): void {
  const { issues } = draft
  let text = section.text === null ? null : section.text.text
  for (const line of section.lines) {
    const message = `§${tag} has one line; this one is read as its continuation.`
    Issue.report(issues, 'error', 'UNEXPECTED_LINE', line, message)
  }
  if (section.lines.length > 0)
    text = linesOf(section)
      .map((line) => line.text)
      .join(' ')
  if (text === null) Issue.report(issues, 'error', 'EMPTY_TAG', section, `§${tag} is empty.`)
  draft[tag] = text
  for (const subtag of section.subtags) misplaced(subtag, tag, draft)
}

/** §§source under another tag is still read, when there is no other. */
function misplaced(subtag: Aap.Subtag, parent: string, draft: Draft): void {
  const message = `§§${subtag.tag} stands under §${parent}; sub-tags belong under §rule.`
  Issue.report(draft.issues, 'error', 'SUBTAG_PARENT', subtag, message)
  if (subtag.tag === 'source' && draft.source === Origin.none)
    draft.source = Origin.read(subtag, draft.issues)
}

const newRule = (): Mutable<Rule.Rule> => ({
  source: null,
  provider: null,
  asset: null,
  metric: null,
  op: null,
  target: null,
  resolver: null,
  deadline: null,
  tolerance: null,
  extra: Pairs.none,
  subtags: Rule.noSubtags,
})

function readRule(section: Aap.Section, draft: Draft): void {
  const rule = newRule()
  draft.rule = rule
  rule.extra = Pairs.read(rule, ruleKey, linesOf(section).map(Aap.pair), draft.issues)
  const { provider, asset } = Rule.splitSource(rule.source)
  rule.provider = provider
  rule.asset = asset
  if (section.subtags.length > 0) rule.subtags = readRuleSubtags(section.subtags, draft)
}

/** The key as a constant, which engines look up faster in an object than a slice of the text. */
function ruleKey(text: string): Rule.Key | null {
  switch (text) {
    case 'source':
      return 'source'
    case 'metric':
      return 'metric'
    case 'op':
      return 'op'
    case 'target':
      return 'target'
    case 'resolver':
      return 'resolver'
    case 'deadline':
      return 'deadline'
    case 'tolerance':
      return 'tolerance'
    default:
      return null
  }
}

function readRuleSubtags(subtags: readonly Aap.Subtag[], draft: Draft): Rule.Rule['subtags'] {
  let kept: { tag: string; text: string }[] | null = null
  let hasSource = false
  for (const subtag of subtags) {
    if (subtag.tag !== 'source') kept ??= []
    else if (hasSource) reportDuplicateSubtag(subtag, draft)
    else {
      hasSource = true
      draft.source = Origin.read(subtag, draft.issues)
    }
  }
  return kept === null ? Rule.noSubtags : keepSubtags(subtags, draft)
}

function reportDuplicateSubtag(subtag: Aap.Subtag, draft: Draft): void {
  const message = `§§${subtag.tag} stands twice in its section; the first one is kept.`
  Issue.report(draft.issues, 'error', 'DUPLICATE_TAG', subtag, message)
}

/** The sub-tags other than §§source, as they are. */
function keepSubtags(subtags: readonly Aap.Subtag[], draft: Draft): { tag: string; text: string }[] {
  const kept: { tag: string; text: string }[] = []
  const seen = new Set<string>()
  for (const subtag of subtags) {
    const { tag, text } = subtag
    if (tag === 'source') continue
    if (seen.has(tag)) reportDuplicateSubtag(subtag, draft)
    else {
      seen.add(tag)
      kept.push({ tag, text })
      Issue.report(
        draft.issues,
        'warning',
        'UNKNOWN_SUBTAG',
        subtag,
        `§§${tag} is no known sub-tag; it is kept.`,
      )
    }
  }
  return kept
}

function readUnknown(section: Aap.Section, draft: Draft): void {
  const { tag } = section
  if (tag === '') return
  Issue.report(draft.issues, 'warning', 'UNKNOWN_TAG', section, `§${tag} is no known tag; it is kept.`)
  const sources = section.subtags.filter((subtag) => subtag.tag === 'source')
  for (const subtag of sources) misplaced(subtag, tag, draft)
  draft.unknown.push({
    tag,
    text: section.text?.text ?? null,
    lines: section.lines.map((line) => line.text),
    subtags: keepSubtags(section.subtags, draft),
  })
}
