import type { Agreement } from './agree.ts'
import { excuses, refutes, weakens } from './Code.ts'
import { confidenceOf } from './Confidence.ts'
import type { Checked } from './checkFact.ts'
import { countMentions } from './countMentions.ts'
import type { EventSpec } from './EventSpec.ts'
import type { Side } from './Fact.ts'
import type { PageView } from './PageView.ts'
import { refersTo } from './Roles.ts'
import { endsAnything } from './Statement.ts'
import { silentPage } from './silence.ts'
import { correctionsOf, isSuperseded, withoutCorrected } from './supersede.ts'

export const rules = {
  affirmed: 'agreed facts bear YES, and nothing that counts bears NO',
  denied: 'agreed facts bear NO, and nothing that counts bears YES',
  counted: 'the words stand in the complete record as often as asked, or not',
  silent: 'a complete source with items from before and after the window says nothing of it',
  'missing-fields': 'the words of the market leave open what is asked',
  contradicted: 'facts that count bear both ways',
  blocked: 'what only one reader found, or what a check vetoed, bears the other way',
  unread: 'no agreed fact decides',
  'secondary-only': 'only a secondary source bears, and the rules ask for the primary one',
} as const
export type RuleId = keyof typeof rules

export type Decision = {
  readonly outcome: Side | 'INVALID'
  readonly rule: RuleId
  readonly confidence_bps: number
  readonly deciding: readonly Checked[]
  readonly why: string
}

/** What the agreed facts come to. Doubt is INVALID; nothing here asks a model. */
export function conclude(spec: EventSpec, pages: readonly PageView[], agreement: Agreement): Decision {
  if (spec.missing_fields.length > 0) return invalid('missing-fields', spec.missing_fields.join(', '))
  if (spec.mention !== null) return concludeCount(spec, pages, agreement)
  const sound = agreement.agreed.filter(({ bears, codes }) => bears !== null && codes.every(weakens))
  // What only weakens decides where nothing better does, and stands against nothing that is better.
  const strong = sound.filter(({ codes }) => codes.length === 0)
  const clean = strong.length > 0 ? strong : sound
  const standing = clean.filter((each) => !isOutdone(each, clean) && !isAmbivalent(each, agreement.agreed))
  const deciding = withoutCorrected(standing)
  const corrected = new Set(standing.filter((each) => !deciding.includes(each)))
  const sides = new Set(deciding.map(({ bears }) => bears))
  if (sides.size > 1) return invalid('contradicted', deciding.map(({ fact }) => fact.quote).join(' / '))
  const [side] = sides
  if (side === undefined || side === null) return undecided(spec, pages, agreement)
  const against = [
    ...opponents(spec, agreement, side, deciding).filter(
      (each) => !isOutdone(each, clean) && !corrected.has(each),
    ),
    ...reversals(spec, agreement, side, deciding),
    ...correctionsOf(deciding, agreement.agreed),
  ]
  if (against.length > 0) return invalid('blocked', against.map(say).join(' / '))
  return weigh(spec, pages, deciding, side)
}

/** The same words read both as bearing and as not: readers who do so do not know. */
const isAmbivalent = ({ fact }: Checked, agreed: readonly Checked[]): boolean =>
  fact.bears !== null &&
  agreed.some(
    (each) =>
      each.fact.url === fact.url &&
      each.fact.bears !== null &&
      each.fact.bears !== fact.bears &&
      each.fact.quote === fact.quote &&
      each.fact.value === fact.value,
  )

/** A number whose measure another of the same page names better, where no reader says which way it bears. */
const isOutdone = ({ fact, direction }: Checked, all: readonly Checked[]): boolean =>
  direction?.closeness !== undefined &&
  all.some((each) => each.fact.url === fact.url && (each.direction?.closeness ?? 0) > direction.closeness!)

/** What bears the other way and is neither refuted nor superseded. */
function opponents(
  spec: EventSpec,
  { agreed, alone }: Agreement,
  side: Side,
  deciding: readonly Checked[],
): Checked[] {
  const opposes = ({ bears, codes }: Checked) =>
    bears !== null && bears !== side && !codes.some((code) => refutes(code) || weakens(code))
  return [
    // A direction that code itself found is no better than the checks let it be.
    ...agreed.filter((each) => opposes(each) && !(each.fact.bears === null && each.codes.some(excuses))),
    ...alone.filter(
      (each) => opposes(each) && !each.codes.some(excuses) && !isSuperseded(spec, each, deciding),
    ),
  ]
}

/** What was done and taken back later, where no reader says which way that bears. */
const reversals = (
  spec: EventSpec,
  { agreed }: Agreement,
  side: Side,
  deciding: readonly Checked[],
): Checked[] =>
  side === 'NO' || spec.negative
    ? []
    : agreed.filter(
        ({ fact, bears, span, codes }) =>
          fact.bears === null &&
          bears === null &&
          span !== null &&
          !codes.some(refutes) &&
          endsAnything(fact.predicate ?? '') &&
          [spec.subject, spec.object].some((named) => refersTo(`${fact.subject} ${fact.object}`, named)) &&
          deciding.every((each) => each.span !== null && each.span.first <= span.first),
      )

const say = ({ fact, codes }: Checked): string => `${codes.join('+') || 'unpaired'}: ${fact.quote}`

function weigh(
  spec: EventSpec,
  pages: readonly PageView[],
  deciding: readonly Checked[],
  side: Side,
): Decision {
  const primary = deciding.filter(({ page }) => page!.source.role === 'primary')
  const hasPrimary = pages.some(({ source }) => source.role === 'primary')
  if (primary.length === 0 && hasPrimary && !spec.admitsReports)
    return invalid('secondary-only', deciding.map(say).join(' / '))
  const source = primary.length > 0 ? 'primary' : 'secondary'
  const confirmed = deciding.some(({ direction }) => direction !== null)
  const domains = new Set(deciding.map(({ fact }) => fact.url.split('/')[2])).size
  return {
    outcome: side,
    rule: side === 'YES' ? 'affirmed' : 'denied',
    confidence_bps: confidenceOf({ kind: 'statement', source, confirmed, domains }),
    deciding,
    why: deciding.map(({ fact, direction }) => `${direction?.by ?? 'readers'}: ${fact.quote}`).join(' / '),
  }
}

function concludeCount(spec: EventSpec, pages: readonly PageView[], agreement: Agreement): Decision {
  const counted = countMentions(spec, pages, agreement)
  if (counted === null) return invalid('unread', 'the words cannot be counted in a complete record')
  const { source } = counted.page
  return {
    outcome: counted.side,
    rule: 'counted',
    confidence_bps: confidenceOf({ kind: 'count', source: source.role, confirmed: true, domains: 1 }),
    deciding: agreement.agreed.filter(({ bears }) => bears === counted.side),
    why: `counted ${counted.count}`,
  }
}

function undecided(spec: EventSpec, pages: readonly PageView[], agreement: Agreement): Decision {
  const silent = silentPage(spec, pages, agreement)
  if (silent !== null) {
    const confidence_bps = confidenceOf({ kind: 'silence', source: 'primary', confirmed: true, domains: 1 })
    return { outcome: 'NO', rule: 'silent', confidence_bps, deciding: [], why: `silent: ${silent.url}` }
  }
  const open = agreement.agreed.filter(({ bears }) => bears !== null)
  return invalid('unread', open.map(say).join(' / '))
}

export const invalid = (rule: RuleId, why: string): Decision => ({
  outcome: 'INVALID',
  rule,
  confidence_bps: 0,
  deciding: [],
  why,
})
