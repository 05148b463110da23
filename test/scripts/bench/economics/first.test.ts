import { expect } from 'chai'
import fc from 'fast-check'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { ether, type Group } from '../../../../scripts/bench/economics/ledger.ts'
import { budget } from '../../../helpers/budget.ts'
import { endings } from './endings.ts'

const seat = (said: Group['said'], share: bigint, isOwn = false): Group => ({
  isOwn,
  cohort: 0,
  count: 1,
  said,
  stake: 100n,
  weight: Number(share),
  share,
  isStruckByOwn: true,
})

const plain = { appeals: [], turns: [{ to: 'YES', cohort: 0, by: 'report' }], rulingCost: 0n } as const

describe('the first edition', () => {
  it('weighs by composite and record', () => {
    expect(first.factorBps({ count: 0, correct: 0, sum: 0 })).to.equal(2_500)
    expect(first.factorBps({ count: 10, correct: 10, sum: 2_400 })).to.equal(7_750)
    // Even one who was wrong gained by it.
    expect(first.factorBps({ count: 1, correct: 0, sum: 0 })).to.equal(2_727)
    const agents = { composite: 6_150, factorBps: 2_500, isNew: true, isBacked: true }
    expect(first.weight(agents, 'YES')).to.equal(1_537)
  })

  it('pays as its contract did', () => {
    const groups = [seat('YES', 1_800n), seat('NO', 1_500n), seat('struck', 1n, true)]
    const market = { ...plain, groups, outcome: 'YES', ending: 'vote' } as const
    // 1,225 and 50 to the honest seats, a quarter of the struck stake to who struck it.
    expect(first.settle({ ...market, pool: 1_000n })).to.deep.equal({
      own: 25n,
      honest: 1_275n,
      creator: 0n,
      treasury: 0n,
    })
  })

  it('gives what nobody earned to the creator', () => {
    const market = { ...plain, outcome: 'INVALID', ending: 'vote' } as const
    const { creator } = first.settle({ ...market, pool: 1_000n, groups: [seat('struck', 1n)] })
    expect(creator).to.equal(1_075n)
  })

  it('returns a bond to an appeal whose own round changed the outcome, and to no other', () => {
    const appeal = { isOwn: true, bond: 600n, against: 'NO', hadQuorum: true } as const
    const turns = [
      { to: 'NO', cohort: 0, by: 'report' },
      { to: 'YES', cohort: 1, by: 'report' },
    ] as const
    const groups = [seat('YES', 1n), { ...seat('NO', 1n), stake: 4_000n }]
    const market = { ...plain, pool: 1_000n, groups, outcome: 'YES', ending: 'vote' } as const
    expect(first.settle({ ...market, appeals: [appeal], turns }).own).to.equal(1_200n)
    const struck = [turns[0], { ...turns[1], by: 'strike' }] as const
    expect(first.settle({ ...market, appeals: [appeal], turns: struck }).own).to.equal(0n)
  })

  it('seats who comes first, and so many newcomers', () => {
    const crowd = { own: 16, honest: 10, areOwnNew: true, areHonestNew: true }
    expect(first.seats({ ...crowd, isOwnFirst: true })).to.deep.equal({ own: 16, honest: 0 })
    expect(first.seats({ ...crowd, isOwnFirst: false })).to.deep.equal({ own: 6, honest: 10 })
    const veterans = { ...crowd, own: 40, areOwnNew: false, isOwnFirst: true }
    expect(first.seats(veterans)).to.deep.equal({ own: 32, honest: 0 })
    expect(first.seats({ ...veterans, own: 30 })).to.deep.equal({ own: 30, honest: 2 })
  })

  it('doubles stakes with each appeal, and bonds follow all stakes', () => {
    expect([0, 1, 2].map((k) => first.stake(ether, k))).to.deep.equal([ether / 2n, ether, 2n * ether])
    expect(first.bond(ether, { all: 20n * ether, first: 4n * ether }, 1)).to.equal((42n * ether) / 10n)
  })

  it('conserves money to the wei, however a market ends', () => {
    fc.assert(
      fc.property(endings, (ended) => void first.settle(ended)),
      { numRuns: budget(300, 10_000) },
    )
  })
})
