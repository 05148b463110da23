import { type Evidence, Json, type Spec, type Trace, type Verification } from '../../../protocol/index.ts'
import { atStep, differingSteps } from '../differingSteps.ts'
import { auditText, type FactStep } from './audit.ts'

/**
 * Re-checks every fact of a trace against the page it is from, and all that follows: the trace is made again from the kept replies. A
 * model's word is trusted for nothing but where to look.
 */
export function groundText(
  spec: Spec.PromptSpec,
  evidence: Evidence.EvidenceBundle,
  trace: Trace.ReasoningTrace,
): Verification.Finding[] {
  const expected = auditText(spec, evidence).trace
  const findings = trace.steps.flatMap((step, j) => {
    if (step.type !== 'extract') return []
    const right = expected.steps.find(({ step_id }) => step_id === step.step_id)
    return right === undefined ? [unknownFact(j)] : compareFacts(right.output, step.output, j)
  })
  return findings.length > 0 ? findings : differingSteps(expected, trace)
}

const unknownFact = (j: number) => atStep(j, 'UNGROUNDED_STEP', 'No reply that is kept holds such a fact.')

/** Says what a fact was made into, where it is not what the page bears out. */
function compareFacts(expected: Json.Json, given: Json.Json, j: number): Verification.Finding[] {
  if (Json.canonical(expected) === Json.canonical(given)) return []
  const right = expected as unknown as FactStep
  const said = (given ?? {}) as unknown as Partial<FactStep>
  const isLost = right.codes.some((code) => timely.has(code) && !said.codes?.includes(code))
  if (isLost || right.dated !== said.dated) {
    const when = right.dated === null ? 'bears no date' : `is dated ${right.dated}`
    return [atStep(j, 'OUTSIDE_WINDOW', `The fact ${when}, with ${listOf(right)}; the step says otherwise.`)]
  }
  return [atStep(j, 'UNGROUNDED_STEP', `The page gives ${Json.canonical(expected).slice(0, 400)}.`)]
}

const timely: ReadonlySet<string> = new Set(['BEFORE_WINDOW', 'AFTER_WINDOW', 'STRADDLES', 'DATE_OTHER'])
const listOf = ({ codes }: FactStep): string => (codes.length === 0 ? 'nothing against it' : codes.join(', '))
