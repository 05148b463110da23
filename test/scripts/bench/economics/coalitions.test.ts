import { expect } from 'chai'
import { oddsNeeded } from '../../../../scripts/bench/economics/bets.ts'
import {
  bestAnswer,
  type Coalition,
  coalitionsOf,
  hedges,
  truthOf,
} from '../../../../scripts/bench/economics/coalitions.ts'
import { smallest } from '../../../../scripts/bench/economics/search.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { actions, describe as inWords, mixes } from '../../../../scripts/bench/economics/strategies.ts'
import { inEther } from '../../../../scripts/bench/economics/table.ts'
import { tableWorld } from '../../../../scripts/bench/economics/world.ts'
import { itInFull } from '../../../helpers/budget.ts'

const cap = (n: number): bigint => second.betCap(10n ** 18n, n)

/** How often it must be corrected, with a bet at the cap. */
const oddsFor = (n: number, { stands, truth, hedged }: Coalition): number =>
  oddsNeeded({ stands: stands.profit + cap(n), truth, corrected: hedged.profit })

describe('coalitions that have their way', () => {
  const three = coalitionsOf(second, 3, 'turn')

  it('are all of them, from the smallest on', () => {
    for (const goal of ['turn', 'block'] as const)
      for (const n of [3, 5, 10]) {
        const sizes = coalitionsOf(second, n, goal).map(({ stands }) => stands.seats.own)
        expect(Math.min(...sizes)).to.equal(smallest(second, tableWorld(second), n, goal)!.seats)
        expect(Math.max(...sizes)).to.equal(n)
      }
    const outcomes = new Set(three.map(({ stands }) => stands.outcome))
    expect(outcomes).to.deep.equal(new Set(['NO']))
  })

  it('earn the pool together by the truth', () => {
    expect(inEther(truthOf(second, tableWorld(second), 2, 1))).to.equal(0.6467)
    for (const { stands, truth } of three)
      expect(inEther(truth)).to.equal(stands.seats.own === 3 ? 0.97 : 0.6467)
  })

  it('lose less if they raise the appeal against themselves: its reward is theirs then', () => {
    const told = three.find(({ stands }) => inWords(stands.plan) === '2 lie')!
    const answers = [told.corrected, told.preempted, told.hedged]
    expect(answers.map(({ plan }) => inWords(plan))).to.deep.equal([
      '2 lie; appeal 1: 2 truth',
      '2 lie; appeal 1, raised by it: 2 truth',
      '2 lie; appeal 1, raised by it: 32 truth',
    ])
    // The reward is a quarter of an ether.
    expect(answers.map(({ profit }) => inEther(profit))).to.deep.equal([-0.4167, -0.1667, -0.0227])
  })

  it('are hardest to deter where they hold every seat, and some of those tell the truth', () => {
    const worst = three.toSorted((one, other) => oddsFor(3, other) - oddsFor(3, one))[0]!
    expect(inWords(worst.stands.plan)).to.equal('1 truth, 2 lie')
    expect(worst.hedged.profit < worst.truth).to.equal(true)
  })

  itInFull('are no worse with the moves, and the second appeal, that are left out', () => {
    for (const n of [3, 5]) {
      const kept = Math.max(...coalitionsOf(second, n, 'turn').map((one) => oddsFor(n, one)))
      const world = tableWorld(second)
      const watched = { ...world, watch: 'last-resort', reserve: { honest: n, own: 32 } } as const
      for (let own = 1; own <= n; own++)
        for (const mix of mixes(own, actions)) {
          const stands = bestAnswer(second, world, mix, n - own, [])
          if (stands.outcome !== 'NO') continue
          const hedged = bestAnswer(second, watched, mix, n - own, hedges)
          const truth = truthOf(second, world, own, n - own)
          expect(
            oddsFor(n, { stands, truth, corrected: hedged, preempted: hedged, hedged }),
            inWords(hedged.plan),
          ).to.be.at.most(kept)
        }
    }
  })
})
