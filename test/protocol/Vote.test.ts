import { expect } from 'chai'
import { Vote } from '../../protocol/index.ts'

describe('Vote', () => {
  it('S1-29: every byte is one vote or an error, and back', () => {
    let valid = 0
    for (let byte = 0; byte < 256; byte++) {
      try {
        expect(Vote.toByte(Vote.fromByte(byte))).to.equal(byte)
        valid++
      } catch (error) {
        expect(error).to.be.instanceOf(Vote.UnknownCodeError)
      }
    }
    expect(valid).to.equal(3 + Object.keys(Vote.reasons).length)
  })

  it('C20: codes are those of the chain', () => {
    expect([null, 'YES', 'NO', 'INVALID'].map((one) => Vote.code(one as Vote.Outcome))).to.deep.equal([
      0, 1, 2, 3,
    ])
  })

  it('only reasons below 32 are the worker’s fault', () => {
    expect(Vote.isFault('no-check')).to.equal(true)
    expect(Vote.isFault('omitted-unprobed')).to.equal(false)
    expect(Vote.isFault('struck')).to.equal(false)
  })

  it('absence is what 32, 33, 34, 36 and 38 say: neither a fault nor an excuse', () => {
    const reasons = Object.keys(Vote.reasons) as Vote.Reason[]
    expect(reasons.filter(Vote.isAbsence).map((reason) => Vote.reasons[reason])).to.deep.equal([
      32, 33, 34, 36, 38,
    ])
    expect(reasons.filter(Vote.isAbsence).some(Vote.isFault)).to.equal(false)
  })

  it('SPEC §5: a report may say that a doubt was refuted, a worker not ready, or its answer plain', () => {
    const codes = { 'doubt-refuted': 36, 'not-ready': 37, plain: 38 } as const
    for (const [reason, code] of Object.entries(codes)) {
      expect(Vote.reasons[reason as Vote.Reason]).to.equal(code)
      expect(Vote.isReserved(reason as Vote.Reason)).to.equal(false)
      expect(Vote.fromByte(code << 2)).to.deep.equal(Vote.none(reason as Vote.Reason))
    }
  })

  it('reads codes back, and no others', () => {
    expect([0, 1, 2, 3].map(Vote.fromCode)).to.deep.equal([null, ...Vote.outcomes])
    for (const code of [4, -1, 1.5])
      expect(() => Vote.fromCode(code)).to.throw(Vote.UnknownCodeError, `${code} is no code of a vote.`)
  })

  it('no report may give a reason that only the contract gives', () => {
    const reserved = (Object.keys(Vote.reasons) as Vote.Reason[]).filter(Vote.isReserved)
    expect(reserved).to.deep.equal(['uncounted', 'struck'])
    expect(reserved.some(Vote.isFault)).to.equal(false)
  })

  it('reasons fit the six bits that a record has for them, each its own', () => {
    const codes = Object.values(Vote.reasons)
    expect(new Set(codes).size).to.equal(codes.length)
    for (const code of codes) expect(code).to.be.within(1, 63)
  })

  it('error: a vote that counts has no reason not to', () => {
    expect(() => Vote.fromByte(1 | (Vote.reasons.late << 2))).to.throw('is no code of a vote with a reason.')
    expect(() => Vote.fromByte(0)).to.throw('0 is no code of a reason.')
  })
})
