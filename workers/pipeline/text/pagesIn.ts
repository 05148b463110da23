import { Evidence, Instant, PageText, type Spec } from '../../../protocol/index.ts'
import { type PageView, type Source, viewPage } from '../../facts/index.ts'
import { isRecord } from '../Recorded.ts'
import { type Part, partsOf } from './parts.ts'
import { type Policy, policyOf } from './TextSource.ts'

/** A page that the spec names, as it may decide: one that did not come, or may not count, is there with a fault. */
export type NamedPage = { readonly id: string; readonly view: PageView }

export type Pages = {
  readonly pages: readonly NamedPage[]
  /** What readers are shown, in as many calls. */
  readonly parts: readonly (readonly Part[])[]
}

/** All pages of admitted sources, in the order of the spec. Pure: the same bundle always gives the same pages. */
export function pagesIn(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle): Pages {
  const admitted = spec.data_requirements.flatMap(({ requirement_id: id, description: url }) => {
    const policy = policyFor(spec, id)
    return policy?.admitted ? [{ id, url, policy }] : []
  })
  const read = admitted.map(({ id, url, policy }) => {
    const item = itemOf(evidence, id)
    const source = sourceOf(url, policy)
    const fault = item === undefined ? 'unreached' : faultOf(spec, id, item)
    if (fault !== null) return { id, view: absent(source, fault), page: null }
    const { content, content_type, retrieval } = item!
    const view = viewPage({ url, status: retrieval.status, content_type, body: content }, source)
    return { id, view, page: view.fault === null ? PageText.read(content, content_type) : null }
  })
  const shown = read.flatMap(({ id, page }) => (page === null ? [] : [{ id, page }]))
  const { parts, tooLong } = partsOf(shown)
  const pages = read.map(({ id, view }) => ({
    id,
    view: tooLong.has(id) ? absent(view.source, 'too-long') : view,
  }))
  return { pages, parts }
}

/** An item that was fetched: what a model said, and what was planned, is not evidence of anything else. */
export const itemOf = ({ items }: Evidence.EvidenceBundle, id: string): Evidence.EvidenceItem | undefined =>
  items.find((item) => item.evidence_id === id && !isRecord(item))

export const policyFor = ({ market }: Spec.PromptSpec, id: string): Policy | null => {
  const allowed = market.allowed_sources.find((one) => one.source_id === id)
  return allowed === undefined ? null : policyOf(allowed)
}

/** Why a page may not count, whatever it says: it was fetched too late for this market, or is proven less well than required. */
function faultOf(spec: Spec.PromptSpec, id: string, item: Evidence.EvidenceItem): string | null {
  const { start, end } = spec.market.resolution_window
  const at = Instant.parse(item.retrieval.retrieved_at)
  if (at < Instant.parse(start) || at > Instant.parse(end)) return 'untimely'
  const requirement = spec.data_requirements.find((one) => one.requirement_id === id)!
  return Evidence.derivedTier(item) > requirement.min_provenance_tier ? 'tier-too-low' : null
}

const sourceOf = (url: string, { class: kind, completeFor, description }: Policy): Source => ({
  url,
  name: description,
  role: kind === 'primary' ? 'primary' : 'secondary',
  complete_for: completeFor ?? null,
})

const absent = (source: Source, fault: string): PageView => ({
  ...viewPage({ url: source.url, status: 200, content_type: 'text/plain', body: '' }, source),
  fault,
})
