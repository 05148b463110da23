import { expect } from 'chai'
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
import { describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { type World, worldOf } from '../../../../scripts/bench/economics/world.ts'

/**
 * What attackers found in the first edition by hand (AUDIT A1–A5). The search is told the rules and the moves, not these attacks;
 * each is found as the best of all plans, or as one of those that reach the same.
 */
const eth = (amount: bigint): number => Math.round(Number(amount) / 1e12) / 1e6

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
    const found = best(first, world, seats, 'turn', withAppeals(world))
    expect(found.outcome).to.equal('NO')
    expect(found.plan.answers.some(({ action }) => action === 'silent')).to.equal(true)
    // As it was shown: 6.45 for silence in both. A lie in the second takes the stakes of those who came to correct it, too.
    const shown = all(first, world, seats, withAppeals(world)).find(
      ({ plan }) => inWords(plan) === '5 lie; appeal 1: 6 silent; appeal 2: 6 silent',
    )!
    expect([shown.outcome, eth(shown.profit)]).to.deep.equal(['NO', 6.45])
    expect(inWords(found.plan)).to.equal('5 lie; appeal 1: 6 silent; appeal 2: 6 lie')
    expect(eth(found.profit)).to.equal(16.45)
  })

  it('is not found on the second: no plan keeps the lie', () => {
    const world = worldBy(second)
    for (const result of all(second, world, seats, withAppeals(world)))
      expect(result.outcome, inWords(result.plan)).to.not.equal('NO')
  })
})

describe('A2: seats are filled before anybody else can join', () => {
  it('is found in the last appeal of the first edition, with nobody in round 1', () => {
    const world = worldOf(first, { watch: 'appeals', reserve: { honest: 10, own: 16 } })
    const last = { ...first, maxAppeals: 1 }
    const found = best(last, world, { own: 0, honest: 10 }, 'profit', withAppeals(world))
    expect(inWords(found.plan)).to.equal('no seat; appeal 1, raised by it: 16 lie')
    expect([found.outcome, eth(found.profit)]).to.deep.equal(['NO', 3.5])
  })

  it('is found in the first of two appeals as well, where it pays more: the other is shielded', () => {
    const world = worldOf(first, { watch: 'appeals', reserve: { honest: 10, own: 16 } })
    const found = best(first, world, { own: 0, honest: 10 }, 'profit', withAppeals(world))
    expect(found.plan.answers[0]).to.include({ isRaised: true, action: 'lie', count: 16 })
    expect([found.outcome, eth(found.profit)]).to.deep.equal(['NO', 17.9])
  })

  it('is found right after creation: sixteen newcomers take the whole pool', () => {
    const world = worldOf(first, { watch: 'appeals', reserve: { honest: 10, own: 0 } })
    const space = { ...withAppeals(world), isFirst: [false, true] }
    const found = best(first, world, { own: 16, honest: 10 }, 'profit', space)
    expect(found.plan.isFirst).to.equal(true)
    expect(found.seats).to.deep.equal({ own: 16, honest: 0 })
    expect(eth(found.profit)).to.equal(1)
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
    const found = best(first, worldOf(first, { isEarly: true }), seats, 'profit as creator')
    expect(found.plan.isStriking).to.equal(true)
    expect(eth(found.profitAsCreator)).to.equal(5)
    expect(found.paid.honest).to.equal(0n)
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
    let found: Result | undefined
    play(edition, worldOf(edition), { own: { doubt }, honest: 10 - doubt }, [], (result) => {
      found = result
    })
    return found!
  }

  it('is found on the first edition', () => {
    const { seats, result } = smallest(first, worldOf(first), 10, 'block')!
    expect(seats).to.equal(5)
    expect(inWords(result.plan)).to.equal('5 doubt')
    expect(eth(result.profit)).to.equal(0.2)
    expect([doubting(first, 4).outcome, doubting(first, 4).profit]).to.deep.equal(['YES', 0n])
  })

  it('pays nothing on the second, and costs a tenth of the stakes where it fails', () => {
    const { seats, result } = smallest(second, worldOf(second), 10, 'block')!
    expect([seats, result.profit]).to.deep.equal([5, 0n])
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
  })

  it('is not found on the second: a record is no vote', () => {
    expect(seatsWith(second, 10)).to.deep.equal(seatsWith(second, 0))
  })
})
