import { expect } from 'chai'
import fc from 'fast-check'
import { encodePacked } from 'viem'
import { Bytes, Docket, Hash, Json, Leaf } from '../../protocol/index.ts'

const position = { marketId: 7n, round: 2 }
const rule = { sourceId: Hash.ofText('s'), op: 3, target: -5n, from: 100, to: 200, readyAt: 250, maxTier: 2 }
const check = {
  observedAt: 150,
  value: -9n,
  tier: 1,
  result: 'NO',
  porRoot: Hash.asRoot(Hash.ofText('r')),
} as const
const place = ['uint256', 'uint32'] as const

describe('Leaf', () => {
  it('a rule is its kind and the docket’s own bytes', () => {
    expect(Leaf.rule(rule)).to.deep.equal(Bytes.concat(Uint8Array.of(1), Docket.packRule(rule)))
    expect(Leaf.rule(rule)).to.have.length(66)
  })

  it('a check is bound to market, round and worker', () => {
    const leaf = Leaf.check(check, { ...position, workerIndex: 3 })
    const types = ['uint8', 'uint40', 'int128', 'uint8', 'uint8', 'bytes32', ...place, 'uint16'] as const
    const packed = encodePacked(types, [2, 150, -9n, 1, 2, check.porRoot, 7n, 2, 3])
    expect(Bytes.toHex(leaf)).to.equal(packed)
  })

  it('a receipt is whether it is used, of what, when, how well proven, and of which reply', () => {
    const value = {
      used: true,
      sourceId: Hash.ofText('s'),
      observedAt: 9,
      tier: 3,
      responseHash: Hash.ofText('b'),
    }
    const types = ['uint8', 'uint8', 'bytes32', 'uint40', 'uint8', 'bytes32'] as const
    const packed = (used: number) => encodePacked(types, [3, used, value.sourceId, 9, 3, value.responseHash])
    expect(Bytes.toHex(Leaf.receipt(value))).to.equal(packed(1))
    expect(Bytes.toHex(Leaf.receipt({ ...value, used: false }))).to.equal(packed(0))
  })

  it('a verdict and a proof’s own check are bound to market and round', () => {
    const verdict = Leaf.verdict({ ...position, outcome: 'INVALID', confidenceBps: 9_800 })
    expect(Bytes.toHex(verdict)).to.equal(
      encodePacked(['uint8', 'uint8', 'uint16', ...place], [4, 3, 9_800, 7n, 2]),
    )
    const own = Leaf.ownCheck({ ...position, observedAt: 150, value: -9n, tier: 1, result: null })
    const types = ['uint8', 'uint40', 'int128', 'uint8', 'uint8', ...place] as const
    expect(Bytes.toHex(own)).to.equal(encodePacked(types, [5, 150, -9n, 1, 0, 7n, 2]))
  })

  it('what is missing is one byte, which no contract reads', () => {
    for (const leaf of [
      Leaf.rule(null),
      Leaf.check(null, { ...position, workerIndex: 0 }),
      Leaf.ownCheck(null),
    ])
      expect(leaf).to.deep.equal(Uint8Array.of(0))
    expect(Leaf.isPacked(Leaf.absent)).to.equal(false)
  })

  it('property: canonical JSON of an object is never taken for a packed leaf', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.integer()), (value) => {
        expect(Leaf.isPacked(Bytes.fromText(Json.canonical({ ...value })))).to.equal(false)
      }),
    )
  })

  it('knows each kind, and no byte beyond them', () => {
    const isKind = (byte: number) => Leaf.isPacked(Uint8Array.of(byte, 0))
    expect([0, 1, 2, 3, 4, 5, 6, 0x7b].map(isKind)).to.deep.equal([
      ...[false, true, true, true, true, true, false, false],
    ])
    expect(Leaf.isPacked(Uint8Array.of(1)), 'a kind of nothing').to.equal(false)
    expect(Leaf.isPacked(new Uint8Array(0))).to.equal(false)
  })

  it('error: what does not fit its bytes has none', () => {
    expect(() => Leaf.verdict({ ...position, outcome: 'YES', confidenceBps: 65_536 })).to.throw(
      Bytes.OutOfRangeError,
    )
    expect(() => Leaf.check(check, { ...position, workerIndex: -1 })).to.throw(Bytes.OutOfRangeError)
  })
})
