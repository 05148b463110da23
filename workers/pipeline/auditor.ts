import type { Evidence } from '../../protocol/index.ts'
import type { Engineering } from './promptEngineer.ts'
import { displayIn } from './questionIn.ts'
import { isRecord } from './Recorded.ts'
import { auditRule } from './rule/audit.ts'
import { SOPExecutionError, type Time } from './Stage.ts'
import type { Audited, Compiled } from './Subject.ts'
import { askModel } from './text/askModel.ts'
import { auditText, markUsed } from './text/audit.ts'
import { isReadable } from './text/Quote.ts'
import type { VerifiedEvidence } from './verifyEvidence.ts'

/** A page longer than this is shown up to here; what stands behind it can't be quoted, and can't be overlooked as silence. */
export const shownCharacters = 24_000

/**
 * Reasons over evidence that was verified. For an auto rule that is arithmetic. For free text a model is asked twice, for what
 * speaks for the event and for what speaks against it; its replies join the evidence, and the trace is built from them.
 */
export async function auditor(
  { reading }: Pick<Engineering, 'reading'>,
  { spec, replies }: Pick<Compiled, 'spec' | 'replies'>,
  evidence: VerifiedEvidence,
  time: Time = {},
): Promise<Audited & { readonly evidence: Evidence.EvidenceBundle }> {
  if (spec.market.resolution_rules.predicate !== null) return { ...auditRule(spec, evidence), evidence }
  if (reading === undefined)
    throw new SOPExecutionError('auditor', 'NO_MODEL', { reason: 'there is no model.' })
  const data = {
    question: displayIn(spec),
    event: spec.market.event_definition,
    window: spec.data_requirements[0]?.window ?? null,
    evidence: evidence.items
      .filter((item) => isReadable(spec, item) && !isRecord(item))
      .map(({ evidence_id, content }) => ({ evidence_id, content: content.slice(0, shownCharacters) })),
  }
  const [claims, doubts] = await Promise.all([
    askModel(reading, 'auditor', reading.prompts.auditor, data, time),
    askModel(reading, 'auditor', reading.prompts.skeptic, data, time),
  ])
  const full = markUsed(spec, { ...evidence, items: [...evidence.items, ...replies, claims, doubts] })
  return { ...auditText(spec, full), evidence: full }
}
