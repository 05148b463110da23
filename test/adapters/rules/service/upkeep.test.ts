import { expect } from 'chai'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds, until } from './world.ts'

describeWorlds('upkeep', (world) => {
  it('S4-22 … S4-24, C108: stale data is said once beyond the threshold, and once more beyond the hard limit', async () => {
    const { gamma, settle, said } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    await settle(service)
    gamma.outage = { status: 502, body: '' }
    const levels: unknown[] = []
    for (let age = 0; age < 7_500; age += 100) {
      world().pass(100)
      await settle(service)
      const lines = said('STALE_DATA')
      if (lines.length > levels.length) levels.push([age + 100, lines.at(-1)!.level])
    }
    expect(levels).to.deep.equal([
      [700, 'warn'],
      [7_300, 'error'],
    ])
  })

  it('S4-92: finds all open markets by itself, page by page, and parses each without an error', async () => {
    const { gamma, settle, reports, lines } = world()
    gamma.put(...Array.from({ length: 230 }, (_, i) => marketOf(i)))
    const service = await world().start({ markets: { discoverEveryS: 3_600 } })
    await settle(service)
    await settle(service)
    expect(await reports()).to.have.length(230)
    expect(lines.filter((line) => line.level === 'error')).to.deep.equal([])
    expect(lines.find((line) => line.msg === 'open markets were listed')).to.include({ listed: 230 })
    gamma.put(marketOf(300))
    world().pass(3_601)
    await settle(service)
    await settle(service)
    expect((await reports()).at(-1)!.condition_id).to.equal(idOf(300))
  })

  it('S4-79: a process that dies while it lists open markets is followed by another within a minute', async () => {
    const { gamma, settle, store } = world()
    gamma.put(...Array.from({ length: 120 }, (_, i) => marketOf(i)))
    const listing = { markets: { conditionIds: [], discoverEveryS: 3_600 } }
    const first = await world().start(listing)
    const page = JSON.stringify([...gamma.markets.values()].slice(0, 100))
    gamma.fail({ kind: 'status', status: 200, body: page }, { kind: 'silence' })
    await first.engine.tick()
    const count = async () => (await store.query<{ n: bigint }>('select count(*) as n from markets'))[0]!.n
    await until(async () => gamma.calls.length === 2)
    expect(await count()).to.equal(100n)
    world().pass(61)
    const second = await world().start(listing)
    await settle(second)
    expect(await count()).to.equal(120n)
    // One that stops in the middle of it leaves it to others at once, and has nothing to complain of.
    gamma.put(marketOf(500))
    await first.stop()
    expect(world().said('open markets could not be listed')).to.deep.equal([])
    world().pass(1)
    await settle(second)
    expect(await count()).to.equal(121n)
  })
})
