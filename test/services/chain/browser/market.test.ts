import { expect } from 'chai'
import {
  getMarket,
  getParameters,
  getRound,
  getRoundHead,
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

  it('reads the round that a market is in, by name, and as of a block', async () => {
    const answer = [2, 3, 1n, 2n, 3n, 4n, 5n, true, 'Will it rain?', []]
    const calls: Record<string, unknown>[] = []
    const readContract = async ({ abi, ...call }: Record<string, unknown>) => {
      calls.push(call)
      return answer
    }
    const one = { client: { readContract } as unknown as MarketContract['client'], market } as const
    const read = {
      ...{ status: 2, round: 3, createdAt: 1n, deadline: 2n, requestedAt: 3n, now: 4n, n: 5n },
      ...{ isRepeat: true, question: 'Will it rain?', workers: [] },
    }
    expect(await getRound(one, 7n, { from: 16, count: 16 })).to.deep.equal(read)
    expect(await getRoundHead(one, 7n, 12n)).to.deep.equal(read)
    expect(calls).to.deep.equal([
      { address: market, functionName: 'getRound', args: [7n, 16n, 16n] },
      { address: market, functionName: 'getRound', args: [7n, 1n, 0n], blockNumber: 12n },
    ])
  })

  it('reads one worker, and several in seat order from any one on', async () => {
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
