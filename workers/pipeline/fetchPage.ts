import { type Evidence, Evidence as Model, Schema } from '../../protocol/index.ts'
import { contentType, plain, receiptOf } from '../source/fetchEvidence.ts'
import type { Request, Requirement, Transport } from '../source/Source.ts'

/** Asks one address and keeps the reply as it is, whatever its status: that a source refused is evidence too. */
export async function fetchPage(
  transport: Transport,
  request: Request,
  requirement: Requirement,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Evidence.EvidenceItem> {
  const reply = await transport(request, options)
  const { provider, sourceId, requirementId } = requirement
  return Schema.read(Model.item, {
    schema_version: 'v1',
    evidence_id: requirementId,
    source: { source_id: sourceId, provider, uri: request.url },
    retrieval: receiptOf(provider, request, reply),
    provenance: plain,
    content_type: contentType(reply),
    content: reply.body,
    normalized: null,
    used: false,
  })
}
