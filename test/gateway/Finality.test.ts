import { mock } from 'node:test'
import { expect } from 'chai'
import { isFinal, lookForFinal, startFinality } from '../../gateway/Finality.ts'
import type { Store } from '../../services/store/Store.ts'
import { fakeChain } from './fakeChain.ts'
import { gatewayWith } from './gatewayWith.ts'
import { openGatewayStore, place, seal } from './keeping.ts'

describe('which markets are final', () => {
  let store: Store
  before(async () => {
    store = await openGatewayStore()
    for (let marketId = 1; marketId <= 20; marketId++) await seal(store, marketId)
  })
  after(() => store.close())
  afterEach(() => mock.timers.reset())

  it('AUDIT C8: is what the chain says, asked for a few at a time and kept', async () => {
    const chain = fakeChain(place)
    const reads: number[] = []
    const counting = {
      ...chain,
      isFinal(marketId: number) {
        reads.push(marketId)
        return chain.isFinal(marketId)
      },
    }
    let now = 1_000_000
    const { gateway } = gatewayWith(store, new Map(), { chain: counting, now: () => now })
    chain.finalize(3)
    await lookForFinal(gateway)
    expect(reads).to.deep.equal(Array.from({ length: 16 }, (_, i) => i + 1))
    expect(await isFinal(store, place, 3)).to.equal(true)
    expect(await isFinal(store, place, 4)).to.equal(false)
    reads.length = 0
    now += 1_000
    await lookForFinal(gateway)
    expect(reads.slice(0, 5), 'those not asked about for longest first').to.deep.equal([17, 18, 19, 20, 1])
    expect(reads, 'what is final is not asked about again').to.not.include(3)
    expect(await isFinal(store, place, 3)).to.equal(true)
  })

  it('AUDIT C5: asks about all of a look in one moment, which is one question to the node', async () => {
    let [asked, most] = [0, 0]
    const chain = {
      ...fakeChain(place),
      async isFinal() {
        most = Math.max(most, ++asked)
        await Promise.resolve()
        asked--
        return false
      },
    }
    await lookForFinal(gatewayWith(store, new Map(), { chain }).gateway)
    expect(most).to.equal(16)
  })

  it('goes on after a node that is away, and says so', async () => {
    mock.timers.enable({ apis: ['setInterval'] })
    const { gateway, lines } = gatewayWith(store, new Map())
    ;(gateway.chain as ReturnType<typeof fakeChain>).break(true)
    const finality = startFinality(gateway, { everyMs: 1_000 })
    mock.timers.tick(1_000)
    await finality.stop()
    expect(lines.map(({ level, msg }) => [level, msg])).to.deep.equal([
      ['warn', 'it could not be seen which markets are final'],
    ])
  })
})
