import { expect } from 'chai'
import { oddsNeeded } from '../../../../scripts/bench/economics/bets.ts'
import type { Edition } from '../../../../scripts/bench/economics/edition.ts'
import { breakEvenBps, lateTake } from '../../../../scripts/bench/economics/facts.ts'
import { farmed } from '../../../../scripts/bench/economics/farm.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import type { Result } from '../../../../scripts/bench/economics/play.ts'
import { enumerate, roundOne, smallest, withAppeals } from '../../../../scripts/bench/economics/search.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { answersOf, describe as inWords } from '../../../../scripts/bench/economics/strategies.ts'
import { lineOf, stakesWithBet, tableWorld, truthOf } from '../../../../scripts/bench/economics/table.ts'
import { type World, worldOf } from '../../../../scripts/bench/economics/world.ts'
import { budget, casesOf } from '../../../helpers/budget.ts'

/** What SPEC says of the second edition, asked of every plan that the model can play. */

const sizes = [3, 5, 10, 32]

function seatsOf(goal: 'turn' | 'block', change: (world: World) => World = (world) => world): number[] {
  return sizes.map((n) => smallest(second, change(tableWorld(second)), n, goal)!.seats)
}

describe('coalitions against the second edition (SPEC §4)', () => {
  it('need 2, 3, 5, 15 of 3, 5, 10, 32 seats to block an outcome', () => {
    expect(seatsOf('block')).to.deep.equal([2, 3, 5, 15])
  })

  it('need 2, 3, 6, 18 of them to turn it', () => {
    expect(seatsOf('turn')).to.deep.equal([2, 3, 6, 18])
  })

  it('need as many with any record', () => {
    const veterans = (world: World): World => ({ ...world, own: farmed(second, world.own, 100) })
    expect(seatsOf('block', veterans)).to.deep.equal([2, 3, 5, 15])
    expect(seatsOf('turn', veterans)).to.deep.equal([2, 3, 6, 18])
  })

  it('of four of ten block, with the best texts, where the others are below 2,593', () => {
    const blocking = (composite: number) => {
      const world = worldOf(second)
      const told = {
        ...world,
        honest: { ...world.honest, composite },
        own: { ...world.own, composite: 10_000 },
      }
      return smallest(second, told, 10, 'block')!.seats
    }
    expect([blocking(2_592), blocking(2_593)]).to.deep.equal([4, 5])
  })

  it('have a worker break even at 28 % errors among ten, at 10.8 % among 32', () => {
    expect(breakEvenBps(second, 10)).to.equal(2_795)
    expect(breakEvenBps(second, 32)).to.equal(1_081)
  })
})

describe('four of ten seats, with honest answers of 2,600 and more that are backed', () => {
  /** Every way to hold at most four seats, in round 1 or in appeals, of any score and record. */
  function* plans(): Generator<{ world: World; result: Result; own: number }> {
    const scores = [0, 2_600, 10_000]
    const records = [2_500, 15_000]
    const watches = ['nobody', 'appeals', 'last-resort'] as const
    for (const composite of casesOf([2_600, 10_000], 1))
      for (const ownComposite of scores)
        for (const factorBps of records)
          for (const watch of watches)
            for (let own = 0; own <= 4; own++) {
              const base = worldOf(second, { watch, reserve: { honest: 0, own: 4 - own } })
              const world = {
                ...base,
                honest: { ...base.honest, composite },
                own: { ...base.own, composite: ownComposite, factorBps },
              }
              const counts = Array.from({ length: 4 - own }, (_, i) => i + 1)
              const appealing = { ...withAppeals(world), answers: answersOf(4 - own, counts) }
              const results: Result[] = []
              for (const space of [roundOne, appealing])
                enumerate(second, world, { own, honest: 10 - own }, space, (result) => results.push(result))
              for (const result of results) {
                const late = result.plan.answers.reduce((sum, { count }) => sum + count, 0)
                if (own + late <= 4) yield { world, result, own: own + late }
              }
            }
  }

  it('turn or block no outcome, nor do they earn more than by the truth', () => {
    let played = 0
    const truths = new Map<string, bigint>()
    for (const { world, result, own } of plans()) {
      played++
      const plan = inWords(result.plan)
      if (result.outcome !== 'YES') expect.fail(`${result.outcome} by ${plan}`)
      const key = `${world.honest.composite} ${world.own.composite} ${world.own.factorBps} ${own}`
      const truth = truths.get(key) ?? truthOf(second, world, own, 10 - own)
      truths.set(key, truth)
      if (result.profit > truth) expect.fail(`${result.profit} instead of ${truth} by ${plan}`)
    }
    expect(played).to.be.greaterThan(budget(10_000, 20_000))
  })

  it('turn it where honest answers have no backing: those have half a vote', () => {
    const world = worldOf(second)
    const unbacked = { ...world, honest: { ...world.honest, isBacked: false } }
    expect(smallest(second, unbacked, 10, 'turn')!.seats).to.equal(4)
    expect(smallest(second, unbacked, 10, 'block')!.seats).to.equal(3)
  })
})

describe('the default cap on bets (SPEC §3)', () => {
  /** The most that a plan earns whose first report is wrong, with a bet at the cap. */
  function most(edition: Edition, n: number, own: number): { profit: bigint; plan: string; truth: bigint } {
    const world = tableWorld(edition, { watch: 'last-resort', reserve: { honest: n, own } })
    const lost = edition.betCap(ether, n) / 100n
    let [profit, plan] = [-ether * 1_000n, '']
    enumerate(edition, world, { own, honest: n - own }, withAppeals(world), (result) => {
      if (result.reported !== 'NO') return
      expect(result.outcome).to.equal('YES')
      if (result.profit - lost > profit) [profit, plan] = [result.profit - lost, inWords(result.plan)]
    })
    return { profit, plan, truth: truthOf(edition, world, own, n - own) }
  }

  it('leaves a coalition that turned a report less than the truth, where people watch and an arbiter rules', () => {
    for (const [n, coalitions] of [
      [3, [2, 3]],
      [5, [3, 4, 5]],
      [10, casesOf([6, 7, 8, 9, 10], 1)],
    ] as const)
      for (const own of coalitions) {
        const { profit, plan, truth } = most(second, n, own)
        expect(profit < truth, `${own} of ${n}: ${profit} by ${plan}, ${truth} by the truth`).to.equal(true)
      }
  })

  it('does not make a wrong outcome unprofitable that nobody corrects: that pays without any bet', () => {
    const line = lineOf(second, 10, 'turn')
    expect(line.profit > line.truth).to.equal(true)
  })

  it('deters as soon as two of three wrong outcomes are corrected', () => {
    for (const n of [3, 5, 10])
      expect(oddsNeeded(stakesWithBet(lineOf(second, n, 'turn')))).to.be.below(6_667)
  })
})

describe('who comes late', () => {
  it('takes most of a small market by an appeal of his own that says the same, by SPEC’s sharing', () => {
    // Ten honest workers share 0.97: 32 others who only repeat the outcome leave them 0.37.
    const { outcome, profit } = lateTake(second, 10, 32)
    expect(outcome).to.equal('YES')
    expect(Number(profit) / 1e18).to.be.closeTo(0.596, 0.001)
  })
})
