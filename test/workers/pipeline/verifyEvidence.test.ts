import { expect } from 'chai'
import { type Evidence, Hash, type Proof } from '../../../protocol/index.ts'
import { aap } from '../../../workers/pipeline/aap.ts'
import { SOPExecutionError } from '../../../workers/pipeline/Stage.ts'
import * as Subject from '../../../workers/pipeline/Subject.ts'
import { sop } from '../../../workers/pipeline/sop.ts'
import { verifyEvidence } from '../../../workers/pipeline/verifyEvidence.ts'
import { deadline, own, points, sources, taskOf, transportOf } from './helpers.ts'

const context = { collectorId: 'agent-7', sources, transport: transportOf({ [own]: points('80000') }) }

async function honest(): Promise<Proof.Proof> {
  return (await aap(context).resolve(taskOf())).proof!
}

async function codesAfter(
  change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem[],
): Promise<string[]> {
  const { prompt_spec, evidence } = await honest()
  const { findings, ok } = await verifyEvidence(prompt_spec, {
    ...evidence,
    items: evidence.items.flatMap(change),
  })
  expect(ok).to.equal(findings.length === 0)
  return findings.map(({ code, leaf_index }) => `${code} ${leaf_index}`)
}

describe('verifyEvidence', () => {
  it('S2-77: honest evidence passes', async () => {
    expect(await codesAfter((item) => [item])).to.deep.equal([])
  })

  it('S2-111 C28: a tier that the proof does not give is rejected at the receipt', async () => {
    for (const tier of [0, 1, 2]) {
      const codes = await codesAfter((item) => [{ ...item, provenance: { ...item.provenance, tier } }])
      expect(codes).to.deep.equal(['TIER_MISMATCH 0'])
    }
  })

  it('S2-28 S2-29: a proof of a kind that nothing here can verify is not believed', async () => {
    for (const [kind, tier] of [
      ['zktls', 0],
      ['signature', 1],
      ['log', 2],
    ] as const) {
      const provenance = { kind, tier, proof: { made: 'up' }, confidence_bps: 10_000 }
      expect(await codesAfter((item) => [{ ...item, provenance }])).to.deep.equal(['TIER_MISMATCH 0'])
    }
  })

  it('S2-111: a collector that declares a wrong tier stops the whole procedure', async () => {
    const prove = () => ({ kind: 'none' as const, tier: 1, proof: null, confidence_bps: 10_000 })
    try {
      await sop({ ...context, prove }, Subject.ofTask(taskOf()))
      throw new Error('It went through.')
    } catch (error) {
      expect(error).to.be.instanceOf(SOPExecutionError)
      expect(error).to.include({ stage: 'verifyEvidence', code: 'REJECTED_EVIDENCE' })
    }
    const { reply } = await aap({ ...context, prove }).resolve(taskOf())
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
  })

  it('S2-102: a sample from outside the window is rejected', async () => {
    const at = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000', '')
    for (const seconds of [deadline - 1, deadline + 3_901]) {
      const codes = await codesAfter((item) => [
        { ...item, normalized: { observed_at: at(seconds), value: '80000' } },
      ])
      expect(codes).to.deep.equal(['OUTSIDE_WINDOW 0'])
    }
  })

  it('S2-27: content that is not what the receipt was made for is rejected', async () => {
    expect(await codesAfter((item) => [{ ...item, content: `${item.content} ` }])).to.deep.equal([
      'CONTENT_MISMATCH 1',
    ])
  })

  it('S2-40: items that nothing asked for, twice the same item, and samples of another source are rejected', async () => {
    expect(await codesAfter((item) => [item, item])).to.deep.equal(['DUPLICATE_ID 3'])
    const extra = await codesAfter((item) => [item, { ...item, evidence_id: 'e9', used: false }])
    expect(extra).to.deep.equal(['UNKNOWN_EVIDENCE 3'])
    const source_id = Hash.of(`0x${'ab'.repeat(32)}`)
    const other = await codesAfter((item) => [{ ...item, source: { ...item.source, source_id } }])
    expect(other).to.deep.equal(['UNKNOWN_EVIDENCE 0'])
  })

  it('a model’s words can not pass for evidence that a verdict rests on', async () => {
    const codes = await codesAfter((item) => [
      item,
      { ...item, evidence_id: 'reply-x', source: { ...item.source, provider: 'model' } },
    ])
    expect(codes).to.deep.equal(['UNKNOWN_EVIDENCE 3'])
  })
})
