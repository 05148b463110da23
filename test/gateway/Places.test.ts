import { expect } from 'chai'
import fc from 'fast-check'
import { makePlaces } from '../../gateway/Places.ts'
import { virtualClock } from './virtualClock.ts'

const fastMs = 5_000

/** Asks of workers who take so long each, begun at once in this order: when each had its answer. */
async function simulate(
  asks: readonly { readonly who: number; readonly ms: number }[],
  { places, slow = 10_000 }: { places: number; slow?: number },
) {
  const clock = virtualClock(0)
  const all = makePlaces({ clock, places, slow, fastMs })
  let most = 0
  let inFlight = 0
  const done = asks.map(async ({ who, ms }) => {
    const hold = await all.take(who)
    most = Math.max(most, ++inFlight)
    await clock.sleep(ms, hold.signal)
    inFlight--
    hold.release()
    return { at: clock.now(), isCutOff: hold.signal.aborted }
  })
  return { ended: await clock.run(Promise.all(done)), most, all }
}

describe('makePlaces', () => {
  it('asks so many at once, in the order they came, and counts who waits', async () => {
    const { ended } = await simulate(
      [1, 2, 3, 4, 5].map((who) => ({ who, ms: 100 })),
      { places: 2 },
    )
    expect(ended.map(({ at }) => at)).to.deep.equal([100, 100, 200, 200, 300])
  })

  it('AUDIT C6: 48 silent workers do not hold an honest one up', async () => {
    const silent = Array.from({ length: 48 }, (_, i) => ({ who: i, ms: 60_000 }))
    const honest = { who: 99, ms: 50 }
    const roomy = await simulate([...silent, honest], { places: 256 })
    expect(roomy.ended.at(-1)!.at, 'with the usual places, not at all').to.equal(50)
    const narrow = await simulate([...silent, honest], { places: 16 })
    expect(narrow.ended.at(-1)!.at, 'with few, for three moments').to.equal(3 * fastMs + 50)
  })

  it('lets those pass who were fast, where others were slow before', async () => {
    const clock = virtualClock(0)
    const places = makePlaces({ clock, places: 1, slow: 10, fastMs })
    const order: number[] = []
    const ask = async (who: number, ms: number) => {
      const hold = await places.take(who)
      await clock.sleep(ms)
      order.push(who)
      hold.release()
    }
    await clock.run(ask(1, 6_000))
    order.length = 0
    await clock.run(Promise.all([ask(5, 10), ask(1, 10), ask(2, 10), ask(3, 10)]))
    expect(order).to.deep.equal([5, 2, 3, 1])
    order.length = 0
    await clock.run(Promise.all([ask(5, 10), ask(1, 10), ask(2, 10)]))
    expect(order, 'who answered in time is slow no longer').to.deep.equal([5, 1, 2])
  })

  it('waits for a bounded number of slow ones, and gives up the one it has waited for longest', async () => {
    const slow = Array.from({ length: 5 }, (_, i) => ({ who: i, ms: 60_000 }))
    const { ended } = await simulate(slow, { places: 1, slow: 2 })
    expect(ended.map(({ isCutOff }) => isCutOff)).to.deep.equal([true, true, true, false, false])
    expect(ended[0]!.at).to.equal(3 * fastMs)
  })

  it('a place that is given back twice is free once', async () => {
    const clock = virtualClock(0)
    const places = makePlaces({ clock, places: 1, slow: 2, fastMs })
    const hold = await places.take(1)
    hold.release()
    hold.release()
    await places.take(1)
    const third = places.take(2)
    expect(places.waiting).to.equal(1)
    await clock.run(third)
    expect(places.slow).to.equal(1)
  })

  it('property: nobody waits longer than those before it are fast, however slow they are', async () => {
    const ask = fc.record({ who: fc.nat(50), ms: fc.oneof(fc.nat(200), fc.constant(60_000)) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(ask, { maxLength: 60 }),
        fc.integer({ min: 1, max: 8 }),
        async (asks, places) => {
          const { ended } = await simulate(asks, { places })
          for (const [i, { ms }] of asks.entries()) {
            const longest = Math.floor(i / places) * fastMs
            expect(ended[i]!.at).to.be.at.most(longest + ms)
          }
        },
      ),
      { numRuns: 50 },
    )
  })
})
