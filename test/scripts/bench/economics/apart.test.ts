import { expect } from 'chai'
import fc from 'fast-check'
import { secondApart } from '../../../../scripts/bench/economics/apart.ts'
import type { Ended, Group } from '../../../../scripts/bench/economics/ledger.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { budget } from '../../../helpers/budget.ts'
import { endings } from './endings.ts'

const seats = (isOwn: boolean, cohort: number, count: number): Group => ({
  isOwn,
  cohort,
  count,
  said: 'YES',
  stake: 1_000n,
  weight: 1,
  share: 1n,
})

describe('later seats apart', () => {
  const appeal = { isOwn: true, bond: 600n, against: 'YES', hadQuorum: true, changedTo: null } as const
  const late: Ended = {
    pool: 10_000n,
    groups: [seats(false, 0, 10), seats(true, 1, 30)],
    outcome: 'YES',
    ending: 'vote',
    appeals: [appeal],
    rulingCost: null,
  }

  it('leaves those who come late and agree with their own bond', () => {
    // By SPEC they share the pool with those who did the work.
    expect(second.settle(late).own - 30_600n).to.equal(30n * 257n - 600n)
    expect(secondApart.settle(late).own - 30_600n).to.equal(0n)
    expect(secondApart.settle(late).honest).to.equal(10_000n + 9_700n)
  })

  it('pays those who brought the outcome like those who had it from the start', () => {
    const turned: Ended = { ...late, appeals: [{ ...appeal, against: 'NO', changedTo: 'YES' }] }
    expect(secondApart.settle(turned)).to.deep.equal(second.settle(turned))
  })

  it('conserves money to the wei, however a market ends', () => {
    fc.assert(
      fc.property(endings, (ended) => void secondApart.settle(ended)),
      { numRuns: budget(300, 10_000) },
    )
  })
})
