import { expect } from 'chai'
import { channelOf, topic } from '../../../../../adapters/rules/service/identity.ts'
import { subscribe } from '../../../../../adapters/rules/service/topics/subscribe.ts'
import { idOf, marketOf } from '../fakeGamma.ts'
import { describeWorlds, until } from '../world.ts'

describeWorlds('subscribe', (world) => {
  const some = (n: number) => Array.from({ length: n }, (_, i) => marketOf(i))

  it('listeners on the database hear every report, in order, each once, from where they left off', async () => {
    const { gamma, settle, store } = world()
    expect(channelOf(topic)).to.equal('polytraders_reports_observation')
    gamma.put(...some(3))
    const service = await world().start()
    await settle(service)
    const heard: [bigint, string][] = []
    const hear = (after: bigint) =>
      subscribe(store, { after }, (report, position) => void heard.push([position, report.report_id]))
    const first = await hear(0n)
    await until(async () => heard.length === 3)
    await first.stop()
    gamma.edit(idOf(0), { description: 'Resolves Yes if A.' })
    gamma.edit(idOf(1), { description: 'Resolves Yes if B.' })
    world().pass(301)
    await settle(service)
    const second = await hear(heard.at(-1)![0])
    await until(async () => heard.length === 5)
    gamma.edit(idOf(2), { description: 'Resolves Yes if C.' })
    world().pass(301)
    await settle(service)
    await until(async () => heard.length === 6)
    await second.stop()
    expect(heard.map(([position]) => position)).to.deep.equal([1n, 2n, 3n, 4n, 5n, 6n])
    expect(new Set(heard.map(([, id]) => id)).size).to.equal(6)
  })
})
