import { Evidence, Instant, type Spec, type Verification } from '../../protocol/index.ts'
import { type Verifiers, verifyProvenance } from '../source/provenance/Provenance.ts'
import { isRecord } from './Recorded.ts'
import { sampleId } from './rule/compile.ts'

declare const verified: unique symbol

/** Evidence that passed. Nothing but `verifyEvidence` makes it, and the auditor takes nothing else. */
export type VerifiedEvidence = Evidence.EvidenceBundle & { readonly [verified]: true }

export type EvidenceVerification =
  | { readonly ok: true; readonly evidence: VerifiedEvidence; readonly findings: readonly [] }
  | { readonly ok: false; readonly evidence: null; readonly findings: readonly Verification.Finding[] }

/** Re-checks evidence before anyone reasons over it: receipts, tiers, windows, and that only allowed sources were asked. */
export async function verifyEvidence(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  options: { readonly verifiers?: Verifiers | undefined } = {},
): Promise<EvidenceVerification> {
  const { market, data_requirements } = spec
  const { predicate } = market.resolution_rules
  const [from, to] = [
    Instant.parse(market.resolution_window.start),
    Instant.parse(market.resolution_window.end),
  ]
  const providers = new Set(market.allowed_sources.map((one) => one.provider.toLowerCase()))
  const required = new Set(data_requirements.map((one) => one.requirement_id))
  const findings: Verification.Finding[] = []
  const seen = new Set<string>()
  for (const [i, item] of evidence.items.entries()) {
    const add = (code: Verification.FindingCode, leaf: 'receipt' | 'item', message: string) =>
      findings.push({
        code,
        tree: 'evidence',
        leaf_index: 2 * i + (leaf === 'item' ? 1 : 0),
        path: `/evidence/items/${i}`,
        message,
      })
    const { tier } = item.provenance
    if (seen.has(item.evidence_id)) add('DUPLICATE_ID', 'item', `Two items are called ${item.evidence_id}.`)
    seen.add(item.evidence_id)
    // What a model said, and what was planned, is kept as evidence of that, and nothing may rest on it.
    const isReply = isRecord(item) && predicate === null && !item.used
    if (
      isReply
        ? required.has(item.evidence_id)
        : !required.has(item.evidence_id) || !providers.has(item.source.provider)
    ) {
      add('UNKNOWN_EVIDENCE', 'item', `Nothing asked ${item.source.provider} for ${item.evidence_id}.`)
    }
    if (
      predicate !== null &&
      item.evidence_id === sampleId &&
      item.source.source_id !== predicate.source_id
    ) {
      add('UNKNOWN_EVIDENCE', 'receipt', 'The sample is not from the source that the rule names.')
    }
    if (!Evidence.contentMatches(item))
      add('CONTENT_MISMATCH', 'item', 'The content is not that of the receipt.')
    // The tier is what the proof gives, whatever was declared; a proof that nothing here can verify gives none.
    const { finding } = await verifyProvenance(item, options.verifiers ?? {})
    if (finding !== null) add(finding.code, 'receipt', finding.message)
    if (!item.used) continue
    const observed = Evidence.observedAt(item)
    if (observed < from || observed > to)
      add('OUTSIDE_WINDOW', 'receipt', `Observed at ${Instant.format(observed)}.`)
    if (tier > market.min_provenance_tier) {
      add('TIER_TOO_LOW', 'receipt', `Tier ${tier} is worse than ${market.min_provenance_tier}.`)
    }
  }
  return findings.length === 0
    ? { ok: true, evidence: evidence as VerifiedEvidence, findings: [] }
    : { ok: false, evidence: null, findings }
}
