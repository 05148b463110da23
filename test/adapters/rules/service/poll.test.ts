import { expect } from 'chai'
import type { Fault } from '../../../helpers/fakeApi.ts'
import { idOf, marketOf } from './fakeGamma.ts'
import { describeWorlds } from './world.ts'

const faults: Readonly<Record<string, Fault>> = {
  'status 500': { kind: 'status', status: 500 },
  'status 429': { kind: 'status', status: 429, headers: { 'retry-after': '120' } },
  'a page of HTML': { kind: 'garbage' },
  'a reset connection': { kind: 'reset' },
  'half a reply': { kind: 'truncated' },
  'a redirect': { kind: 'redirect', to: 'http://127.0.0.1:1/' },
  'an endless reply': { kind: 'endless' },
  'a bomb': { kind: 'gzip-bomb' },
  'what is no list': { kind: 'status', status: 200, body: '{"data":[]}' },
  'a list of nonsense': { kind: 'status', status: 200, body: '[null,1,"x",[[]],{"conditionId":7}]' },
}

describeWorlds('a Gamma that fails', (world) => {
  for (const [name, fault] of Object.entries(faults)) {
    it(`S4-87: ${name}: nothing is reported, nothing is lost, and the next poll finds it`, async () => {
      const { gamma, settle, reports } = world()
      gamma.put(marketOf(1))
      const service = await world().start()
      gamma.fail(fault)
      // A list without the market is followed by a second request, for closed ones.
      if (name === 'a list of nonsense') gamma.fail(fault)
      await service.engine.tick()
      await service.engine.idle()
      expect(await reports()).to.deep.equal([])
      const [row] = await world().store.query('select version, claimed_by from markets')
      expect(row).to.deep.equal({ version: 0, claimed_by: null })
      world().pass(301)
      await settle(service)
      expect(await reports()).to.have.length(1)
    })
  }

  it('S4-82: a Gamma that is silent is left after the timeout', async () => {
    const { gamma, settle, reports, lines } = world()
    gamma.put(marketOf(1))
    gamma.fail({ kind: 'silence' })
    const service = await world().start({ limits: { timeoutMs: 200 } })
    await service.engine.tick()
    await service.engine.idle()
    expect(lines.find((line) => line.msg === 'Gamma cannot be asked')).to.include({ result: 'timeout' })
    world().pass(301)
    await settle(service)
    expect(await reports()).to.have.length(1)
  })

  it('is not asked again before it allows it, and less and less often while it is down', async () => {
    const { gamma, settle } = world()
    gamma.put(...Array.from({ length: 30 }, (_, i) => marketOf(i)))
    const service = await world().start()
    gamma.outage = { status: 429, headers: { 'retry-after': '200' }, body: '' }
    await settle(service)
    const asked = gamma.calls.length
    expect(asked).to.be.at.most(10)
    world().pass(150)
    await settle(service)
    expect(gamma.calls.length).to.equal(asked)
    gamma.outage = { status: 500, body: '' }
    for (let i = 0; i < 60; i++) {
      world().pass(10)
      await settle(service)
    }
    expect(gamma.calls.length - asked).to.be.at.most(40)
  })

  it('S4-40: after a long outage every market is parsed again, and an edit made meanwhile is found', async () => {
    const { gamma, settle, reports } = world()
    gamma.put(...Array.from({ length: 25 }, (_, i) => marketOf(i)))
    const service = await world().start()
    await settle(service)
    gamma.outage = { status: 503, body: '' }
    for (let i = 0; i < 30; i++) {
      world().pass(60)
      await settle(service)
    }
    gamma.edit(idOf(3), { description: 'Resolves Yes if pigs fly.' })
    gamma.outage = null
    world().pass(301)
    await settle(service)
    world().pass(301)
    await settle(service)
    const told = await reports()
    expect(told).to.have.length(26)
    expect(told.at(-1)).to.include({ condition_id: idOf(3), change_detected: true })
    const [row] = await world().store.query('select count(*) as fresh from markets where stale_level = 0')
    expect(row).to.deep.equal({ fresh: 25n })
  })
})
