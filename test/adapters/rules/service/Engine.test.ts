import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds, until } from './world.ts'

describeWorlds('two services on one database', (world) => {
  it('S4-81, S4-84: never emit twice, whoever polls, and tell one file once', async () => {
    const { gamma, settle, reports, folder } = world()
    const markets = Array.from({ length: 40 }, (_, i) => marketOf(i))
    gamma.put(...markets)
    const files = { files: [{ name: 'reports', path: 'reports.ndjson' }] }
    const both = [await world().start(files), await world().start(files)]
    await settle(...both)
    for (let round = 1; round <= 5; round++) {
      for (const i of [3, 7, 11])
        gamma.edit(idOf(i), { description: `Resolves Yes if event ${round} of ${i} happens.` })
      world().pass(301)
      await settle(...both)
    }
    const told = await reports()
    expect(told).to.have.length(40 + 5 * 3)
    expect(new Set(told.map((report) => report.idempotency_key)).size).to.equal(told.length)
    const lines = readFileSync(join(folder, 'reports.ndjson'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).report_id)).to.deep.equal(
      told.map((report) => report.report_id),
    )
    const emitted = await Promise.all(
      both.map(async ({ service }) => {
        const { values } = await service.metrics.emitted.get()
        return values.reduce((sum, { value }) => sum + value, 0)
      }),
    )
    expect(emitted[0]! + emitted[1]!).to.equal(told.length)
  })

  it('S4-79: a cold start takes up what is known and parses all that is active again', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(...Array.from({ length: 5 }, (_, i) => marketOf(i)))
    const first = await world().start()
    await settle(first)
    await first.stop()
    gamma.edit(idOf(2), { description: 'Resolves Yes if it was edited while nobody looked.' })
    const asked = gamma.calls.length
    // Long before the next poll would be due.
    world().pass(1)
    await settle(await world().start({ markets: { conditionIds: [] } }))
    expect(gamma.calls.length).to.be.greaterThan(asked)
    const told = await reports()
    expect(told).to.have.length(6)
    expect(told.at(-1)).to.include({ condition_id: idOf(2), change_detected: true })
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
