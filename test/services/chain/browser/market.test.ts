import { expect } from 'chai'
import {
  getMarket,
  getParameters,
  getWorker,
  getWorkers,
  type MarketContract,
} from '../../../../services/chain/browser/market.ts'

const market = '0x00000000000000000000000000000000000000AA'

/** A contract that answers each read with what it was asked. */
function contract() {
  const calls: Record<string, unknown>[] = []
  const client = {
    readContract: async ({ abi, ...call }: Record<string, unknown>) => {
      calls.push(call)
      return call.args
    },
  } as unknown as MarketContract['client']
  return { contract: { client, market } as const, calls }
}

describe('reading the market contract', () => {
  it('reads a market now, or as of a block', async () => {
    const { contract: one, calls } = contract()
    await getMarket(one, 7n)
    await getMarket(one, 7n, 0n)
    expect(calls).to.deep.equal([
      { address: market, functionName: 'getMarket', args: [7n] },
      { address: market, functionName: 'getMarket', args: [7n], blockNumber: 0n },
    ])
  })

  it('reads one worker, and several in join order from any one on', async () => {
    const { contract: one, calls } = contract()
    await getWorker(one, 7n, 4)
    expect(calls[0]).to.deep.include({ functionName: 'getWorker', args: [7n, 4n] })
    const workers = (await getWorkers(one, 7n, 3, 5)) as unknown
    expect(workers).to.deep.equal([
      [7n, 5n],
      [7n, 6n],
      [7n, 7n],
    ])
    expect(await getWorkers(one, 7n, 0)).to.deep.equal([])
  })

  it('reads what is fixed for every market', async () => {
    const { contract: one, calls } = contract()
    await getParameters(one)
    expect(calls).to.deep.equal([{ address: market, functionName: 'parameters' }])
  })

  it('throws what the library throws', async () => {
    const error = new Error('missing trie node')
    const client = { readContract: () => Promise.reject(error) } as unknown as MarketContract['client']
    expect(await getMarket({ client, market }, 1n).catch((one: unknown) => one)).to.equal(error)
  })
})
