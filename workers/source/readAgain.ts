import { Evidence, type Finding, Instant, Json } from '../../protocol/index.ts'
import { checkFinality, SourceError } from '../../protocol/source/index.ts'
import { requestHash } from '../../services/fetch/Fixture.ts'
import { normalized } from './fetchEvidence.ts'
import type { Requirement, Source } from './Source.ts'

export type ReadAgain = {
  /** What the kept text says; null also when it can't be read. */
  readonly normalized: Evidence.EvidenceItem['normalized']
  /** Why the item is not what it claims to be; none when all holds. */
  readonly faults: readonly Finding.Unplaced[]
}

/** Re-derives an item's sample, request and receipt from the text it keeps. Pure; never throws for what an item says. */
export function readAgain(source: Source, item: Evidence.EvidenceItem, requirement: Requirement): ReadAgain {
  const faults: Finding.Unplaced[] = []
  const note = (field: string, message: string) => {
    const code = field === 'normalized' || field === 'content' ? 'CONTENT_MISMATCH' : 'UNKNOWN_EVIDENCE'
    faults.push({ code, path: `/${field}`, message })
  }
  if (item.source.provider !== source.provider) note('source/provider', `It is not ${source.provider}.`)
  if (item.source.source_id !== requirement.sourceId) note('source/source_id', 'It is another source.')
  if (!Evidence.contentMatches(item)) note('content', 'The content is not what its receipt was made for.')
  const { status, retrieved_at, request_hash } = item.retrieval
  if (status < 200 || status > 299) note('retrieval/status', `Status ${status} is no success.`)
  let again: ReadAgain['normalized'] = null
  try {
    const request = source.plan(requirement)
    if (request.url !== item.source.uri) note('source/uri', `The request would go to ${request.url}`)
    if (requestHash(request) !== request_hash)
      note('retrieval/request_hash', 'It is the hash of another request.')
    const sample = source.read(item.content, requirement)
    checkFinality(source, sample, requirement, Instant.parse(retrieved_at))
    again = normalized(sample)
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    note('content', error.shortMessage)
  }
  if (
    faults.every(({ path }) => path !== '/content') &&
    Json.canonical(again) !== Json.canonical(item.normalized)
  )
    note('normalized', `The content says ${Json.canonical(again)}.`)
  return { normalized: again, faults }
}
