import { expect } from 'chai'
import { Instant, type Proof } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { finalize } from '../../../workers/pipeline/finalize.ts'
import { deadline, own, points, sources, taskOf, transportOf } from './helpers.ts'

let proof: Proof.Proof
before(async () => {
  const transport = transportOf({ [own]: points('80000') })
  proof = (await aap({ collectorId: 'agent-7', sources, transport }).resolve(taskOf())).proof!
})

const codeOf = (work: () => unknown): string => {
  try {
    work()
    return 'none'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('finalize', () => {
  it('S2-84: gives the payload with the verdict and all roots', () => {
    const { bundle } = proof
    expect(finalize(proof)).to.deep.equal({
      schema_version: 'v1',
      market_id: '1',
      round: 1,
      outcome: 'YES',
      confidence_bps: bundle.verdict.confidence_bps,
      resolution_time: Instant.format(deadline),
      evidence_root: bundle.evidence_root,
      reasoning_root: bundle.reasoning_root,
      por_root: bundle.por_root,
    })
  })

  it('S2-107: refuses a yes or no from evidence that was collected before the deadline, to the second', () => {
    const collected = (at: number) => ({
      ...proof,
      evidence: { ...proof.evidence, collection_time: Instant.format(at) },
    })
    expect(codeOf(() => finalize(collected(deadline)))).to.equal('none')
    expect(codeOf(() => finalize(collected(deadline - 1)))).to.equal('BEFORE_DEADLINE')
  })

  it('S2-51: refuses a proof that does not hold', () => {
    const verdict = { ...proof.bundle.verdict, outcome: 'NO' as const }
    expect(codeOf(() => finalize({ ...proof, bundle: { ...proof.bundle, verdict } }))).to.equal(
      'REJECTED_PROOF',
    )
  })
})
