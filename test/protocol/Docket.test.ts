import { expect } from 'chai'
import fc from 'fast-check'
import { Bytes, Docket, Hash, Vote, Wire } from '../../protocol/index.ts'
import { replyOf } from '../helpers/round.ts'

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Hash.asRoot(Bytes.toHex(bytes)))
const int128 = fc.bigInt({ min: -(1n << 127n), max: (1n << 127n) - 1n })
const uint40 = fc.integer({ min: 0, max: 2 ** 40 - 1 })
const tier = fc.integer({ min: 0, max: 255 })
const check = fc.record({
  observedAt: uint40,
  value: int128,
  tier,
  result: fc.option(fc.constantFrom(...Vote.outcomes)),
  porRoot: hash,
})
const rule = fc.record({
  sourceId: hash,
  op: fc.integer({ min: 1, max: 5 }),
  target: int128,
  from: uint40,
  to: uint40,
  readyAt: uint40,
  maxTier: tier,
})

describe('Docket', () => {
  it('S0-19: each comparison at, above and below its target', () => {
    const table = [1, 2, 3, 4, 5].map((op) => [-1n, 0n, 1n].map((value) => Docket.holds(op, value, 0n)))
    expect(table).to.deep.equal([
      [false, true, true],
      [true, true, false],
      [false, false, true],
      [true, false, false],
      [false, true, false],
    ])
    expect(() => Docket.holds(0, 0n, 0n)).to.throw(Docket.UnknownOpError)
  })

  it('names why a check would not be counted', () => {
    const rule = {
      sourceId: Hash.ofText('s'),
      op: 1,
      target: 10n,
      from: 100,
      to: 200,
      readyAt: 200,
      maxTier: 2,
    }
    const check = { observedAt: 150, value: 10n, tier: 2, result: 'YES', porRoot: Bytes.zero32 } as const
    const fault = (change: object, vote: Vote.Outcome = 'YES') =>
      Docket.fault(rule, { ...check, ...change }, vote)
    expect(fault({})).to.equal(null)
    expect(fault({ observedAt: 100 })).to.equal(null)
    expect(fault({ observedAt: 200 })).to.equal(null)
    expect(fault({ observedAt: 99 })).to.equal('outside-window')
    expect(fault({ observedAt: 201 })).to.equal('outside-window')
    expect(fault({ tier: 3 })).to.equal('tier-too-low')
    expect(fault({ value: 9n })).to.equal('wrong-comparison')
    expect(fault({ value: 9n, result: 'NO' }, 'NO')).to.equal(null)
    expect(fault({ result: 'NO' }, 'NO')).to.equal('wrong-comparison')
    expect(fault({}, 'NO')).to.equal('vote-differs')
    expect(fault({ result: 'INVALID', observedAt: 0 }, 'INVALID')).to.equal(null)
  })

  it('property: a docket is read back from its bytes, part by part', () => {
    fc.assert(
      fc.property(rule, fc.array(check, { maxLength: 4 }), (given, checks) => {
        const bytes = Docket.pack({ rule: given, checks })
        expect(bytes.length).to.equal(Docket.ruleSize + checks.length * Docket.checkSize)
        const reader = new Bytes.Reader(bytes)
        expect(Docket.readRule(reader)).to.deep.equal(given)
        expect(checks.map(() => Docket.readCheck(reader))).to.deep.equal(checks)
        reader.end()
      }),
    )
  })

  it('SPEC §5: a rule’s fields stand at 0, 32, 33, 49, 54, 59 and 64 of its 65 bytes', () => {
    const given = { sourceId: Hash.ofText('s'), op: 2, target: 3n, from: 4, to: 5, readyAt: 6, maxTier: 7 }
    const bytes = Docket.packRule(given)
    expect(bytes.length).to.equal(65)
    expect([32, 48, 53, 58, 63, 64].map((at) => bytes[at])).to.deep.equal([2, 3, 4, 5, 6, 7])
  })

  it('tells a rule over many samples by a window that starts before the deadline', () => {
    const given = { ...fc.sample(rule, 1)[0]!, from: 100 }
    expect([99, 100, 101].map((deadline) => Docket.isOfMany(given, deadline))).to.deep.equal([
      false,
      false,
      true,
    ])
  })

  it('error: a comparison that does not exist is not read', () => {
    for (const op of [0, 6, 255]) {
      const bytes = Docket.packRule({ ...fc.sample(rule, 1)[0]!, op })
      expect(() => Docket.readRule(new Bytes.Reader(bytes)), `${op}`).to.throw(
        Docket.UnknownOpError,
        `${op} is not a comparison.`,
      )
    }
  })

  it('error: a value that no contract holds has no bytes', () => {
    expect(() => Docket.packCheck({ ...Docket.noCheck, value: 1n << 127n })).to.throw(Bytes.OutOfRangeError)
    expect(() => Docket.packCheck({ ...Docket.noCheck, observedAt: 2 ** 40 })).to.throw(Bytes.OutOfRangeError)
  })

  it('no check is all zeros', () => {
    expect(Docket.packCheck(Docket.noCheck)).to.deep.equal(new Uint8Array(Docket.checkSize))
  })

  it('checkHash is that of the packed docket check, zero for none', () => {
    expect(Docket.checkHash(null)).to.equal(Bytes.zero32)
    const check = Wire.docketCheck(replyOf('75000'))!
    expect(Docket.checkHash(check)).to.equal(Hash.ofBytes(Docket.packCheck(check)))
  })
})
