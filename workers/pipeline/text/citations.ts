import { Citation, type Evidence, Page, type Proof } from '../../../protocol/index.ts'
import { cite } from '../../sdk/cite.ts'
import { outputOf } from '../rule/judge.ts'
import type { Silence } from './conclude.ts'
import { checkedIn } from './judge.ts'
import { itemOf } from './Quote.ts'

/** Enough of a page's beginning to know it by, and little that changes from visit to visit. */
const beginning = 60

/**
 * What others can find again of a free-text answer: the quotes that decided it, from different pages first. An answer that rests
 * on silence cites the beginning of the pages that it read. `sources` are those of the answer: nothing else may be cited.
 */
export function citationsOf(proof: Proof.Proof, sources: readonly string[]): Citation.Citation[] {
  const passages = proof.bundle.verdict.resolution_rule_id === 'silent' ? readBy(proof) : quotedBy(proof)
  const found = new Map<string, Citation.Citation[]>()
  for (const { id, passage } of passages) {
    const item = itemOf(proof.evidence, id)
    if (item === undefined || !sources.includes(item.source.uri)) continue
    const page = { url: item.source.uri, text: item.content, contentType: item.content_type }
    const citation = cite(page, passage)
    if (citation !== null) found.set(id, [...(found.get(id) ?? []), citation])
  }
  const byPage = [...found.values()]
  const ordered = [...byPage.map(([first]) => first!), ...byPage.flatMap(([, ...more]) => more)]
  const distinct = new Map(ordered.map((one) => [Citation.itemHash(one), one]))
  return [...distinct.values()].slice(0, Citation.limits.citations)
}

type Passage = { readonly id: string; readonly passage: string }

function quotedBy({ trace, bundle }: Proof.Proof): Passage[] {
  const deciding = new Set(bundle.verdict.selected_leaf_refs.map((ref) => trace.steps[ref]?.step_id))
  return checkedIn(trace)
    .filter(({ id }) => deciding.has(id))
    .map(({ claim }) => ({ id: claim.evidence_id, passage: claim.quote }))
}

function readBy({ trace, evidence }: Proof.Proof): Passage[] {
  const { primaries } = outputOf<Silence>(trace, 'check-silence')
  return primaries
    .filter(({ readable }) => readable)
    .map(({ evidence_id: id }) => {
      const item = itemOf(evidence, id)
      return { id, passage: item === undefined ? '' : firstWords(item) }
    })
}

/** None of JSON: what stands first there is often a time or a count of this one reply. */
function firstWords({ content, content_type }: Evidence.EvidenceItem): string {
  if (Page.kindOf(content, content_type) === 'json') return ''
  const visible = Page.visibleText(content, content_type)
  const start = visible.slice(0, beginning)
  return visible.length <= beginning ? start : start.slice(0, start.lastIndexOf(' ') + 1)
}
