import { Evidence, Schema } from '../../../protocol/index.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { contentType, type Prove, plain, receiptOf } from '../../source/fetchEvidence.ts'
import type { Requirement } from '../../source/Source.ts'

export type FetchPageOptions = {
  readonly prove?: Prove | undefined
  readonly signal?: AbortSignal | undefined
  /** What the source asks for. No receipt holds them. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Fetches a page and keeps it as it is, whatever its status: that a source refused is evidence too. */
export async function fetchPage(
  transport: Transport,
  requirement: Requirement,
  { prove, signal, headers }: FetchPageOptions = {},
): Promise<Evidence.EvidenceItem> {
  const { provider, sourceId, requirementId, asset: url } = requirement
  const request = { method: 'GET', url, ...(headers === undefined ? {} : { headers }) } as const
  const reply = await transport(request, signal === undefined ? {} : { signal })
  const provenance = (await prove?.({ request, reply, sample: null, requirement })) ?? plain
  return Schema.read(Evidence.item, {
    schema_version: 'v1',
    evidence_id: requirementId,
    source: { source_id: sourceId, provider, uri: url },
    retrieval: receiptOf(provider, request, reply),
    provenance,
    content_type: contentType(reply),
    content: reply.body,
    normalized: null,
    used: false,
  })
}
