import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Docket, Hash, Leaf, type Vote } from '../../../../protocol/index.ts'
import {
  contradictsAnswer,
  contradictsSample,
  demandedLeaf,
  type Reported,
} from '../../../../workers/sentinel/check/contradiction.ts'

const rule: Docket.Rule = {
  sourceId: Hash.ofText('coingecko:bitcoin:price_usd'),
  op: 1,
  target: 75n,
  from: 100,
  to: 200,
  readyAt: 200,
  maxTier: 3,
}
const check: Docket.Check = {
  observedAt: 140,
  value: 80n,
  tier: 2,
  result: 'YES',
  porRoot: Hash.asRoot(Hash.ofText('root')),
}
const place = { marketId: 7n, round: 2 }
const reported: Reported = { ...place, docket: { rule, checks: [check, Docket.noCheck] } }

describe('contradictsAnswer', () => {
  const receipt = (change: Partial<Leaf.Receipt> = {}) =>
    Leaf.receipt({
      used: true,
      sourceId: rule.sourceId,
      observedAt: 140,
      tier: 2,
      responseHash: Hash.ofText('reply'),
      ...change,
    })
  const ofReceipt = (change: Partial<Leaf.Receipt>, given = check) =>
    contradictsAnswer(receipt(change), 'evidence', given, reported)

  it('S2-102: used evidence must lie in the window, both ends included', () => {
    expect([100, 200].map((observedAt) => ofReceipt({ observedAt }))).to.deep.equal([null, null])
    for (const observedAt of [99, 201]) {
      expect(ofReceipt({ observedAt })).to.equal('Its evidence is from outside the window.')
      expect(ofReceipt({ observedAt, used: false }), 'unused evidence may').to.equal(null)
    }
  })

  it('C28: used evidence must be as well proven as the worker says', () => {
    expect(ofReceipt({ tier: 2 })).to.equal(null)
    expect(ofReceipt({ tier: 0 })).to.equal(null)
    expect(ofReceipt({ tier: 3 })).to.equal('Its evidence is of tier 3, but it claims tier 2.')
  })

  it('an INVALID rests on no sample, so no receipt contradicts it', () => {
    expect(ofReceipt({ observedAt: 1, tier: 3 }, { ...check, result: 'INVALID' })).to.equal(null)
  })

  it('S2-72: the proof’s own check must be the one of the answer, and of this round', () => {
    const own = (change: Partial<Leaf.OwnCheck>) =>
      contradictsAnswer(Leaf.ownCheck({ ...check, ...place, ...change }), 'reasoning', check, reported)
    expect(own({})).to.equal(null)
    expect(own({ value: 81n })).to.equal('Its own check is not the one it answered with.')
    for (const other of [{ round: 3 }, { marketId: 8n }]) {
      expect(own(other)).to.equal('Its proof is about another market or round.')
    }
  })

  it('S2-72: the proof’s own verdict must be the answer’s, and of this round', () => {
    const verdict = (change: Partial<Leaf.Verdict>) =>
      contradictsAnswer(
        Leaf.verdict({ ...place, outcome: 'YES', confidenceBps: 1, ...change }),
        'reasoning',
        check,
        reported,
      )
    expect(verdict({ confidenceBps: 9_999 })).to.equal(null)
    expect(verdict({ outcome: 'NO' })).to.equal('Its own verdict is not what it answered.')
    expect(verdict({ round: 1 })).to.equal('Its proof is about another market or round.')
  })

  it('says nothing of leaves that no contract can read, of leaves cut short, or of a manual rule', () => {
    const wrong = receipt({ observedAt: 1 })
    expect(contradictsAnswer(wrong, 'evidence', check, { ...reported, docket: null })).to.equal(null)
    expect(contradictsAnswer(wrong, 'reasoning', check, reported), 'a receipt elsewhere').to.equal(null)
    for (const tree of ['evidence', 'reasoning'] as const) {
      for (const leaf of [Leaf.absent, Bytes.fromText('{"a":1}'), wrong.slice(0, 71), new Uint8Array()]) {
        expect(contradictsAnswer(leaf, tree, check, reported)).to.equal(null)
      }
    }
  })
})

describe('demandedLeaf', () => {
  it('SPEC §2: the docket demands the rule’s leaf and each worker’s check, and no other', () => {
    expect(demandedLeaf(1, 2, reported)).to.deep.equal(Leaf.rule(rule))
    expect(demandedLeaf(3, 2, reported)).to.deep.equal(Leaf.check(check, { ...place, workerIndex: 0 }))
    expect(demandedLeaf(7, 2, reported), 'no check was counted').to.deep.equal(Leaf.absent)
    for (const index of [0, 2, 4, 5, 6, 8, 9, 10, 11]) expect(demandedLeaf(index, 2, reported)).to.equal(null)
  })

  it('a manual rule demands that there is neither rule nor check', () => {
    const manual = { ...reported, docket: null }
    expect(demandedLeaf(1, 2, manual)).to.deep.equal(Leaf.absent)
    expect(demandedLeaf(3, 2, manual)).to.deep.equal(Leaf.absent)
  })
})

describe('contradictsSample', () => {
  const at = (observedAt: number, value: bigint, result: Vote.Outcome = 'YES') =>
    contradictsSample(rule, { ...check, result }, { observedAt, value })

  it('SPEC §2: an earlier or equally early sample with another result contradicts; a later one does not', () => {
    expect([at(100, 74n), at(140, 74n)]).to.deep.equal([true, true])
    expect(at(141, 74n)).to.equal(false)
    expect(at(140, 75n), 'the same result').to.equal(false)
  })

  it('SPEC §2: any sample in the window contradicts an INVALID', () => {
    expect([at(200, 1n, 'INVALID'), at(200, 99n, 'INVALID')]).to.deep.equal([true, true])
  })

  it('SPEC §2: nothing from outside the window contradicts anything', () => {
    const outside = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 201, max: 1_000 }))
    const results = fc.constantFrom<Vote.Outcome>('YES', 'NO', 'INVALID')
    fc.assert(
      fc.property(outside, fc.bigInt(0n, 150n), results, (observedAt, value, result) => {
        expect(at(observedAt, value, result)).to.equal(false)
      }),
    )
  })
})
