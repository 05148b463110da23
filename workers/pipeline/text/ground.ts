import { type Evidence, Json, type Spec, type Trace, type Verification } from '../../../protocol/index.ts'
import { keywords } from '../../../reading/text/keywords.ts'
import { atStep, differingSteps } from '../differingSteps.ts'
import { displayIn } from '../questionIn.ts'
import { auditText } from './audit.ts'
import { checkQuote, ground, type Quote, type QuoteCheck } from './Quote.ts'

/**
 * Re-checks every quoted fact of a trace against the item it is from, and every check against the facts. A model's word is
 * trusted for nothing but where to look.
 */
export function groundText(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): Verification.Finding[] {
  const words = keywords(displayIn(spec))
  const findings: Verification.Finding[] = []
  for (const [j, step] of trace.steps.entries()) {
    if (step.type === 'extract') findings.push(...checkExtract(spec, evidence, step, j))
    else if (step.step_id.startsWith('check-') && /^\d+$/.test(step.step_id.slice(6))) {
      const extract = trace.steps.find((one) => one.step_id === `claim-${step.step_id.slice(6)}`)
      const claim = extract?.output as Quote | undefined
      const grounded = claim === undefined ? 'it checks no claim' : grounding(spec, evidence, claim)
      if (typeof grounded === 'string')
        findings.push(atStep(j, 'UNGROUNDED_STEP', `The check holds nothing: ${grounded}.`))
      else
        findings.push(
          ...compareChecks(checkQuote(spec, evidence, words, grounded), step.output as QuoteCheck, j),
        )
    }
  }
  // What is left out of a trace is seen only by making it again.
  return findings.length > 0 ? findings : differingSteps(auditText(spec, evidence).trace, trace)
}

function checkExtract(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  step: Trace.ReasoningStep,
  j: number,
): Verification.Finding[] {
  const claim = step.output as Quote
  const grounded = grounding(spec, evidence, claim)
  if (typeof grounded === 'string') {
    const code = grounded.includes('does not exist') ? 'UNKNOWN_EVIDENCE' : 'UNGROUNDED_STEP'
    return [atStep(j, code, `The claim is not borne out: ${grounded}.`)]
  }
  if (!step.inputs.evidence_ids.includes(claim.evidence_id)) {
    return [atStep(j, 'UNGROUNDED_STEP', 'The step quotes an item that it does not cite.')]
  }
  if (grounded.date !== claim.date) {
    return [
      atStep(
        j,
        'OUTSIDE_WINDOW',
        `The document is dated ${grounded.date ?? 'nowhere'}, not ${claim.date ?? 'nowhere'}.`,
      ),
    ]
  }
  return []
}

function grounding(spec: Spec.PromptSpec, evidence: Evidence.EvidenceBundle, claim: Quote): Quote | string {
  const isClaim = typeof claim === 'object' && claim !== null && typeof claim.quote === 'string'
  return isClaim ? ground(spec, evidence, claim) : 'it is no claim'
}

function compareChecks(expected: QuoteCheck, given: QuoteCheck, j: number): Verification.Finding[] {
  if (Json.canonical(expected) === Json.canonical(given)) return []
  if (
    expected.in_window !== given?.in_window ||
    Json.canonical(expected.dated) !== Json.canonical(given.dated)
  ) {
    const when = expected.dated === null ? 'undated' : `dated ${expected.dated.from}`
    const where = expected.in_window ? 'inside' : 'outside'
    return [
      atStep(
        j,
        'OUTSIDE_WINDOW',
        `The quoted document is ${when}, ${where} the window; the step says otherwise.`,
      ),
    ]
  }
  if (expected.tier_admitted !== given.tier_admitted)
    return [atStep(j, 'TIER_TOO_LOW', 'The tier of the source is ignored.')]
  return [atStep(j, 'UNGROUNDED_STEP', `The evidence gives ${Json.canonical(expected)}.`)]
}
