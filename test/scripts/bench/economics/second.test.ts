import { expect } from 'chai'
import fc from 'fast-check'
import { Payout, Vote } from '../../../../protocol/index.ts'
import {
  type Ended,
  ether,
  type Group,
  type Paid,
  part,
  type Turn,
} from '../../../../scripts/bench/economics/ledger.ts'
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

const stood = { to: 'YES', cohort: 0, by: 'report' } as const
const market = { pool: 10_000n, appeals: [], turns: [stood], rulingCost: 0n } as const
const appeal = { isOwn: true, bond: 600n, against: 'NO', hadQuorum: true } as const

const votes: Readonly<Record<Group['said'], Vote.Vote | null>> = {
  YES: Vote.cast('YES'),
  NO: Vote.cast('NO'),
  INVALID: Vote.cast('INVALID'),
  silent: Vote.none('silent'),
  absent: Vote.none('omitted-unprobed'),
  excused: Vote.none('uncounted'),
  struck: Vote.none('struck'),
}

/** The same market by `Payout.preview`, which knows seats where the model knows groups and sides. */
function previewed({ pool, groups, outcome, ending, appeals, turns, rulingCost }: Ended): Paid {
  const seats = groups.flatMap((group) => Array.from({ length: group.count }, () => group))
  const { cohort, by } = turns.at(-1)!
  const turnedBy = by === 'ruling' ? 'ruling' : by === 'report' && cohort > 0 ? 'appeal' : null
  const payout = Payout.preview({
    ending: outcome === 'INVALID' && ending === 'default' ? 'INVALID-by-default' : outcome,
    pool,
    workers: seats.map(({ said, share, stake, cohort: own }) => ({
      vote: votes[said],
      answeredBefore: false,
      share,
      stake,
      cohort: own,
    })),
    appeals: appeals.map(({ bond, against, hadQuorum }) => ({ bond, against, hadQuorum })),
    decidedIn: cohort,
    turnedBy,
    rulingCost,
  })
  const paid = { own: 0n, honest: payout.arbiter, creator: payout.creator, treasury: payout.treasury }
  const payTo = (isOwn: boolean, amount: bigint) => (paid[isOwn ? 'own' : 'honest'] += amount)
  seats.forEach(({ isOwn }, i) => void payTo(isOwn, payout.workers[i]!))
  appeals.forEach(({ isOwn }, i) => void payTo(isOwn, payout.appellants[i]!))
  for (const { said, stake, isStruckByOwn } of seats)
    if (said === 'struck') payTo(isStruckByOwn === true, part(stake, 2_500))
  return paid
}

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
    const own = (changes: object, turn: Partial<Turn> = {}) =>
      second.settle({
        ...market,
        groups,
        outcome: 'YES',
        ending: 'vote',
        appeals: [{ ...appeal, ...changes }],
        turns: [
          { ...stood, to: 'NO' },
          { ...stood, cohort: 1, ...turn },
        ],
        rulingCost: 10n,
      }).own
    // With a reward of at most half of what the wrong lose.
    expect(own({})).to.equal(600n + 600n)
    expect(own({ bond: 5_000n })).to.equal(5_000n + 1_000n)
    expect(own({}, { cohort: 0 })).to.equal(600n)
    expect(own({ against: 'YES' }, { cohort: 0 })).to.equal(0n)
    expect(own({ against: 'YES', hadQuorum: false }, { cohort: 0 })).to.equal(600n)
    // A ruling earns the reward in place of the appeal; a strike earns none.
    expect(own({}, { by: 'ruling' })).to.equal(600n)
    expect(own({}, { by: 'strike' })).to.equal(600n)
  })

  it('rewards who turned the outcome out of what the cohorts until then lose', () => {
    const groups = [seat('YES'), seat('NO'), seat('NO', { cohort: 2, stake: 100_000n })]
    const appeals = [appeal, { ...appeal, against: 'YES' }] as const
    const turns = [
      { ...stood, to: 'NO' },
      { ...stood, cohort: 1 },
    ] as const
    const { own } = second.settle({ ...market, groups, outcome: 'YES', ending: 'vote', appeals, turns })
    // The first bond and half of 500; the second bond is lost.
    expect(own).to.equal(600n + 250n)
  })

  describe('who shares with whom', () => {
    const late = {
      ...market,
      groups: [seat('YES', { count: 10 }), seat('YES', { isOwn: true, cohort: 1, count: 30 })],
      outcome: 'YES',
      ending: 'vote',
      appeals: [{ ...appeal, against: 'YES' }],
    } as const

    it('leaves those who come late and agree with their own bond', () => {
      expect(second.settle(late)).to.deep.equal({
        own: 30_600n,
        honest: 10_000n + 9_700n,
        creator: 0n,
        treasury: 300n,
      })
    })

    it('gives them what their own cohort loses, struck stakes too', () => {
      const groups = [
        ...late.groups,
        seat('NO', { cohort: 1 }),
        seat('struck', { cohort: 1, stake: 4_000n }),
        seat('NO'),
      ]
      // 600 of the bond, 500 and 3,000 among thirty; the 500 of round 1 stay there.
      const { own, honest } = second.settle({ ...late, groups })
      expect(own).to.equal(30_000n + 30n * 136n)
      expect(honest).to.equal(10_000n + 10n * 1_020n + 500n + 1_000n + 500n)
    })

    it('gives the bond and the slashes of a cohort in which nobody agreed to all others', () => {
      const groups = [seat('YES'), seat('NO', { cohort: 1 })]
      expect(second.settle({ ...late, groups }).honest).to.equal(1_000n + 9_700n + 600n + 500n + 500n)
    })

    const turns = [
      { ...stood, to: 'NO' },
      { ...stood, cohort: 1 },
    ] as const

    it('gives the pool to those who were right in round 1, and what the wrong lose to all who brought the outcome', () => {
      const groups = [...late.groups, seat('NO', { count: 8 })]
      const { own, honest } = second.settle({ ...late, groups, appeals: [appeal], turns })
      // 4,000 of slashes less 600 for the appellant are shared by forty, 9,700 by ten.
      expect(own).to.equal(30_000n + 30n * 85n + 600n + 600n)
      expect(honest).to.equal(10_000n + 10n * 85n + 9_700n + 4_000n)
    })

    it('gives them the pool as well, where nobody was right in round 1', () => {
      const groups = [seat('NO', { count: 10 }), ...late.groups.slice(1)]
      const { own } = second.settle({ ...late, groups, appeals: [appeal], turns })
      expect(own).to.equal(30_000n + 30n * ((9_700n + 5_000n - 600n) / 30n) + 600n + 600n)
    })

    it('gives the part of the pool that an Invalid by vote pays to the doubters of round 1', () => {
      const groups = [
        seat('INVALID', { count: 2 }),
        seat('YES'),
        seat('INVALID', { isOwn: true, cohort: 1, count: 3 }),
      ]
      const doubted = [{ ...stood }, { ...stood, to: 'INVALID', cohort: 1 }] as const
      const ended = { ...late, groups, outcome: 'INVALID', appeals: [{ ...appeal, against: 'YES' }] } as const
      const { own, honest } = second.settle({ ...ended, turns: doubted })
      expect([own, honest]).to.deep.equal([3_000n + 600n, 3_000n + 2_000n])
    })

    it('counts all who were there when a strike or a ruling changed it', () => {
      for (const by of ['strike', 'ruling'] as const) {
        const changed = [stood, { ...stood, to: 'NO' }, { ...stood, cohort: 1, by }] as const
        // The bond of 600 is shared by forty, the pool by ten.
        expect(second.settle({ ...late, turns: changed }).honest).to.equal(10_000n + 10n * 15n + 9_700n)
      }
    })
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

  it('pays to the wei what the protocol previews, and so the contracts', () => {
    fc.assert(
      fc.property(endings, (ended) => {
        expect(second.settle(ended)).to.deep.equal(previewed(ended))
      }),
      { numRuns: budget(300, 10_000) },
    )
  })
})
