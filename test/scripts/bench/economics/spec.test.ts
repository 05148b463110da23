import { expect } from 'chai'
import { oddsForAll } from '../../../../scripts/bench/economics/bets.ts'
import { truthOf } from '../../../../scripts/bench/economics/coalitions.ts'
import type { Edition } from '../../../../scripts/bench/economics/edition.ts'
import { breakEvenBps, lateTake, outsiders } from '../../../../scripts/bench/economics/facts.ts'
import { farmed } from '../../../../scripts/bench/economics/farm.ts'
import { ether } from '../../../../scripts/bench/economics/ledger.ts'
import type { Result } from '../../../../scripts/bench/economics/play.ts'
import {
  best,
  enumerate,
  roundOne,
  smallest,
  withAppeals,
} from '../../../../scripts/bench/economics/search.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import {
  type Answer,
  actions,
  answersOf,
  dividedAppeals,
  describe as inWords,
  sizeOf,
} from '../../../../scripts/bench/economics/strategies.ts'
import {
  agentsOf,
  largestBetsBps,
  lineOf,
  stakesHedged,
  stakesWithBet,
} from '../../../../scripts/bench/economics/table.ts'
import { poolForAll } from '../../../../scripts/bench/economics/variants.ts'
import { tableWorld, type World, worldOf } from '../../../../scripts/bench/economics/world.ts'
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

describe('four agents and ten seats, with honest answers of 2,600 and more that are backed', () => {
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
                const late = result.plan.answers.reduce((sum, { mix }) => sum + sizeOf(mix), 0)
                if (own + late <= 4) yield { world, result, own }
              }
            }
  }

  it('turn or block no outcome, nor do they earn more than their seats of round 1 do by the truth', () => {
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

  it('turn it with four more, if those join an appeal and nobody else does', () => {
    const plan = outsiders(second, 10, 4, 0)!
    expect(agentsOf(plan)).to.equal(8)
    expect(inWords(plan.plan)).to.equal('4 lie; appeal 1, raised by it: 4 lie')
    expect(agentsOf(outsiders(second, 10, 4, 10)!)).to.equal(22)
  })

  it('gain nothing by any number more, where people appeal and an arbiter rules', () => {
    const moves = ['truth', 'lie', 'doubt'] as const
    const answers = answersOf(0, [4, 13, 18, 32], [...moves, 'recanting', 'retracting'])
    for (let own = 0; own <= 4; own++)
      for (const factorBps of casesOf([2_500, 15_000], 1)) {
        const base = tableWorld(second, { watch: 'last-resort', reserve: { honest: 10, own: 32 } })
        const world = { ...base, own: { ...base.own, factorBps } }
        const truth = truthOf(second, world, own, 10 - own)
        const space = { actions: moves, answers, isFirst: [false] }
        enumerate(second, world, { own, honest: 10 - own }, space, ({ outcome, profit, plan }) => {
          if (outcome !== 'YES') expect.fail(`${outcome} by ${inWords(plan)}`)
          if (profit > truth) expect.fail(`${profit} instead of ${truth} by ${inWords(plan)}`)
        })
      }
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
  function most(
    edition: Edition,
    n: number,
    own: number,
    answers?: readonly Answer[],
  ): { profit: bigint; plan: string; truth: bigint } {
    const world = tableWorld(edition, { watch: 'last-resort', reserve: { honest: n, own } })
    const space = withAppeals(world)
    const lost = edition.betCap(ether, n) / 100n
    let [profit, plan] = [-ether * 1_000n, '']
    const seats = { own, honest: n - own }
    enumerate(edition, world, seats, { ...space, answers: answers ?? space.answers }, (result) => {
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

  it('does so even if it fills the appeal against itself with the truth', () => {
    const answers = answersOf(0, [16, 32], ['truth', 'lie'])
    const isDeterred = (edition: Edition, n: number, own: number) => {
      const { profit, truth } = most(edition, n, own, answers)
      return profit < truth
    }
    for (const [n, coalitions] of [
      [3, [2, 3]],
      [5, [3, 4, 5]],
      [10, casesOf([6, 7, 8, 9, 10], 1)],
    ] as const)
      for (const own of coalitions) expect(isDeterred(second, n, own), `${own} of ${n}`).to.equal(true)
    // If the pool were for all who brought the outcome, it would not with three and five.
    expect([isDeterred(poolForAll, 3, 2), isDeterred(poolForAll, 5, 3)]).to.deep.equal([false, false])
  })

  it('does not make a wrong outcome unprofitable that nobody corrects: that pays without any bet', () => {
    const line = lineOf(second, 10, 'turn')
    expect(line.profit > line.truth).to.equal(true)
    expect(largestBetsBps(line, 4_400)).to.equal(null)
  })

  it('deters as soon as two of three wrong outcomes are corrected, and nine of ten that a hedging coalition of ten makes', () => {
    const lines = [3, 5, 10, 32].map((n) => lineOf(second, n, 'turn'))
    for (const line of lines) expect(oddsForAll(stakesWithBet(line)), `n = ${line.n}`).to.be.below(6_667)
    expect(lines.map((line) => oddsForAll(stakesHedged(line)))).to.deep.equal([9_609, 9_316, 8_866, 8_139])
  })
})

describe('who comes late', () => {
  it('takes nothing by an appeal of its own that says the same', () => {
    for (const n of sizes) {
      const { profit } = lateTake(second, n, 32, answersOf(32, [32], ['truth']))
      expect(profit, `n = ${n}`).to.equal(0n)
    }
  })

  it('takes nothing by turning the outcome and turning it back, even if nobody else joins', () => {
    for (const n of sizes) expect(lateTake(second, n, 32).profit, `n = ${n}`).to.equal(0n)
  })

  it('takes nothing by that with seats in round 1 either', () => {
    const answers = answersOf(0, [4, 7, 13, 32], ['truth', 'lie', 'doubt'])
    for (const n of casesOf([3, 5, 10], 2))
      for (let own = 0; own <= n; own++) {
        const world = tableWorld(second)
        const space = { actions: ['truth', 'lie', 'doubt'], answers, isFirst: [false] } as const
        const truth = truthOf(second, world, own, n - own)
        enumerate(second, world, { own, honest: n - own }, space, ({ outcome, profit, plan }) => {
          // But for dust, which is divided otherwise among other numbers.
          if (outcome === 'YES' && profit > truth + 100n)
            expect.fail(`${profit} by ${inWords(plan)}, not ${truth}`)
        })
      }
  })

  it('takes nothing by friends who strike each other in one appeal', () => {
    const once = { ...second, maxAppeals: 1 }
    for (const n of casesOf([3, 5, 10, 32], 2))
      expect(lateTake(once, n, 32, dividedAppeals(32)).profit, `n = ${n}`).to.equal(0n)
  })
})

describe('moves that are left out where appeals are played', () => {
  it('bring nothing more', () => {
    for (const [n, own] of casesOf(
      [
        [3, 2],
        [5, 3],
        [5, 4],
      ] as const,
      1,
    ))
      for (const watch of ['nobody', 'appeals', 'last-resort'] as const)
        for (const goal of ['turn', 'block', 'profit'] as const) {
          const world = tableWorld(second, { watch, reserve: { honest: n, own } })
          const plain = withAppeals(world)
          const seats = { own, honest: n - own }
          const [some, more] = [plain, { ...plain, actions }].map((space) =>
            best(second, world, seats, goal, space),
          )
          expect([inWords(more!.plan), more!.profit], `${goal}, ${own} of ${n}, ${watch}`).to.deep.equal([
            inWords(some!.plan),
            some!.profit,
          ])
        }
  })
})
