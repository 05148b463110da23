import { expect } from 'chai'
import fc from 'fast-check'
import { ether, type Group } from '../../../../scripts/bench/economics/ledger.ts'
import { second, turningSeats } from '../../../../scripts/bench/economics/second.ts'
import { budget } from '../../../helpers/budget.ts'
import { endings } from './endings.ts'

const seat = (said: Group['said'], changes: Partial<Group> = {}): Group => ({
  isOwn: false,
  cohort: 0,
  count: 1,
  said,
  stake: 1_000n,
  weight: 1,
  share: 1n,
  ...changes,
})

const market = { pool: 10_000n, appeals: [], rulingCost: null } as const
const appeal = { isOwn: true, bond: 600n, against: 'NO', hadQuorum: true, changedTo: 'YES' } as const

describe('the second edition', () => {
  it('gives every seat nearly one vote, half to an answer without backing', () => {
    const agents = { composite: 10_000, factorBps: 15_000, isNew: false, isBacked: true }
    expect(second.weight(agents, 'YES')).to.equal(40_000)
    expect(second.weight({ ...agents, composite: 0, factorBps: 2_500 }, 'NO')).to.equal(30_000)
    expect(second.weight({ ...agents, composite: 1, isBacked: false }, 'YES')).to.equal(15_000)
    expect(second.weight({ ...agents, isBacked: false }, 'INVALID')).to.equal(40_000)
    expect(second.share({ ...agents, composite: 0 })).to.equal(15_000n)
  })

  it('never raises a factor for failing', () => {
    expect(second.factorBps({ count: 0, correct: 0, sum: 0 })).to.equal(2_500)
    expect(second.factorBps({ count: 10, correct: 10, sum: 2_550 })).to.equal(7_625)
    const record = fc.record({
      count: fc.integer({ min: 1, max: 500 }),
      right: fc.nat(500),
      sum: fc.nat(300),
    })
    fc.assert(
      fc.property(record, ({ count, right, sum }) => {
        const correct = Math.min(right, count)
        const before = second.factorBps({ count, correct, sum: sum * correct })
        expect(second.factorBps({ count: count + 1, correct, sum: sum * correct })).to.be.at.most(before)
      }),
    )
  })

  it('pays a Yes by the table', () => {
    const groups = [
      seat('YES', { share: 3n }),
      seat('YES', { isOwn: true }),
      seat('NO'),
      seat('INVALID'),
      seat('silent'),
      seat('absent'),
      seat('excused'),
      seat('struck', { isStruckByOwn: true }),
    ]
    // Shared: 9,700 of the pool, 500 of the wrong one, 750 of the struck one.
    expect(second.settle({ ...market, groups, outcome: 'YES', ending: 'vote' })).to.deep.equal({
      own: 1_000n + 2_737n + 250n,
      honest: 1_000n + 8_212n + 500n + 900n + 500n + 900n + 1_000n,
      creator: 0n,
      // 300 of fee, 100 for doubt, 500 for silence, 100 for absence, 1 of dust.
      treasury: 1_001n,
    })
  })

  it('pays an Invalid by vote, and one by default, by the table', () => {
    const groups = [seat('INVALID', { isOwn: true }), seat('YES'), seat('silent'), seat('absent')]
    const ended = { ...market, groups, outcome: 'INVALID' } as const
    expect(second.settle({ ...ended, ending: 'vote' })).to.deep.equal({
      own: 3_000n,
      honest: 2_500n,
      creator: 8_000n,
      treasury: 500n,
    })
    expect(second.settle({ ...ended, ending: 'default' })).to.deep.equal({
      own: 1_000n,
      honest: 2_500n,
      creator: 10_000n,
      treasury: 500n,
    })
    expect(second.settle({ ...ended, ending: 'no-record' })).to.deep.equal({
      own: 1_000n,
      honest: 3_000n,
      creator: 10_000n,
      treasury: 0n,
    })
  })

  it('gives the pool back where nobody agreed, but nothing that was slashed', () => {
    const groups = [seat('NO'), seat('struck', { isStruckByOwn: true })]
    expect(second.settle({ ...market, groups, outcome: 'YES', ending: 'vote' })).to.deep.equal({
      own: 250n,
      honest: 500n,
      creator: 9_700n,
      treasury: 300n + 500n + 750n,
    })
  })

  it('returns a bond if what it was raised against fell, or its round had no quorum', () => {
    const groups = [seat('YES'), seat('NO', { stake: 4_000n })]
    const own = (changes: object, rulingCost: bigint | null = null) =>
      second.settle({
        ...market,
        groups,
        outcome: 'YES',
        ending: 'vote',
        appeals: [{ ...appeal, ...changes }],
        rulingCost,
      }).own
    // With a reward of at most half of what the wrong lose.
    expect(own({})).to.equal(600n + 600n)
    expect(own({ bond: 5_000n })).to.equal(5_000n + 1_000n)
    expect(own({ changedTo: null })).to.equal(600n)
    expect(own({ against: 'YES', changedTo: null })).to.equal(0n)
    expect(own({ against: 'YES', changedTo: null, hadQuorum: false })).to.equal(600n)
    // A ruling earns the reward in place of the appeal.
    expect(own({}, 10n)).to.equal(600n)
  })

  it('leaves all who joined in the lot, however many', () => {
    const crowd = { isOwnFirst: true, areOwnNew: true, areHonestNew: true }
    expect(second.seats({ ...crowd, own: 16, honest: 10 })).to.deep.equal({ own: 16, honest: 10 })
    expect(second.seats({ ...crowd, own: 32, honest: 32 })).to.deep.equal({ own: 16, honest: 16 })
    expect(second.seats({ ...crowd, own: 1, honest: 99 })).to.deep.equal({ own: 1, honest: 31 })
  })

  it('reckons bonds by round 1 alone, and covers bets by the slashes of a wrong outcome', () => {
    expect(second.bond(ether, { all: 100n * ether, first: 5n * ether }, 1)).to.equal((12n * ether) / 10n)
    expect([3, 5, 10, 32].map(turningSeats)).to.deep.equal([2, 3, 6, 18])
    expect(second.betCap(ether, 10)).to.equal((15n * ether) / 10n)
  })

  it('conserves money to the wei, however a market ends', () => {
    fc.assert(
      fc.property(endings, (ended) => void second.settle(ended)),
      { numRuns: budget(300, 10_000) },
    )
  })
})
