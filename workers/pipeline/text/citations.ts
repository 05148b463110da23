import { Citation, type Evidence, Page, type Proof } from '../../../protocol/index.ts'
import { cite } from '../../sdk/cite.ts'
import { outputOf } from '../rule/judge.ts'
import { decidingIn } from './judge.ts'
import { itemOf } from './pagesIn.ts'

/** Enough of a page's beginning to know it by, and little that changes from visit to visit. */
const beginning = 60

/**
 * What others can find again of a free-text answer: the quotes that decided it, from different pages first. An answer that rests
 * on silence or on a count cites the beginning of the page. `sources` are those of the answer: nothing else may be cited.
 */
export function citationsOf(proof: Proof.Proof, sources: readonly string[]): Citation.Citation[] {
  const found = new Map<string, Citation.Citation[]>()
  for (const { id, passage } of passagesOf(proof)) {
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

function passagesOf({ trace, bundle, evidence }: Proof.Proof): Passage[] {
  if (bundle.verdict.outcome === 'INVALID') return []
  const quoted = decidingIn(trace).flatMap(({ fact }) =>
    fact.quote === null ? [] : [{ id: fact.page, passage: fact.quote }],
  )
  if (quoted.length > 0) return quoted
  const { silent, counted } = outputOf<{ silent: string | null; counted: { page: string } | null }>(
    trace,
    'silence',
  )
  return [silent, counted?.page].flatMap((id) => {
    const item = id == null ? undefined : itemOf(evidence, id)
    return item === undefined ? [] : [{ id: item.evidence_id, passage: firstWords(item) }]
  })
}

/** None of JSON: what stands first there is often a time or a count of this one reply. */
function firstWords({ content, content_type }: Evidence.EvidenceItem): string {
  if (Page.kindOf(content, content_type) === 'json') return ''
  const visible = Page.visibleText(content, content_type)
  const start = visible.slice(0, beginning)
  return visible.length <= beginning ? start : start.slice(0, start.lastIndexOf(' ') + 1)
}
