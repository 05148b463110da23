import { expect } from 'chai'
import type { Config } from '../../gateway/Config.ts'
import type { LocalPlace } from '../../local/deployLocal.ts'
import type { LocalChain } from '../../local/startChain.ts'
import { importWith } from '../helpers/importWith.ts'

type Module = typeof import('../../local/startLocalGateway.ts')

const chain = { url: 'http://127.0.0.1:1' } as LocalChain
const place = { chainId: 31_337, market: `0x${'11'.repeat(20)}` } as unknown as LocalPlace

describe('a gateway on loopback', () => {
  let events: string[]
  let configs: Config[]
  let failure: Error | null
  let module: Module
  before(async () => {
    module = await importWith<Module>('local/startLocalGateway.ts', {
      '../gateway/startGateway.ts': {
        startGateway: async (config: Config) => {
          configs.push(config)
          if (failure !== null) throw failure
          return { url: 'http://127.0.0.1:2', stop: async () => void events.push('stop') }
        },
      },
      './openStores.ts': {
        temporaryDatabase: async () => ({ path: 'database', remove: () => void events.push('remove') }),
      },
    })
  })
  beforeEach(() => {
    events = []
    configs = []
    failure = null
  })

  it('reads this chain’s market, from a port of its own, with a database of its own', async () => {
    const { url } = await module.startLocalGateway(chain, place)
    expect(url).to.equal('http://127.0.0.1:2')
    expect(configs[0]).to.deep.include({
      listen: { host: '127.0.0.1', port: 0 },
      chainId: 31_337,
      market: place.market,
      rpcUrl: chain.url,
      allowPrivate: true,
    })
    expect(configs[0]!.store).to.deep.include({ folder: 'database' })
    expect(configs[0]!.callers.rate).to.equal(null)
  })

  it('waits for workers far shorter than the protocol lets them think, unless told', async () => {
    await module.startLocalGateway(chain, place)
    expect(configs[0]!.deadlines).to.deep.include(module.shortDeadlines)
    await module.startLocalGateway(chain, place, { resolveMs: 9_000 })
    expect(configs[1]!.deadlines.resolveMs).to.equal(9_000)
    expect(configs[1]!.deadlines.challengeMs).to.be.greaterThan(module.shortDeadlines.challengeMs)
  })

  it('looks at the chain five times a second, or as often as a gateway usually does', async () => {
    await module.startLocalGateway(chain, place)
    await module.startLocalGateway(chain, place, {}, {})
    expect(configs.map(({ watch }) => watch.pollMs)).to.deep.equal([200, 4_000])
  })

  it('takes its database away where its settings are refused', async () => {
    const refusal = await module.startLocalGateway(chain, place, { resolveMs: -1 }).catch((error) => error)
    expect(refusal).to.be.instanceOf(Error)
    expect([events, configs]).to.deep.equal([['remove'], []])
  })

  it('takes its database away once it has stopped', async () => {
    const gateway = await module.startLocalGateway(chain, place)
    expect(events).to.deep.equal([])
    await gateway.stop()
    expect(events).to.deep.equal(['stop', 'remove'])
  })

  it('that does not start says why, and leaves no database behind', async () => {
    failure = new Error('its port is taken')
    expect(await module.startLocalGateway(chain, place).catch((error) => error)).to.equal(failure)
    expect(events).to.deep.equal(['remove'])
  })

  it('names itself where its settings are refused', async () => {
    const error = await module.startLocalGateway(chain, place, { resolveMs: -1 }).catch((one) => one)
    expect(error.message).to.contain('the local gateway').and.to.contain('resolveMs')
    expect(configs).to.deep.equal([])
  })
})
