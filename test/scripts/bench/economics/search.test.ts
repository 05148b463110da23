import { expect } from 'chai'
import type { Result } from '../../../../scripts/bench/economics/play.ts'
import {
  best,
  cheapest,
  climb,
  enumerable,
  enumerate,
  isBetter,
  isReached,
  roundOne,
  smallest,
  withAppeals,
} from '../../../../scripts/bench/economics/search.ts'
import { second } from '../../../../scripts/bench/economics/second.ts'
import { describe as inWords, sizeOf } from '../../../../scripts/bench/economics/strategies.ts'
import { worldOf } from '../../../../scripts/bench/economics/world.ts'

const world = worldOf(second)

describe('the search for what pays', () => {
  it('plays every plan', () => {
    let played = 0
    enumerate(second, world, { own: 4, honest: 6 }, roundOne, () => played++)
    expect(played).to.equal(330)
    played = 0
    enumerate(second, world, { own: 4, honest: 6 }, { ...roundOne, isFirst: [false, true] }, () => played++)
    expect(played).to.equal(660)
  })

  it('keeps the plan that reaches the goal, then the richer, the cheaper, the plainer', () => {
    const result = (changes: object) =>
      ({
        outcome: 'NO',
        profit: 0n,
        profitAsCreator: 0n,
        capital: 5n,
        plan: { mix: {} },
        ...changes,
      }) as Result
    const base = result({})
    expect(isBetter('turn', base, undefined)).to.equal(true)
    expect(isBetter('turn', base, result({ outcome: 'YES', profit: 10n ** 18n }))).to.equal(true)
    expect(isBetter('profit', base, result({ outcome: 'YES', profit: 10n ** 18n }))).to.equal(false)
    expect(isBetter('profit as creator', result({ profitAsCreator: 10n ** 18n }), base)).to.equal(true)
    // A few wei of dust are no difference.
    expect(isBetter('profit', result({ profit: 9n, capital: 6n }), base)).to.equal(false)
    expect(isBetter('turn', result({ capital: 4n }), base)).to.equal(true)
    expect(isBetter('turn', base, result({ plan: { mix: { lie: 1 } } }))).to.equal(true)
  })

  it('knows what was wanted', () => {
    const { profit, ...blocked } = best(second, world, { own: 5, honest: 5 }, 'block')
    expect(isReached('block', { ...blocked, profit })).to.equal(true)
    expect(isReached('turn', { ...blocked, profit })).to.equal(false)
    expect(isReached('profit', { ...blocked, profit: 1n })).to.equal(true)
    expect(isReached('profit as creator', { ...blocked, profit, profitAsCreator: 0n })).to.equal(false)
  })

  it('climbs to what enumeration finds, and to the same each time', () => {
    const climbed = (own: number, honest: number, goal: 'turn' | 'block' | 'profit') => {
      let found: Result | undefined
      climb(second, world, { own, honest }, goal, roundOne, (result) => {
        if (isBetter(goal, result, found)) found = result
      })
      return found!
    }
    for (const goal of ['turn', 'block', 'profit'] as const)
      for (const own of [2, 5, 6, 8]) {
        const enumerated = best(second, world, { own, honest: 10 - own }, goal)
        const found = climbed(own, 10 - own, goal)
        if (goal !== 'profit') expect(isReached(goal, found)).to.equal(isReached(goal, enumerated))
        // Before a goal is reached what comes nearer to it counts, not what pays.
        if (!isReached(goal, enumerated)) continue
        expect(Number(found.profit - enumerated.profit), `${goal} ${own}`).to.be.closeTo(0, 100)
      }
    const [one, other] = [climbed(18, 14, 'turn'), climbed(18, 14, 'turn')]
    expect(inWords(one.plan)).to.equal(inWords(other.plan))
  })

  it('finds the smallest coalition by halving as by counting', () => {
    const n = enumerable + 4
    const { seats } = smallest(second, world, n, 'turn')!
    expect(isReached('turn', best(second, world, { own: seats, honest: n - seats }, 'turn'))).to.equal(true)
    expect(
      isReached('turn', best(second, world, { own: seats - 1, honest: n - seats + 1 }, 'turn')),
    ).to.equal(false)
  })

  it('finds none where there is none', () => {
    const judged = { ...world, watch: 'last-resort', reserve: { honest: 3, own: 0 } } as const
    expect(smallest(second, judged, 3, 'turn')).to.equal(null)
  })

  it('finds the cheapest plan that survives appeals, and raises them itself only where that helps', () => {
    const watched = { ...world, watch: 'appeals', reserve: { honest: 10, own: 0 } } as const
    const plan = cheapest(second, watched, { own: 6, honest: 4 }, 'turn')!
    expect(inWords(plan.plan)).to.equal('6 lie; appeal 1: 14 lie; appeal 2: joins not')
    expect(plan.capital).to.equal(17n * 10n ** 18n)
    const judged = { ...watched, watch: 'last-resort' } as const
    expect(cheapest(second, judged, { own: 6, honest: 4 }, 'turn')).to.equal(null)
  })

  it('lets large coalitions join an appeal with all they have, or not at all', () => {
    const counts = (own: number) =>
      new Set(withAppeals({ ...world, reserve: { honest: 0, own } }).answers.map(({ mix }) => sizeOf(mix)))
    expect(counts(10)).to.deep.equal(new Set([0, 5, 10]))
    expect(counts(12)).to.deep.equal(new Set([0, 12]))
  })
})
