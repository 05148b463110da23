import { type Evidence, Instant, type Spec } from '../../../protocol/index.ts'
import { agree } from '../../facts/agree.ts'
import { type Checked, checkFact } from '../../facts/checkFact.ts'
import { conclude, type Decision } from '../../facts/conclude.ts'
import { countMentions } from '../../facts/countMentions.ts'
import type { EventSpec, PageView } from '../../facts/index.ts'
import { silentPage } from '../../facts/silence.ts'
import { eventIn } from './Event.ts'
import type { Finding } from './findings.ts'
import { itemOf, type NamedPage, type Pages, pagesIn } from './pagesIn.ts'
import { readers } from './readers.ts'
import { type Given, readingsIn } from './readings.ts'

/** A fact of one reader with all that code found about it. */
export type Known = { readonly id: string; readonly given: Given; readonly checked: Checked }

/** All that follows from pages and readings: the steps of a trace say it, one by one. */
export type Reasoned = {
  readonly pages: Pages
  readonly facts: readonly Known[]
  readonly agreed: readonly string[]
  readonly alone: readonly string[]
  /** The page whose silence says No. */
  readonly silent: string | null
  /** How often the words stand in a complete record. */
  readonly counted: { readonly page: string; readonly count: number } | null
  readonly afterDeadline: boolean
  readonly finding: Finding
  /** The facts that decide. */
  readonly deciding: readonly string[]
}

/** From a bundle to what its pages come to: pure, and without a model. */
export function reason(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Reasoned {
  const event = eventIn(spec).spec
  const pages = pagesIn(spec, evidence)
  const views = pages.pages.map(({ view }) => view)
  const readings = readingsIn(evidence, pages)
  const isRead = readers.every((reader) => readings[reader] !== null)
  const facts = isRead ? checkAll(event, views, readings) : []
  const of = (reader: (typeof readers)[number]) =>
    facts.flatMap(({ id, checked }) => (id.startsWith(reader) ? [checked] : []))
  const agreement = agree(of('first-reader'), of('second-reader'))
  const ids = new Map(facts.map(({ id, given }) => [given.fact, id]))
  const idsOf = (list: readonly Checked[]) => list.map(({ fact }) => ids.get(fact)!)
  const decision = conclude(event, views, agreement)
  const counted = countMentions(event, views, agreement)
  const silent = decision.rule === 'silent' ? silentPage(event, views, agreement) : null
  const idOf = (view: PageView) => pages.pages.find((one) => one.view === view)!.id
  return {
    pages,
    facts,
    agreed: idsOf(agreement.agreed),
    alone: idsOf(agreement.alone),
    silent: silent === null ? null : idOf(silent),
    counted: counted === null ? null : { page: idOf(counted.page), count: counted.count },
    afterDeadline: isAfter(spec, evidence, Instant.parse(spec.market.resolution_deadline)),
    finding: isRead ? findingOf(spec, evidence, pages.pages, decision) : 'unread',
    deciding: idsOf(decision.deciding),
  }
}

const checkAll = (
  event: EventSpec,
  views: readonly PageView[],
  readings: ReturnType<typeof readingsIn>,
): Known[] =>
  readers.flatMap((reader) =>
    readings[reader]!.map((given, i) => ({
      id: `${reader}-fact-${i + 1}`,
      given,
      checked: checkFact(event, views, given.fact),
    })),
  )

/** What a decision of the facts comes to in this market: nothing is decided too early, and doubt says where it comes from. */
function findingOf(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  pages: readonly NamedPage[],
  { rule, outcome }: Decision,
): Finding {
  const { window } = eventIn(spec).spec
  if (!isAfter(spec, evidence, Instant.parse(spec.market.resolution_deadline))) return 'too-early'
  if (outcome === 'NO' && window.to !== null && !isAfter(spec, evidence, window.to)) return 'too-early'
  if (rule === 'counted') return outcome === 'YES' ? 'counted' : 'counted-less'
  // A market that leaves something open is found before anything is fetched; to a forged one nothing is an answer.
  if (rule === 'missing-fields') return 'unread'
  const isAway = pages.some(({ view }) => view.source.role === 'primary' && view.fault !== null)
  // Where a primary source cannot be seen, no silence can be either.
  return isAway && (rule === 'unread' || rule === 'silent') ? 'unreachable' : rule
}

/** Whether all pages that count were read at or after an instant. */
function isAfter(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle, at: Instant.Instant): boolean {
  const items = spec.data_requirements.flatMap(({ requirement_id: id }) => itemOf(evidence, id) ?? [])
  return items.every(({ retrieval }) => Instant.parse(retrieval.retrieved_at) >= at)
}
