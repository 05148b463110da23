import { expect } from 'chai'
import { marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

describeWorlds('the health of the service', (world) => {
  it('S4-91, C117: health is green, amber and red as agreed; only red is 503', async () => {
    const { gamma, settle } = world()
    gamma.put(marketOf(1))
    const service = await world().start()
    const look = async () => {
      const reply = await fetch(`${service.url}/internal/health/resolutionruleparser`)
      return [reply.status, ((await reply.json()) as { status: string }).status]
    }
    expect(await look()).to.deep.equal([200, 'amber'])
    await settle(service)
    expect(await look()).to.deep.equal([200, 'green'])
    gamma.outage = { status: 500, body: '' }
    world().pass(301)
    await settle(service)
    expect(await look()).to.deep.equal([200, 'amber'])
    world().pass(601)
    await settle(service)
    expect(await look()).to.deep.equal([200, 'amber'])
    world().pass(301)
    expect(await look()).to.deep.equal([503, 'red'])
    gamma.outage = null
    world().pass(301)
    await settle(service)
    expect(await look()).to.deep.equal([200, 'green'])
    world().pass(3_601)
    expect(await look()).to.deep.equal([200, 'amber'])
    world().pass(3_601)
    expect(await look()).to.deep.equal([503, 'red'])
  })
})
