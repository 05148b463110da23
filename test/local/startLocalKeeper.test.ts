import { expect } from 'chai'
import { testKey } from '../../cli/chain/account.ts'
import type { Config } from '../../keeper/Config.ts'
import type { StartOptions } from '../../keeper/startKeeper.ts'
import type { LocalPlace } from '../../local/deployLocal.ts'
import type { LocalChain } from '../../local/startChain.ts'
import { importWith } from '../helpers/importWith.ts'

type Module = typeof import('../../local/startLocalKeeper.ts')

const chain = {
  url: 'http://127.0.0.1:1',
  client: { getBlock: async () => ({ hash: '0x2' }) },
} as unknown as LocalChain
const place = {
  ...{ chainId: 31_337, market: `0x${'11'.repeat(20)}`, at: () => `0x${'22'.repeat(20)}` },
} as unknown as LocalPlace

describe('a keeper on loopback', () => {
  let events: string[]
  let given: { config: Config; options: StartOptions }[]
  let failure: Error | null
  const keeper = {
    status: { head: { hash: '0x1' } },
    book: { calls: () => [] as object[] },
    outbox: { pending: () => new Set<string>() },
  }
  let module: Module
  before(async () => {
    module = await importWith<Module>('local/startLocalKeeper.ts', {
      '../keeper/startKeeper.ts': {
        startKeeper: async (config: Config, options: StartOptions) => {
          given.push({ config, options })
          if (failure !== null) throw failure
          return { url: 'http://127.0.0.1:2', keeper, stop: async () => void events.push('stop') }
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

  it('serves this chain’s market and its bets, with a key and a database of its own', async () => {
    const { url } = await module.startLocalKeeper(chain, place)
    expect(url).to.equal('http://127.0.0.1:2')
    const [{ config, options }] = given as [(typeof given)[0]]
    expect(config).to.deep.include({ chainId: 31_337, market: place.market, binaryMarket: place.at('') })
    expect(config.store).to.deep.include({ folder: 'database' })
    expect(options.env).to.deep.equal({ KEY: testKey(module.keeperAccount) })
  })

  it('is idle once it has seen the last block and nothing is left', async () => {
    const local = await module.startLocalKeeper(chain, place)
    let isIdle = false
    const idle = local.idle().then(() => {
      isIdle = true
    })
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(isIdle).to.equal(false)
    keeper.status.head.hash = '0x2'
    await idle
  })

  it('tells what became of its calls', async () => {
    const local = await module.startLocalKeeper(chain, place)
    given[0]!.options.onOutcome!({ result: 'ok' } as never)
    expect(local.outcomes()).to.deep.equal([{ result: 'ok' }])
  })

  it('takes its database away once it has stopped, and where it does not start', async () => {
    const local = await module.startLocalKeeper(chain, place)
    await local.stop()
    expect(events).to.deep.equal(['stop', 'remove'])
    failure = new Error('its port is taken')
    expect(await module.startLocalKeeper(chain, place).catch((error) => error)).to.equal(failure)
    expect(events).to.deep.equal(['stop', 'remove', 'remove'])
  })
})
