import { expect } from 'chai'
import { type Json, Trace } from '../../../protocol/index.ts'
import { atStep, differingSteps } from '../../../workers/pipeline/differingSteps.ts'

const traceOf = (...outputs: Json.Json[]): Trace.ReasoningTrace => ({
  schema_version: 'v1',
  trace_id: 'trace-1',
  steps: outputs.map((output, j) =>
    Trace.commit({
      step_id: `s${j}`,
      type: 'deduce',
      inputs: { evidence_ids: [], prior_step_ids: [] },
      action: 'x',
      output,
    }),
  ),
  policy: { determinism: 'deterministic', temperature: 0, seed: 42, max_tier: 3 },
  evidence_refs: [],
})

describe('differingSteps', () => {
  it('finds nothing in a trace that is the expected one', () => {
    expect(differingSteps(traceOf(1, 2), traceOf(1, 2))).to.deep.equal([])
  })

  it('S2-92: names the first step with another output only, and the output it ought to have', () => {
    expect(differingSteps(traceOf(1, { a: 2 }, 3), traceOf(1, 7, 8))).to.deep.equal([
      {
        code: 'LEAF_MISMATCH',
        tree: 'reasoning',
        leaf_index: 1,
        path: '/trace/steps/1',
        message: 'The evidence gives s1 another output: {"a":2}',
      },
    ])
  })

  it('S2-50: a step that is left out is named at the last one that is there', () => {
    const [finding] = differingSteps(traceOf(1, 2, 3), traceOf(1, 2))
    expect(finding).to.include({ leaf_index: 1, message: 'The step s2 is left out.' })
  })

  it('S2-50: a step that the evidence does not give is named where it stands', () => {
    const [finding] = differingSteps(traceOf(1), traceOf(1, 2))
    expect(finding).to.include({ leaf_index: 1, message: 'The evidence gives no such step.' })
  })

  it('cuts a long output, so that a finding keeps its size', () => {
    const [finding] = differingSteps(traceOf('x'.repeat(5_000)), traceOf('y'))
    expect(finding!.message).to.have.length('The evidence gives s0 another output: '.length + 400)
  })

  it('points at the leaf of its step', () => {
    expect(atStep(4, 'UNKNOWN_STEP', 'm')).to.include({ leaf_index: 4, path: '/trace/steps/4', message: 'm' })
  })
})
