import { Json, type Trace, type Verification } from '../../protocol/index.ts'

/** A finding about step j. */
export const atStep = (j: number, code: Verification.FindingCode, message: string): Verification.Finding => ({
  code,
  tree: 'reasoning',
  leaf_index: j,
  path: `/trace/steps/${j}`,
  message,
})

/** Where a trace is not the one that the evidence gives. */
export function differingSteps(
  expected: Trace.ReasoningTrace,
  actual: Trace.ReasoningTrace,
): Verification.Finding[] {
  const length = Math.max(expected.steps.length, actual.steps.length)
  for (let j = 0; j < length; j++) {
    const [right, given] = [expected.steps[j], actual.steps[j]]
    if (right?.hash_commitment === given?.hash_commitment) continue
    const message =
      right === undefined
        ? 'The evidence gives no such step.'
        : given === undefined
          ? `The step ${right.step_id} is left out.`
          : `The evidence gives ${right.step_id} another output: ${Json.canonical(right.output).slice(0, 400)}`
    return [atStep(Math.min(j, actual.steps.length - 1), 'LEAF_MISMATCH', message)]
  }
  const { steps: _, ...head } = expected
  const { steps: __, ...given } = actual
  if (Json.canonical(head) === Json.canonical(given)) return []
  return [
    atStep(actual.steps.length - 1, 'LEAF_MISMATCH', 'The trace was made under another policy or name.'),
  ]
}
