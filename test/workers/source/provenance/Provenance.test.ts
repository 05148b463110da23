import { expect } from 'chai'
import { BaseError, Evidence } from '../../../../protocol/index.ts'
import { type Verifiers, verifyProvenance } from '../../../../workers/source/provenance/Provenance.ts'
import { itemOf } from './items.ts'

const claimed = (kind: Evidence.ProofKind, tier: number = Evidence.tierOf[kind]) =>
  itemOf({ kind, tier, proof: { any: 'thing' }, confidence_bps: 1 })
const holding: Verifiers = { zktls: async () => null, signature: async () => null, log: async () => null }

describe('verifyProvenance', () => {
  it('S2-28 S2-30 S2-31: a proof that holds proves the tier of its kind', async () => {
    for (const kind of ['none', 'zktls', 'signature', 'log'] as const) {
      expect(await verifyProvenance(claimed(kind), holding)).to.deep.equal({
        tier: Evidence.tierOf[kind],
        finding: null,
      })
    }
  })

  it('C28: a claim that is not the proven tier is refused, better or worse, and what is proven is said', async () => {
    for (const tier of [0, 2, 3]) {
      expect(await verifyProvenance(claimed('signature', tier), holding)).to.deep.equal({
        tier: 1,
        finding: {
          code: 'TIER_MISMATCH',
          path: '/provenance',
          message: `Tier ${tier} is claimed, but tier 1 is proven.`,
        },
      })
    }
  })

  const messageOf = async (item: Evidence.EvidenceItem, verifiers: Verifiers) => {
    const { tier, finding } = await verifyProvenance(item, verifiers)
    expect(tier).to.equal(3)
    return finding!.message
  }

  it('C28: fails closed: no verifier, a verifier that says no, a verifier that breaks', async () => {
    expect(await messageOf(claimed('log'), {})).to.include('Nothing here can verify a proof of kind log')
    expect(await messageOf(claimed('log'), { log: async () => 'It is old.' })).to.equal(
      'The log proof does not hold: It is old.',
    )
    const breaks = (error: Error): Verifiers => ({ log: () => Promise.reject(error) })
    expect(await messageOf(claimed('log'), breaks(new Error('http://key@node/')))).to.equal(
      'The log proof does not hold: It could not be checked.',
    )
    expect(await messageOf(claimed('log'), breaks(new BaseError('The node is away.')))).to.include(
      'The node is away.',
    )
  })

  it('S2-27: a proof of another content proves nothing, and its verifier is not even asked', async () => {
    let asked = 0
    const verifiers: Verifiers = {
      log: async () => {
        asked++
        return null
      },
    }
    const item = { ...claimed('log'), content: 'something else' }
    expect(await messageOf(item, verifiers)).to.include('not what its receipt was made for')
    expect(asked).to.equal(0)
  })

  it('keeps a finding within its size', async () => {
    const message = await messageOf(claimed('log'), { log: async () => 'x'.repeat(5_000) })
    expect(message).to.have.length(1_024)
  })
})
