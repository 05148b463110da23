import { expect } from 'chai'
import { sampleParts } from '../../local/samples/proof.ts'
import { Bytes, Evidence, Hash, Instant, Json, Leaf, Schema } from '../../protocol/index.ts'

const [sample] = sampleParts().evidence.items as [Evidence.EvidenceItem]
const item = (
  kind: Evidence.ProofKind,
  used = true,
  tier = Evidence.tierOf[kind],
): Evidence.EvidenceItem => ({
  ...sample,
  used,
  provenance: { ...sample.provenance, kind, tier },
})

describe('Evidence', () => {
  it('C28: the kind of proof decides the tier, whatever is claimed', () => {
    expect(Evidence.kinds.map((kind) => Evidence.derivedTier(item(kind, true, 0)))).to.deep.equal([
      0, 1, 2, 2, 3,
    ])
  })

  it('C28: sums up the best tier of all items, and the worst of those used', () => {
    expect(Evidence.summarize([])).to.deep.equal({ best_tier: null, worst_used_tier: null })
    expect(Evidence.summarize([item('zktls', false)])).to.deep.equal({ best_tier: 0, worst_used_tier: null })
    const mixed = [item('zktls', false), item('signature'), item('log'), item('none', false)]
    expect(Evidence.summarize(mixed)).to.deep.equal({ best_tier: 0, worst_used_tier: 2 })
    const boasting = [item('none', true, 0)]
    expect(Evidence.summarize(boasting), 'a claim counts for nothing').to.deep.equal({
      best_tier: 3,
      worst_used_tier: 3,
    })
  })

  it('S2-73: a fact is as old as its sample, and without one as old as its retrieval', () => {
    const normalized = { observed_at: '2026-02-20T23:59:40Z', value: '1' }
    expect(Evidence.observedAt({ ...sample, normalized })).to.equal(Instant.parse(normalized.observed_at))
    const retrieval = { ...sample.retrieval, retrieved_at: '2026-02-21T00:10:00Z' }
    expect(Evidence.observedAt({ ...sample, normalized: null, retrieval })).to.equal(
      Instant.parse('2026-02-21T00:10:00Z'),
    )
  })

  it('is two leaves: a receipt that a contract reads, then the whole item', () => {
    const [receipt, whole] = Evidence.leaves(sample)
    expect(receipt).to.deep.equal(
      Leaf.receipt({
        used: true,
        sourceId: sample.source.source_id,
        observedAt: Evidence.observedAt(sample),
        tier: 3,
        responseHash: sample.retrieval.response_hash,
      }),
    )
    expect(Bytes.toText(whole)).to.equal(Json.canonical(sample))
  })

  it('the receipt holds the tier that is claimed, so that a false one can be challenged', () => {
    const [receipt] = Evidence.leaves(item('none', true, 0))
    expect(receipt).to.not.deep.equal(Evidence.leaves(item('none'))[0])
  })

  it('S2-92: content is what its receipt was made for, to the byte', () => {
    const content = '{"price": 75120.50}\n'
    const retrieval = { ...sample.retrieval, response_hash: Hash.ofText(content) }
    expect(Evidence.contentMatches({ ...sample, content, retrieval })).to.equal(true)
    for (const other of ['{"price":75120.5}', content.trim(), `${content}\n`, ''])
      expect(Evidence.contentMatches({ ...sample, content: other, retrieval }), other).to.equal(false)
  })

  it('error: an item keeps to its form', () => {
    const { retrieval, provenance } = sample
    for (const [path, change] of [
      ['/evidence_id', { evidence_id: 'a b' }],
      ['/retrieval/method', { retrieval: { ...retrieval, method: 'PUT' } }],
      ['/retrieval/status', { retrieval: { ...retrieval, status: 600 } }],
      ['/provenance/kind', { provenance: { ...provenance, kind: 'oath' } }],
      ['/provenance/confidence_bps', { provenance: { ...provenance, confidence_bps: 0.9 } }],
      ['/content', { content: 'x'.repeat(1_048_577) }],
      ['/normalized/value', { normalized: { observed_at: retrieval.retrieved_at, value: '1e3' } }],
      ['/used', { used: 1 }],
    ] as const)
      expect(() => Schema.read(Evidence.item, { ...sample, ...change }), path)
        .to.throw(Schema.MismatchError)
        .with.property('path', path)
  })
})
