import { expect } from 'chai'
import type { Config } from '../../indexer/Config.ts'
import type { LocalPlace } from '../../local/deployLocal.ts'
import type { LocalChain } from '../../local/startChain.ts'
import { importWith } from '../helpers/importWith.ts'

type Module = typeof import('../../local/startLocalIndexer.ts')

const chain = {
  url: 'http://127.0.0.1:1',
  client: { getBlock: async () => ({ hash: '0x2' }) },
} as unknown as LocalChain
const place = { chainId: 31_337, folder: '/somewhere' } as unknown as LocalPlace

describe('an indexer on loopback', () => {
  let events: string[]
  let given: Config[]
  let failure: Error | null
  const status = { seen: { hash: '0x1', number: 1 } }
  let module: Module
  before(async () => {
    module = await importWith<Module>('local/startLocalIndexer.ts', {
      '../indexer/startIndexer.ts': {
        startIndexer: async (config: Config) => {
          given.push(config)
          if (failure !== null) throw failure
          return {
            url: 'http://127.0.0.1:2',
            indexer: { status },
            stop: async () => void events.push('stop'),
          }
        },
      },
      './openStores.ts': {
        temporaryDatabase: async () => ({ path: 'database', remove: () => void events.push('remove') }),
      },
    })
  })
  beforeEach(() => {
    events = []
    given = []
    failure = null
  })

  it('follows this chain’s deployment by its record, with a database of its own', async () => {
    const { url } = await module.startLocalIndexer(chain, place, { gateways: ['http://127.0.0.1:4'] })
    expect(url).to.equal('http://127.0.0.1:2')
    expect(given[0]).to.deep.include({
      ...{ deployment: '/somewhere/31337.json', gateways: ['http://127.0.0.1:4'], allowPrivate: true },
    })
    expect(given[0]!.store).to.deep.include({ folder: 'database' })
  })

  it('has caught up once its tables are of the newest block', async () => {
    const local = await module.startLocalIndexer(chain, place)
    let isThere = false
    const waiting = local.caughtUp().then(() => {
      isThere = true
    })
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(isThere).to.equal(false)
    status.seen.hash = '0x2'
    await waiting
  })

  it('takes its database away once it has stopped, and where it does not start', async () => {
    const local = await module.startLocalIndexer(chain, place)
    await local.stop()
    expect(events).to.deep.equal(['stop', 'remove'])
    failure = new Error('its port is taken')
    expect(await module.startLocalIndexer(chain, place).catch((error) => error)).to.equal(failure)
    expect(events).to.deep.equal(['stop', 'remove', 'remove'])
  })
})
