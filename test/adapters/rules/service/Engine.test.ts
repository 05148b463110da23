import { expect } from 'chai'
import { marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

describeWorlds('more markets than the queue holds', (world) => {
  it('S4-83: what is pushed beyond it is dropped and counted, and polled later all the same', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(...Array.from({ length: 350 }, (_, i) => marketOf(i)))
    const service = await world().start()
    const { accepted, dropped } = await service.engine.reparse({ trace: null })
    expect(accepted).to.equal(350)
    expect(dropped).to.equal(250)
    const text = await service.service.metrics.registry.metrics()
    expect(text).to.match(/resolutionruleparser_dropped_parses_total 250\n/)
    await settle(service)
    await settle(service)
    expect(await reports()).to.have.length(350)
  })
})
