import { expect } from 'chai'
import fc from 'fast-check'
import { lateTake } from '../../../../scripts/bench/economics/facts.ts'
import type { Ended, Group } from '../../../../scripts/bench/economics/ledger.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { poolForAll, together } from '../../../../scripts/bench/economics/variants.ts'
import { budget } from '../../../helpers/budget.ts'
import { endings } from './endings.ts'

const seats = (isOwn: boolean, cohort: number, count: number, said: Group['said'] = 'YES'): Group => ({
  isOwn,
  cohort,
  count,
  said,
  stake: 1_000n,
  weight: 1,
  share: 1n,
})

describe('other rules of sharing', () => {
  const late: Ended = {
    pool: 10_000n,
    groups: [seats(false, 0, 10), seats(true, 1, 30)],
    outcome: 'YES',
    ending: 'vote',
    appeals: [{ isOwn: true, bond: 600n, against: 'YES', hadQuorum: true }],
    turns: [{ to: 'YES', cohort: 0, by: 'report' }],
    rulingCost: 0n,
  }

  it('would give most of the pool to those who come late and agree, if all shared together', () => {
    expect(together.settle(late).own - 30_600n).to.equal(30n * 257n - 600n)
    expect(inWords(lateTake(together, 10, 32).plan)).to.equal('no seat; appeal 1, raised by it: 32 truth')
  })

  it('would let them turn a small market and turn it back, if the pool were for all who brought the outcome', () => {
    const { plan, profit } = lateTake(poolForAll, 3, 32)
    expect(inWords(plan)).to.equal('no seat; appeal 1, raised by it: 4 lie; appeal 2, raised by it: 32 truth')
    expect(Number(profit) / 1e18).to.be.closeTo(0.7369, 1e-4)
    expect([5, 10].map((n) => lateTake(poolForAll, n, 32).profit > 0n)).to.deep.equal([true, false])
  })

  it('would then pay those who brought the outcome like those who had it from the start', () => {
    const turns = [
      { to: 'NO', cohort: 0, by: 'report' },
      { to: 'YES', cohort: 1, by: 'report' },
    ] as const
    const turned = { ...late, appeals: [{ ...late.appeals[0]!, against: 'NO' as const }], turns }
    expect(poolForAll.settle(turned).honest).to.equal(10_000n + 10n * 242n)
    expect(second.settle(turned).honest).to.equal(10_000n + 9_700n)
    const nobody = { ...turned, groups: turned.groups.slice(1) }
    expect(poolForAll.settle(nobody)).to.deep.equal(second.settle(nobody))
  })

  it('conserve money to the wei, however a market ends', () => {
    fc.assert(
      fc.property(endings, (ended) => {
        for (const edition of [together, poolForAll]) edition.settle(ended)
      }),
      { numRuns: budget(300, 10_000) },
    )
  })
})
