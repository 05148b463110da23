import { expect } from 'chai'
import { health, readHealth } from '../../../../adapters/rules/service/health.ts'
import type { GammaState } from '../../../../adapters/rules/service/poll.ts'
import { marketOf } from './fakeGamma.ts'
import { makeStage, type Stage, start } from './stage.ts'
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

describe('readHealth', () => {
  let stage: Stage
  beforeEach(async () => {
    stage = await makeStage()
    await stage.lease(1)
    await stage.store.query('update markets set last_parsed_at = $1', [new Date(start)])
  })
  const readStore = async () => ({ value: true as const, reason: null })
  const up: GammaState = { okAt: start, downSince: null, failures: 0, notBefore: 0 }
  const read = (state: Partial<Parameters<typeof readHealth>[1]> = {}, service = stage.service) =>
    readHealth(service, {
      gamma: up,
      startedAt: start,
      heldBy: null,
      configured: 'allowed',
      readStore,
      ...state,
    })

  it('S4-91: is of the shape that it announces', async () => {
    const value = await read({ heldBy: 'the file is on' })
    expect(health.parse(value)).to.deep.equal(value)
    expect(value).to.deep.include({
      status: 'green',
      ready: true,
      killswitch_active: true,
      parameters: 'in_force',
      gamma: { ok: true, down_s: null },
      last_parse_s: 0,
    })
  })

  it('S4-91: turns amber after an hour without a parse, and red after two', async () => {
    const at = async (seconds: number) => {
      stage.clock = start + seconds * 1_000
      return (await read()).status
    }
    expect(await at(3_599)).to.equal('green')
    expect(await at(3_600)).to.equal('amber')
    expect(await at(7_200)).to.equal('amber')
    expect(await at(7_201)).to.equal('red')
  })

  it('S4-91: turns amber when Gamma is away, and red after a quarter of an hour', async () => {
    const down = (seconds: number) => read({ gamma: { ...up, downSince: start - seconds * 1_000 } })
    expect(await down(900)).to.deep.include({
      status: 'amber',
      ready: true,
      gamma: { ok: false, down_s: 900 },
    })
    expect(await down(901)).to.deep.include({ status: 'red', ready: false })
    expect(await read({ gamma: { ...up, okAt: null } })).to.deep.include({
      status: 'amber',
      gamma: { ok: false, down_s: null },
    })
  })

  it('S4-91: is red without a database, and still answers', async () => {
    const broken = { ...stage.store, query: () => Promise.reject(new Error('gone')) }
    expect(await read({}, { ...stage.service, store: broken })).to.deep.include({
      status: 'red',
      live: true,
      ready: false,
      store: { ok: false },
      markets: null,
      reports: null,
      sources: null,
      last_parse_s: null,
    })
  })

  it('AUDIT C3: is red while its database takes no writes, and says why', async () => {
    const full = async () => ({ value: null, reason: 'store: full' })
    expect(await read({ readStore: full })).to.deep.include({
      status: 'red',
      ready: false,
      reasons: ['store: full'],
      store: { ok: false },
    })
  })

  it('a service that stops is not ready, whatever its colour', async () => {
    stage.stop.abort()
    expect(await read()).to.include({ status: 'green', ready: false })
  })

  it('S4-21: says whether it goes by its own parameters', async () => {
    for (const [configured, said] of [
      ['allowed', 'in_force'],
      ['approved', 'in_force'],
      ['pending', 'pending'],
      ['rejected', 'rejected'],
    ] as const)
      expect((await read({ configured })).parameters, configured).to.equal(said)
  })
})
