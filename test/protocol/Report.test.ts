import { expect } from 'chai'
import fc from 'fast-check'
import { Address, Bytes, Docket, Hash, Report, Vote } from '../../protocol/index.ts'
import { address, check, hash, int128, outcome, score, tier, uint40, vote } from './arbitraries.ts'

const rule = fc.record({
  sourceId: hash,
  op: fc.integer({ min: 1, max: 5 }),
  target: int128,
  from: uint40,
  to: uint40,
  readyAt: uint40,
  maxTier: tier,
})
const record = fc.record({ vote, resQuality: score, srcQuality: score, analysisDepth: score })

const report: fc.Arbitrary<Report.Report> = fc.integer({ min: 0, max: 32 }).chain((n) =>
  fc.record({
    chainId: fc.nat(Number.MAX_SAFE_INTEGER),
    market: address,
    marketId: fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    round: fc.nat(0xffffffff),
    expiresAt: fc.nat(Number.MAX_SAFE_INTEGER),
    roundRoot: hash,
    leafCount: fc.nat(0xffffffff),
    outcome: fc.option(outcome),
    records: fc.array(record, { minLength: n, maxLength: n }),
    docket: fc.option(fc.record({ rule, checks: fc.array(check, { minLength: n, maxLength: n }) })),
  }),
)

describe('Report', () => {
  it('property: bytes and object are each other’s inverse', () => {
    fc.assert(
      fc.property(report, (value) => {
        const bytes = Report.encode(value)
        expect(Report.decode(bytes)).to.deep.equal(value)
        expect(bytes.length).to.equal(Report.size(value.records.length, value.docket !== null))
      }),
    )
  })

  it('property: any other bytes are an error or another report, never the same one', () => {
    fc.assert(
      fc.property(report, fc.nat(), fc.integer({ min: 1, max: 255 }), (value, at, mask) => {
        const bytes = Report.encode(value)
        const changed = bytes.slice()
        changed[at % bytes.length]! ^= mask
        let decoded: Report.Report
        try {
          decoded = Report.decode(changed)
        } catch (error) {
          expect(error).to.have.property('shortMessage')
          return
        }
        expect(Bytes.toHex(Report.encode(decoded))).to.equal(Bytes.toHex(changed))
        expect(decoded).to.not.deep.equal(value)
      }),
    )
  })

  it('C10: 32 workers with docket fit a CRE report', () => {
    expect(Report.size(32, true)).to.equal(2_065)
    expect(Report.size(32, true)).to.be.at.most(Report.maxSize)
    expect(Report.size(32, false)).to.equal(240)
  })

  const sample: Report.Report = {
    chainId: 31_337,
    market: Address.of('0x5fbdb2315678afecb367f032d93f642f64180aa3'),
    marketId: 1n,
    round: 1,
    expiresAt: 1_771_632_600,
    roundRoot: Hash.asRoot(Hash.ofText('root')),
    leafCount: 7,
    outcome: 'YES',
    records: [{ vote: Vote.cast('YES'), resQuality: 80, srcQuality: 70, analysisDepth: 60 }],
    docket: null,
  }

  it('error: trailing, missing and oversized bytes, other versions, bad codes and scores are named', () => {
    const bytes = Report.encode(sample)
    const decode = (change: (copy: Uint8Array) => Uint8Array) => () => Report.decode(change(bytes.slice()))
    const set = (at: number, value: number) =>
      decode((copy) => {
        copy[at] = value
        return copy
      })
    expect(decode((copy) => Bytes.concat(copy, Uint8Array.of(0)))).to.throw(Bytes.TruncatedError)
    expect(decode((copy) => copy.subarray(0, -1))).to.throw(Bytes.TruncatedError)
    expect(decode(() => new Uint8Array(4_892))).to.throw(Report.TooLargeError)
    expect(set(0, 3)).to.throw(Report.UnknownVersionError)
    expect(set(109, 4)).to.throw(Vote.UnknownCodeError)
    expect(set(112, 0)).to.throw(Vote.UnknownCodeError)
    expect(set(112, 1 | (1 << 2))).to.throw(Vote.UnknownCodeError)
    expect(set(112, 12 << 2)).to.throw(Vote.UnknownCodeError)
    expect(set(112, 39 << 2)).to.throw(Vote.UnknownCodeError)
    expect(set(112, 63 << 2)).to.throw(Report.ReservedReasonError)
    expect(set(112, 35 << 2)).to.throw(Report.ReservedReasonError)
    expect(set(113, 101)).to.throw(Report.ScoreOutOfRangeError)
    expect(set(73, 0xff)).to.not.throw()
    expect(set(65, 0xff)).to.throw(Bytes.OutOfRangeError)
    expect(set(1, 0xff)).to.throw(Bytes.OutOfRangeError)
  })

  it('A14: names the chain and the contract it is for, at 1 and 9', () => {
    const bytes = Report.encode(sample)
    expect(Bytes.toHex(bytes.slice(1, 9))).to.equal('0x0000000000007a69')
    expect(Bytes.toHex(bytes.slice(9, 29))).to.equal(sample.market)
    expect(Bytes.toHex(bytes.slice(29, 61))).to.equal(`0x${'1'.padStart(64, '0')}`)
    expect(Report.decode(bytes)).to.include({ chainId: 31_337, market: sample.market })
  })

  it('error: a report of the first edition is refused by name, with what to do', () => {
    const bytes = Report.encode(sample)
    bytes[0] = 1
    try {
      Report.decode(bytes)
      expect.fail('version 1 was read')
    } catch (error) {
      expect(error).to.be.instanceOf(Report.FirstEditionError)
      expect((error as Error).message).to.include('This is a report of the first edition (version 1).')
      expect((error as Error).message).to.include('request the round again')
    }
  })

  it('error: refuses what has no bytes', () => {
    expect(() => Report.encode({ ...sample, marketId: -1n })).to.throw(Bytes.OutOfRangeError)
    expect(() => Report.encode({ ...sample, market: '0x00' as never })).to.throw(Bytes.WrongLengthError)
    expect(() => Report.encode({ ...sample, roundRoot: '0x00' as never })).to.throw(Bytes.WrongLengthError)
    expect(() =>
      Report.encode({ ...sample, records: [{ ...sample.records[0]!, resQuality: 100.5 }] }),
    ).to.throw(Report.ScoreOutOfRangeError)
    const emptyDocket = { rule: fc.sample(rule, 1)[0]!, checks: [] }
    expect(() => Report.encode({ ...sample, docket: emptyDocket })).to.throw(Report.LengthMismatchError)
  })

  it('a docket with an unknown comparison is refused', () => {
    const bytes = Report.encode({
      ...sample,
      docket: { rule: fc.sample(rule, 1)[0]!, checks: [Docket.noCheck] },
    })
    const changed = bytes.slice()
    changed[112 + 4 + 32] = 6
    expect(() => Report.decode(changed)).to.throw(Docket.UnknownOpError)
  })
})
