import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

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
})
