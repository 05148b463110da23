import { expect } from 'chai'
import { sampleParts } from '../../local/samples/proof.ts'
import { Bytes, Hash, Json, Merkle, Schema, Trace } from '../../protocol/index.ts'

const draft: Trace.StepDraft = {
  step_id: 'compare',
  type: 'deduce',
  inputs: { evidence_ids: ['e1'], prior_step_ids: [] },
  action: 'Compare the reading with the target.',
  output: { met: true },
}

describe('Trace', () => {
  it('S2-65: a step commits to the hash of its leaf, which is its canonical JSON', () => {
    const { hash_commitment, ...rest } = Trace.commit(draft)
    expect(rest).to.deep.equal(draft)
    expect(hash_commitment).to.equal(Hash.fromRaw(Merkle.leafHash(Bytes.fromText(Json.canonical(draft)))))
  })

  it('a commitment is no part of the leaf, so that committing twice changes nothing', () => {
    const once = Trace.commit(draft)
    expect(Trace.leaf(once)).to.deep.equal(Trace.leaf(draft))
    expect(Trace.commit({ ...once })).to.deep.equal(once)
  })

  it('S2-92: each field of a step changes its commitment', () => {
    const changes: Partial<Trace.StepDraft>[] = [
      {},
      { step_id: 'other' },
      { type: 'check' },
      { inputs: { evidence_ids: ['e2'], prior_step_ids: [] } },
      { inputs: { evidence_ids: [], prior_step_ids: ['e1'] } },
      { action: 'Compare.' },
      { output: null },
    ]
    const hashes = changes.map((change) => Trace.commit({ ...draft, ...change }).hash_commitment)
    expect(new Set(hashes).size).to.equal(changes.length)
  })

  it('error: a trace has steps, and a policy that can be followed again', () => {
    const { trace } = sampleParts()
    const { policy } = trace
    expect(Schema.read(Trace.schema, { ...trace, steps: trace.steps.slice(0, 1) }).steps).to.have.length(1)
    for (const [path, change] of [
      ['/steps', { steps: [] }],
      ['/steps/0/type', { steps: [{ ...trace.steps[0]!, type: 'guess' }] }],
      ['/steps/0/action', { steps: [{ ...trace.steps[0]!, action: '' }] }],
      ['/policy/temperature', { policy: { ...policy, temperature: 0.7 } }],
      ['/policy/seed', { policy: { ...policy, seed: 43 } }],
      ['/policy/determinism', { policy: { ...policy, determinism: 'none' } }],
      ['/policy/max_tier', { policy: { ...policy, max_tier: 4 } }],
    ] as const)
      expect(() => Schema.read(Trace.schema, { ...trace, ...change }), path)
        .to.throw(Schema.MismatchError)
        .with.property('path', path)
  })

  it('a summary lists what was assumed, and need not assume anything', () => {
    const report = { schema_version: 'v1', trace_id: 'trace-1', summary: 'It rained.', assumptions: [] }
    expect(Schema.read(Trace.logicReport, report)).to.deep.equal(report)
    expect(() => Schema.read(Trace.logicReport, { ...report, assumptions: Array(33).fill('x') })).to.throw(
      Schema.MismatchError,
      '/assumptions',
    )
    expect(() => Schema.read(Trace.logicReport, { ...report, summary: '' })).to.throw('/summary')
  })
})
