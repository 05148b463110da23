import { expect } from 'chai'
import fc from 'fast-check'
import { Sweep } from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'

const waiting = (...values: number[]): Sweep.Waiting[] =>
  values.map((value, i) => ({ marketId: BigInt(i + 1), value: BigInt(value) }))

/** Which markets wait at a tick, and with how much at stake. */
type World = {
  readonly count: (tick: number) => number
  readonly isWaiting: (id: number, tick: number) => boolean
  readonly stakeIn: (id: number) => bigint
}

/** What a sweep of this tick takes up, after reading what it reads. */
function swept({ count, isWaiting, stakeIn }: World, tick: number): number[] {
  const all = count(tick)
  const seen = Sweep.pages(all, tick).flatMap((first) =>
    Array.from({ length: Math.min(Sweep.pageSize, all - first + 1) }, (_, i) => first + i),
  )
  const found = seen.filter((id) => isWaiting(id, tick))
  return Sweep.pick(
    found.map((id) => ({ marketId: BigInt(id), value: stakeIn(id) })),
    all,
    tick,
  ).map(Number)
}

const reads = (world: World, tick: number, id: number): boolean =>
  Sweep.pages(world.count(tick), tick).some((first) => id >= first && id < first + Sweep.pageSize)

/** After how many sweeps a market is taken first; only it would be reported, all others are stuck. */
function sweepsUntilFirst(world: World, id: number, start: number, most: number): number {
  for (let i = 0; i < most; i++)
    if (reads(world, start + i, id) && swept(world, start + i)[0] === id) return i + 1
  return Number.POSITIVE_INFINITY
}

/** The same for every run of a case, unlike for each id and time. */
const mixed = (seed: number, a: number, b: number): number =>
  (Math.imul(Math.imul(seed ^ a, 0x9e3779b1) ^ b, 0x85ebca6b) >>> 8) % 100

const counts = fc.oneof(
  fc.integer({ min: 1, max: 10_000 }),
  fc.constantFrom(64, 65, 256, 257, 320, 321, 448, 576, 5_000, 10_000),
)
const start = fc.oneof(fc.nat(1_000), fc.integer({ min: 20_000_000, max: 40_000_000 }))

describe('the sweep', () => {
  it('takes the largest first every other time, and in between the others in turn', () => {
    const all = waiting(5, 50, 20)
    const picks = [0, 1, 2, 3, 4, 5, 8, 9].map((tick) => Sweep.pick(all, 3, tick).map(Number))
    expect(picks).to.deep.equal([
      [2, 1],
      [1, 2],
      [2, 1],
      [1, 2],
      [2, 3],
      [2, 3],
      [2, 3],
      [3, 2],
    ])
    expect(Sweep.pick([], 3, 7)).to.deep.equal([])
    expect(Sweep.pick(waiting(3), 1, 7)).to.deep.equal([1n])
  })

  it('takes the two largest of what it sees where nobody waits whose turn it is', () => {
    const newest = [9_990n, 9_991n, 9_992n].map((marketId) => ({ marketId, value: marketId }))
    expect(Sweep.pick(newest, 10_000, 1)).to.deep.equal([9_992n, 9_991n])
  })

  it('AUDIT C1, SPEC §7: nobody starves, whatever is stuck: all others wait for ever', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.nat(99), fc.nat(), start, (all, at, density, seed, first) => {
        const id = 1 + (at % all)
        const stuck = new Set<number>()
        for (let other = 1; other <= all; other++)
          if (other !== id && mixed(seed, other, 0) < density) stuck.add(other)
        const world: World = {
          count: () => all,
          isWaiting: (one) => one === id || stuck.has(one),
          stakeIn: (one) => (one === id ? 0n : BigInt(one)),
        }
        const from = id - ((id - 1) % 256)
        const beside = [...stuck].filter((one) => one >= from && one < from + 256).length
        const most = Sweep.steadyBound(all, beside + 1)
        expect(most).to.be.at.most(Sweep.bound(all))
        return sweepsUntilFirst(world, id, first, most) <= most
      }),
      { numRuns: budget(60, 1_500) },
    )
  })

  it('AUDIT C1: nor while others come and go and new markets are made, from any tick on', () => {
    fc.assert(
      fc.property(counts, fc.nat(), fc.nat(99), fc.nat(), start, (all, at, density, seed, first) => {
        const id = 1 + (at % all)
        // As many as fit before the next power of two of sections.
        const room = Sweep.bound(all) / 4 - all
        const world: World = {
          count: (tick) => all + (mixed(seed, tick, 1) % (Math.min(room, 99) + 1)),
          isWaiting: (one, tick) => one === id || mixed(seed, one, tick) < density,
          stakeIn: (one) => (one === id ? 0n : 1n),
        }
        const most = Sweep.bound(all)
        return sweepsUntilFirst(world, id, first, most) <= most
      }),
      { numRuns: budget(25, 500) },
    )
  })

  it('AUDIT C1: reaches all of 448, 576, 5,000 and 10,000 markets that were passed over before', () => {
    for (const all of [448, 576, 5_000, 10_000]) {
      const reached = new Set<number>()
      // One waits at a time, at places all over; whoever is taken first is done.
      for (let id = 1; id <= all; id += 37) {
        const world: World = { count: () => all, isWaiting: (one) => one === id, stakeIn: () => 1n }
        const most = Sweep.steadyBound(all, 1)
        if (sweepsUntilFirst(world, id, 29_384_701, most) <= most) reached.add(id)
      }
      expect(reached.size).to.equal(Math.ceil(all / 37))
    }
  })

  it('reads five pages at most, the newest always', () => {
    fc.assert(
      fc.property(counts, fc.nat(), (all, tick) => {
        const pages = Sweep.pages(all, tick)
        expect(pages.length).to.be.at.most(Sweep.maxPages)
        expect(new Set(pages).size).to.equal(pages.length)
        expect(pages.at(-1)! + Sweep.pageSize).to.be.greaterThan(all)
        for (const first of pages) expect(first).to.be.at.most(all)
      }),
    )
    expect(Sweep.pages(0, 3)).to.deep.equal([])
    expect(Sweep.pages(65, 3)).to.deep.equal([1, 65])
  })

  it('beside a named market it takes another one, and another for each neighbour', () => {
    const hundred = waiting(...Array(100).fill(1))
    const besides = Array.from({ length: 10 }, (_, i) => Number(Sweep.beside(hundred, BigInt(i + 1))))
    expect(new Set(besides).size).to.equal(10)
    for (const one of besides) expect(one).to.be.greaterThan(10)
    expect(Sweep.beside(waiting(1), 1n)).to.equal(null)
    expect(Sweep.beside([], 1n)).to.equal(null)
    expect(Sweep.beside(waiting(1), 7n), 'also where the named one does not wait').to.equal(1n)
  })

  it('a page in which all markets wait stays under 5,000 bytes', () => {
    const words = 3 + 2 + 2 * Sweep.pageSize
    expect(words * 32).to.be.at.most(5_000)
  })
})
