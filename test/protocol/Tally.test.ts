import { expect } from 'chai'
import fc from 'fast-check'
import { Tally, Vote } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const ballot = (outcome: Vote.Outcome | null, weight: bigint): Tally.Ballot => ({
  vote: outcome === null ? Vote.none('silent') : Vote.cast(outcome),
  weight,
})

describe('Tally', () => {
  it('C22: quorum is two thirds of those who are asked, rounded up', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 10, 32].map(Tally.quorum)).to.deep.equal([1, 2, 2, 3, 4, 4, 5, 7, 22])
    expect(() => Tally.quorum(0)).to.throw(Tally.NoWorkersError)
    expect(Tally.retryQuorum(3, 3)).to.equal(3)
    expect(Tally.retryQuorum(9, 3)).to.equal(6)
  })

  it('S1-41: the heaviest side wins, not the larger one', () => {
    const tally = Tally.count([ballot('YES', 900n), ballot('NO', 300n), ballot('NO', 300n)])
    expect(tally).to.deep.include({ outcome: 'YES', yes: 900n, no: 600n, marginBps: 2_000 })
  })

  it('C21: a tie, a lead under the margin, and no weight at all are Invalid', () => {
    expect(Tally.decide({ yes: 500n, no: 500n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 5_499n, no: 4_501n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 5_500n, no: 4_500n, invalid: 0n })).to.equal('YES')
    expect(Tally.decide({ yes: 0n, no: 0n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 1n, no: 0n, invalid: 9n })).to.equal('INVALID')
  })

  it('tells an Invalid that leads from one for want of a lead', () => {
    expect(Tally.leader({ yes: 1n, no: 0n, invalid: 9n })).to.equal('INVALID')
    expect(Tally.leader({ yes: 5_499n, no: 4_501n, invalid: 0n })).to.equal(null)
    expect(Tally.leader(Tally.nothing)).to.equal(null)
    expect(Tally.count([ballot('INVALID', 9n)])).to.include({ outcome: 'INVALID', leader: 'INVALID' })
    expect(Tally.count([ballot('YES', 9n), ballot('NO', 9n)])).to.include({
      outcome: 'INVALID',
      leader: null,
    })
    const short = Tally.count([ballot('YES', 9n), ballot(null, 0n), ballot(null, 0n)])
    expect(short).to.include({ outcome: null, leader: null })
  })

  it('without quorum there is no outcome', () => {
    const silent = [ballot(null, 0n), ballot(null, 0n)]
    expect(Tally.count([ballot('YES', 9n), ...silent]).outcome).to.equal(null)
    expect(Tally.count([ballot('YES', 9n), ballot('YES', 9n), ballot(null, 0n)]).outcome).to.equal('YES')
  })

  it('an appeal’s weights are added to what stands', () => {
    const standing = { yes: 1_000n, no: 0n, invalid: 0n }
    expect(Tally.count([ballot('NO', 500n)], { standing }).outcome).to.equal('YES')
    expect(Tally.count([ballot('NO', 3_000n)], { standing }).outcome).to.equal('NO')
    const even = Tally.count([ballot('NO', 1_000n)], { standing })
    expect(even).to.include({ outcome: 'INVALID', leader: null })
  })

  it('property: the order of workers changes nothing', () => {
    const arbitrary = fc.array(
      fc.record({ outcome: fc.constantFrom('YES', 'NO', 'INVALID', null), weight: fc.bigInt(0n, 40_000n) }),
      { minLength: 1, maxLength: 32 },
    )
    fc.assert(
      fc.property(arbitrary, fc.nat(), (list, turn) => {
        const ballots = list.map(({ outcome, weight }) => ballot(outcome as Vote.Outcome | null, weight))
        const turned = ballots.map((_, i) => ballots[(i + turn) % ballots.length]!)
        expect(Tally.count(turned)).to.deep.equal(Tally.count(ballots))
      }),
    )
  })

  it('property: workers who could not change who leads, don’t, however they vote', () => {
    const weights = fc.tuple(fc.bigInt(0n, 9_000n), fc.bigInt(0n, 9_000n), fc.bigInt(0n, 9_000n))
    const omitted = fc.array(
      fc.record({ outcome: fc.constantFrom(...Vote.outcomes), weight: fc.bigInt(0n, 5_000n) }),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(weights, omitted, ([yes, no, invalid], left) => {
        const tally = Tally.count([ballot('YES', yes), ballot('NO', no), ballot('INVALID', invalid)])
        const most = left.reduce((sum, { weight }) => sum + weight, 0n)
        if (Tally.couldChange(tally, most, left.length)) return
        const totals = Tally.add(
          left.map(({ outcome, weight }) => ballot(outcome, weight)),
          tally,
        )
        expect(Tally.leader(totals)).to.equal(tally.leader)
      }),
      { numRuns: budget(300, 5_000) },
    )
  })

  it('without quorum, left-out workers matter when they could make one', () => {
    const short = Tally.count([ballot('YES', 1n), ballot(null, 0n), ballot(null, 0n)])
    expect(Tally.couldChange(short, 0n, 1)).to.equal(true)
    expect(Tally.couldChange(short, 0n, 0)).to.equal(false)
  })

  it('the lead is in basis points of all weight, rounded down', () => {
    expect(Tally.marginBps({ yes: 2n, no: 1n, invalid: 0n })).to.equal(3_333)
    expect(Tally.marginBps({ yes: 1n, no: 0n, invalid: 3n })).to.equal(5_000)
    expect(Tally.marginBps(Tally.nothing)).to.equal(0)
  })

  it('takes another margin and another quorum where they are given', () => {
    const close = [ballot('YES', 51n), ballot('NO', 49n), ballot(null, 0n)]
    expect(Tally.count(close).outcome).to.equal('INVALID')
    expect(Tally.count(close, { minMarginBps: 200 }).outcome).to.equal('YES')
    expect(Tally.count(close, { minMarginBps: 201 }).outcome).to.equal('INVALID')
    expect(Tally.count(close, { quorum: 3 })).to.include({ outcome: null, voted: 2, quorum: 3 })
    const tally = Tally.count(close, { minMarginBps: 200 })
    expect(Tally.couldChange(tally, 0n, 1, { minMarginBps: 200 })).to.equal(false)
    expect(Tally.couldChange(tally, 1n, 1, { minMarginBps: 200 })).to.equal(true)
  })

  it('a margin of nothing still needs weight', () => {
    expect(Tally.decide(Tally.nothing, 0)).to.equal('INVALID')
    expect(Tally.decide({ yes: 0n, no: 1n, invalid: 0n }, 0)).to.equal('NO')
  })

  it('adds no weight of a vote that does not count, and leaves what stands as it was', () => {
    const standing = { yes: 1n, no: 2n, invalid: 3n }
    expect(Tally.add([ballot(null, 9n), ballot('INVALID', 4n)], standing)).to.deep.equal({
      yes: 1n,
      no: 2n,
      invalid: 7n,
    })
    expect(standing.invalid).to.equal(3n)
  })
})

describe('the quorum of a round', () => {
  const [yes, silent] = [Vote.cast('YES'), Vote.none('silent')]
  const asked = { isAppealing: false, isRepeat: false, answeredBefore: 0 }
  const votes = (voted: number, n: number) => Array.from({ length: n }, (_, i) => (i < voted ? yes : silent))

  it('is two thirds of the seats in a first round, and where a void one is asked again', () => {
    expect(Tally.quorumOf(asked, votes(0, 10), 3)).to.equal(7)
    expect(Tally.quorumOf({ ...asked, answeredBefore: 0b11 }, votes(5, 10), 3)).to.equal(7)
  })

  it('counts in a repeat who answered in either of two rounds, and never fewer than a round needs', () => {
    const again = { ...asked, isRepeat: true, answeredBefore: 0b1100000000 }
    expect(Tally.quorumOf(again, votes(4, 10), 3)).to.equal(4)
    expect(Tally.quorumOf({ ...again, answeredBefore: 0 }, votes(5, 10), 3)).to.equal(4)
    expect(Tally.quorumOf({ ...again, answeredBefore: 2 ** 31 }, votes(0, 32), 3)).to.equal(3)
  })

  it('A1: is the same number of answers in every appeal, so that silent seats shield nothing', () => {
    const appeal = { ...asked, isAppealing: true }
    for (const n of [3, 10, 32]) expect(Tally.quorumOf(appeal, votes(1, n), 3)).to.equal(3)
  })
})
