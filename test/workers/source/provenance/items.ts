import { type Evidence, Hash, Instant } from '../../../../protocol/index.ts'
import type { Reply } from '../../../../services/fetch/Transport.ts'
import type { Prove } from '../../../../workers/source/fetchEvidence.ts'
import type { Requirement } from '../../../../workers/source/Source.ts'

/** A reply, what was asked, and the item that is made of both. */
export const observedAt = Instant.parse('2026-02-20T23:59:00Z')
export const retrievedAt = observedAt + 60
export const url = 'https://api.example.org/v1/price?id=btc'
export const body = '{"price":"75120.5"}'

export const requirement: Requirement = {
  requirementId: 'sample',
  provider: 'http',
  asset: 'btc',
  metric: 'price',
  sourceId: Hash.ofText('http:btc:price'),
  window: { from: observedAt, to: observedAt + 3_900 },
}

/** What a prover is given. */
export const foundOf = (headers: Readonly<Record<string, string>>): Parameters<Prove>[0] => {
  const reply: Reply = { status: 200, headers, body, retrievedAt, method: 'GET' }
  return { request: { method: 'GET', url }, reply, sample: { observedAt, value: '75120.5' }, requirement }
}

export const itemOf = (
  provenance: Evidence.ProvenanceProof,
  changes: Partial<Evidence.EvidenceItem> = {},
): Evidence.EvidenceItem => ({
  schema_version: 'v1',
  evidence_id: 'sample',
  source: { source_id: requirement.sourceId, provider: 'http', uri: url },
  retrieval: {
    retrieved_at: Instant.format(retrievedAt),
    method: 'GET',
    request_hash: Hash.ofText(`GET ${url}`),
    response_hash: Hash.ofText(body),
    status: 200,
    tool: 'source-http',
  },
  provenance,
  content_type: 'application/json',
  content: body,
  normalized: { observed_at: Instant.format(observedAt), value: '75120.5' },
  used: true,
  ...changes,
})
