import { type Evidence, Instant, type Spec } from '../../protocol/index.ts'
import type { Engineering, Reading } from './promptEngineer.ts'
import { displayIn } from './questionIn.ts'
import { auditRule } from './rule/audit.ts'
import { SOPExecutionError, type Time } from './Stage.ts'
import type { Audited, Compiled } from './Subject.ts'
import { askModel } from './text/askModel.ts'
import { auditText, markUsed } from './text/audit.ts'
import { eventIn, partsOf } from './text/Event.ts'
import { pagesIn } from './text/pagesIn.ts'
import { readers } from './text/readers.ts'
import { callId } from './text/readings.ts'
import type { VerifiedEvidence } from './verifyEvidence.ts'

/**
 * Reasons over evidence that was verified. For an auto rule that is arithmetic. For free text two readers are asked for facts, all
 * calls at once; their replies join the evidence, and the trace is built from them.
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
  const said = await read(reading, spec, evidence, time)
  const full = markUsed(spec, { ...evidence, items: [...evidence.items, ...replies, ...said] })
  return { ...auditText(spec, full), evidence: full }
}

/** What both readers say of the pages, in the order of readers and calls. */
function read(
  { secondModel, ...reading }: Reading,
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  time: Time,
): Promise<Evidence.EvidenceItem[]> {
  const { parts } = pagesIn(spec, evidence)
  const asked = askedOf(spec)
  return Promise.all(
    readers.flatMap((reader) => {
      const model = reader === 'second-reader' ? (secondModel ?? reading.model) : reading.model
      return parts.map((pages, i) =>
        askModel(
          { ...reading, model },
          'auditor',
          reading.prompts[reader],
          { ...asked, pages },
          {
            ...time,
            id: callId(reader, i + 1),
          },
        ),
      )
    }),
  )
}

/** What readers are to look for: the market's own words, and what was made of them. */
function askedOf(spec: Spec.PromptSpec) {
  const { title, rules } = partsOf(displayIn(spec))
  const { window } = eventIn(spec).spec
  const dayOf = (at: number | null) => (at === null ? null : Instant.format(at).slice(0, 10))
  return {
    question: title,
    rules,
    window: { from: dayOf(window.from), to: dayOf(window.to) },
    also: [...eventIn(spec).synonyms],
  }
}
