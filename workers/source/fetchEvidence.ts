import { Evidence, Hash, Instant, Schema } from '../../protocol/index.ts'
import { checkFinality, type Sample } from '../../protocol/source/index.ts'
import { requestHash } from '../../services/fetch/Fixture.ts'
import type { Reply, Request, Transport } from '../../services/fetch/Transport.ts'
import { type Requirement, type Source, StatusError } from './Source.ts'

export type FetchOptions = {
  readonly evidenceId: string
  /** Whether the verdict rests on it; only a collector knows. */
  readonly used?: boolean
  /** What proves where the reply came from; nothing, unless a prover finds more. */
  readonly prove?: Prove
  readonly signal?: AbortSignal
}

/** Looks for a proof in what came back. Null when there is none; then the item is plain. */
export type Prove = (found: {
  readonly request: Request
  readonly reply: Reply
  readonly sample: Sample | null
  readonly requirement: Requirement
  /** The market and the round that it is collected for, where that is known. */
  readonly scope?: { readonly market_id: string; readonly round: number } | undefined
}) => Evidence.ProvenanceProof | null | Promise<Evidence.ProvenanceProof | null>

/** The provenance of a reply that nothing but the transport vouches for. */
export const plain: Evidence.ProvenanceProof = Object.freeze({
  kind: 'none',
  tier: 3,
  proof: null,
  confidence_bps: 5_000,
})

/**
 * Asks a source and keeps what it said. `normalized` is the sample that counts, or null when the provider answered and has none.
 * Throws a `SourceError` when it could not be asked, could not be read, or spoke too early to be final.
 *
 * @example
 * const item = await fetchEvidence(source, requirement, transport, { evidenceId: 'e1', used: true })
 */
export async function fetchEvidence(
  source: Source,
  requirement: Requirement,
  transport: Transport,
  { evidenceId, used = true, prove, signal }: FetchOptions,
): Promise<Evidence.EvidenceItem> {
  const request = source.plan(requirement)
  const reply = await transport(request, signal === undefined ? {} : { signal })
  if (reply.status < 200 || reply.status > 299) throw new StatusError(source.provider, reply)
  const sample = source.read(reply.body, requirement)
  checkFinality(source, sample, requirement, reply.retrievedAt)
  const provenance = (await prove?.({ request, reply, sample, requirement })) ?? plain
  return toItem({ source, request, reply, requirement, sample, provenance, evidenceId, used })
}

/**
 * Fetches a document for a question that no number decides, such as a filing or a notice. It has no sample: whoever uses it quotes
 * from its content.
 *
 * @example
 * const item = await fetchDocument('https://www.example.org/notice', transport, { evidenceId: 'e2' })
 */
export async function fetchDocument(
  url: string,
  transport: Transport,
  { evidenceId, used = true, provider = 'web', prove, signal }: FetchOptions & { readonly provider?: string },
): Promise<Evidence.EvidenceItem> {
  const request = { method: 'GET', url } as const
  const reply = await transport(request, signal === undefined ? {} : { signal })
  if (reply.status < 200 || reply.status > 299) throw new StatusError(provider, reply)
  const requirement = documentRequirement(url, provider)
  const provenance = (await prove?.({ request, reply, sample: null, requirement })) ?? plain
  return toItem({
    source: { provider },
    request,
    reply,
    requirement,
    sample: null,
    provenance,
    evidenceId,
    used,
  })
}

/** What a document is a requirement of: the page itself, at any time. */
export const documentRequirement = (url: string, provider = 'web'): Requirement => ({
  requirementId: 'document',
  provider,
  asset: url,
  metric: 'document',
  sourceId: Hash.ofText(`${provider}:${url}:document`.toLowerCase()),
  window: { from: 0, to: 0 },
})

type Found = {
  readonly source: Pick<Source, 'provider'>
  readonly request: Request
  readonly reply: Reply
  readonly requirement: Requirement
  readonly sample: Sample | null
  readonly provenance: Evidence.ProvenanceProof
  readonly evidenceId: string
  readonly used: boolean
}

function toItem(found: Found): Evidence.EvidenceItem {
  const { source, request, reply, requirement, sample, provenance, evidenceId, used } = found
  return Schema.read(Evidence.item, {
    schema_version: 'v1',
    evidence_id: evidenceId,
    source: { source_id: requirement.sourceId, provider: source.provider, uri: request.url },
    retrieval: receiptOf(source.provider, request, reply),
    provenance,
    content_type: contentType(reply),
    content: reply.body,
    normalized: normalized(sample),
    used,
  })
}

/** A sample as evidence holds it. */
export const normalized = (sample: Sample | null): Evidence.EvidenceItem['normalized'] =>
  sample === null ? null : { observed_at: Instant.format(sample.observedAt), value: sample.value }

/** What was asked and what came back, by hash: no header, so no key, is ever part of it. */
export function receiptOf(provider: string, request: Request, reply: Reply): Evidence.RetrievalReceipt {
  return {
    retrieved_at: Instant.format(reply.retrievedAt),
    method: reply.method,
    request_hash: requestHash(request),
    response_hash: Hash.ofText(reply.body),
    status: reply.status,
    tool: `source:${provider}`,
  }
}

export function contentType(reply: Reply): string {
  const type = reply.headers['content-type']?.trim().slice(0, 128)
  return type === undefined || type === '' ? 'application/octet-stream' : type
}
