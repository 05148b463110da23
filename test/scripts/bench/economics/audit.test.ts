import { expect } from 'chai'
import { auditRows, type Situation, situations } from '../../../../scripts/bench/economics/audit.ts'
import type { Edition } from '../../../../scripts/bench/economics/edition.ts'
import { farmed } from '../../../../scripts/bench/economics/farm.ts'
import { first } from '../../../../scripts/bench/economics/first.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import { play, type Result } from '../../../../scripts/bench/economics/play.ts'
import {
  best,
  enumerate,
  roundOne,
  type Space,
  smallest,
  withAppeals,
} from '../../../../scripts/bench/economics/search.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords, sizeOf } from '../../../../scripts/bench/economics/strategies.ts'
import { type World, worldOf } from '../../../../scripts/bench/economics/world.ts'

/**
 * What attackers found in the first edition by hand (AUDIT A1–A5). The search is told the rules and the moves, not these attacks;
 * each is found as the best of all plans, or as one of those that reach the same.
 */
const eth = (amount: bigint): number => Math.round(Number(amount) / 1e12) / 1e6

const found = (edition: Edition, number: string): Result => {
  const situation = Object.keys(situations).find((name) => name.startsWith(number)) as Situation
  return situations[situation](edition)
}

function all(edition: Edition, world: World, seats: { own: number; honest: number }, space: Space): Result[] {
  const results: Result[] = []
  enumerate(edition, world, seats, space, (result) => results.push(result))
  return results
}

describe('A1: silent sybils shield a lie from every appeal', () => {
  const seats = { own: 5, honest: 3 }
  const worldBy = (edition: Edition) =>
    worldOf(edition, { watch: 'appeals', reserve: { honest: 10, own: 6 } })

  it('is found on the first edition, and something better', () => {
    const world = worldBy(first)
    const { outcome, plan, profit } = found(first, 'A1')
    expect(outcome).to.equal('NO')
    // As it was shown: 6.45 for silence in both. A lie in the second takes the stakes of those who came to correct it, too.
    const shown = all(first, world, seats, withAppeals(world)).find(
      (result) => inWords(result.plan) === '5 lie; appeal 1: 6 silent; appeal 2: 6 silent',
    )!
    expect([shown.outcome, eth(shown.profit)]).to.deep.equal(['NO', 6.45])
    expect(inWords(plan)).to.equal('5 lie; appeal 1: 6 silent; appeal 2: 6 lie')
    expect(eth(profit)).to.equal(16.45)
  })

  it('is not found on the second: no plan keeps the lie', () => {
    const world = worldBy(second)
    for (const result of all(second, world, seats, withAppeals(world)))
      expect(result.outcome, inWords(result.plan)).to.not.equal('NO')
    expect(inWords(found(second, 'A1').plan)).to.equal('5 truth')
  })
})

describe('A2: seats are filled before anybody else can join', () => {
  it('is found in the last appeal of the first edition, with nobody in round 1', () => {
    const { plan, outcome, profit } = found(first, 'A2, no seat')
    expect(inWords(plan)).to.equal('no seat; appeal 1, raised by it: 16 lie')
    expect([outcome, eth(profit)]).to.deep.equal(['NO', 3.5])
  })

  it('is found in the first of two appeals as well, where it pays more: the other is shielded', () => {
    const world = worldOf(first, { watch: 'appeals', reserve: { honest: 10, own: 16 } })
    const { plan, outcome, profit } = best(first, world, { own: 0, honest: 10 }, 'profit', withAppeals(world))
    expect(plan.answers[0]).to.deep.equal({ isRaised: true, mix: { lie: 16 } })
    expect([outcome, eth(profit)]).to.deep.equal(['NO', 17.9])
  })

  it('is found right after creation: sixteen newcomers take the whole pool', () => {
    const { plan, seats, profit } = found(first, 'A2, 16 agents')
    expect(plan.isFirst).to.equal(true)
    expect(seats).to.deep.equal({ own: 16, honest: 0 })
    expect(eth(profit)).to.equal(1)
  })

  it('is not found on the second: coming first gives nothing, and no such appeal turns the outcome', () => {
    const world = worldOf(second, { watch: 'appeals', reserve: { honest: 10, own: 16 } })
    for (const result of all(second, world, { own: 0, honest: 10 }, withAppeals(world)))
      expect(result.outcome, inWords(result.plan)).to.equal('YES')
    const early = best(second, world, { own: 6, honest: 10 }, 'profit', { ...roundOne, isFirst: [true] })
    const late = best(second, world, { own: 6, honest: 10 }, 'profit')
    expect([early.profit, early.seats]).to.deep.equal([late.profit, late.seats])
  })
})

describe('A3: a sample that came later strikes honest doubters', () => {
  const seats = { own: 0, honest: 10 }

  it('is found on the first edition: its creator puts in 1 and has 6, the honest nothing', () => {
    const { plan, profitAsCreator, paid } = found(first, 'A3')
    expect(plan.isStriking).to.equal(true)
    expect(eth(profitAsCreator)).to.equal(5)
    expect(paid.honest).to.equal(0n)
  })

  it('is not found on the second: nobody earns by it, and no stake is lost', () => {
    for (const result of all(second, worldOf(second, { isEarly: true }), seats, roundOne)) {
      expect(Number(result.profitAsCreator)).to.be.at.most(0)
      expect(result.paid.honest).to.be.at.least(5n * ether)
    }
  })
})

describe('A4: doubt forces an Invalid, pays, and costs nothing where it fails', () => {
  const doubting = (edition: Edition, doubt: number): Result => {
    const results: Result[] = []
    const joining = { own: { doubt }, honest: 10 - doubt }
    play(edition, worldOf(edition), joining, [], (result) => results.push(result))
    return results[0]!
  }

  it('is found on the first edition', () => {
    const { plan, profit } = found(first, 'A4')
    expect([inWords(plan), eth(profit)]).to.deep.equal(['5 doubt', 0.2])
    expect([doubting(first, 4).outcome, doubting(first, 4).profit]).to.deep.equal(['YES', 0n])
  })

  it('pays nothing on the second, and costs a tenth of the stakes where it fails', () => {
    const { plan, profit } = found(second, 'A4')
    expect([inWords(plan), profit]).to.deep.equal(['5 doubt', 0n])
    expect(eth(doubting(second, 4).profit)).to.equal(-0.2)
  })
})

describe('A5: records are made for nothing, and outvote newcomers', () => {
  const seatsWith = (edition: Edition, markets: number) =>
    [3, 5, 10].map((n) => {
      const world = worldOf(edition)
      return smallest(edition, { ...world, own: farmed(edition, world.own, markets) }, n, 'turn')!.seats
    })

  it('is found on the first edition: half of the seats do', () => {
    expect(seatsWith(first, 0)).to.deep.equal([2, 3, 6])
    expect(seatsWith(first, 10)).to.deep.equal([1, 2, 3])
    expect(sizeOf(found(first, 'A5').plan.mix)).to.equal(3)
  })

  it('is not found on the second: a record is no vote', () => {
    expect(seatsWith(second, 10)).to.deep.equal(seatsWith(second, 0))
  })
})

describe('what was found', () => {
  it('comes as rows that say the plan and what it brings', () => {
    const rows = auditRows(first)
    expect(rows.map(({ value }) => value)).to.deep.equal([16.45, 3.5, 1, 5, 0.2, 2.75])
    expect(rows[3]!.name).to.match(/^first edition: A3, .*: no seat; strikes doubters$/)
  })
})
