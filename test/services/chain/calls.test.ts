import { expect } from 'chai'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionResult,
  numberToHex,
} from 'viem'
import { cresolverMarketAbi as abi } from '../../../deployments/abi/index.ts'
import { connectChain } from '../../../services/chain/connectChain.ts'
import { type Cursor, follow } from '../../../services/chain/follow.ts'
import { makeLog } from '../../../services/http/makeLog.ts'
import { blockAt, eachCall, startFakeNode } from './fakeNode.ts'

const market = '0x00000000000000000000000000000000000000aa'
const count = 100
const requestedIn = 11

const topicsOf = (marketId: number) =>
  encodeEventTopics({ abi, eventName: 'ResolutionRequested', args: { marketId: BigInt(marketId) } as never })

/** What a node says of a hundred markets that were requested in one block. */
const logs = Array.from({ length: count }, (_, i) => ({
  address: market,
  topics: topicsOf(i),
  data: encodeAbiParameters([{ type: 'string' }], ['?']),
  blockNumber: numberToHex(requestedIn),
  blockHash: blockAt(requestedIn).hash,
  logIndex: numberToHex(i),
  transactionHash: `0x${'12'.repeat(32)}`,
  transactionIndex: '0x0',
  removed: false,
}))

describe('calls to a node', function () {
  this.timeout(60_000)

  it('AUDIT C5: a burst of 100 markets costs a follower no more than 20 calls a market over 200 blocks', async () => {
    let head = 10
    const node = await startFakeNode()
    node.methods = {
      eth_chainId: () => '0x5',
      eth_getBlockByNumber: ([tag]: string[]) => blockAt(tag === 'latest' ? head : Number(tag)),
      eth_getLogs: ([filter]: { fromBlock: string; toBlock: string }[]) =>
        Number(filter!.fromBlock) <= requestedIn && Number(filter!.toBlock) >= requestedIn ? logs : [],
      eth_call: eachCall((data) => {
        const { functionName } = decodeFunctionData({ abi, data })
        if (functionName === 'pendingMarkets')
          return encodeFunctionResult({ abi, functionName, result: [[], [], 0n] })
        const result = [2, 1, 1n, 2n, 3n, 4n, 0n, false, '?', []] as const
        return encodeFunctionResult({ abi, functionName: 'getRound', result })
      }),
    } as never
    const chain = connectChain({ rpcUrl: node.url, market, chainId: 5 })
    let [cursor, looked, attended] = [undefined as Cursor | undefined, 0, 0]
    const watch = follow(
      {
        chain,
        marketsBetween: (from, to) => chain.requestedBetween(from, to),
        async attend(marketId) {
          attended++
          await chain.readRound(marketId)
          await chain.head()
          return true
        },
        readCursor: async () => cursor,
        writeCursor: async (next) => {
          cursor = next
        },
        log: makeLog('silent'),
        now: () => 0,
        metrics: { watchedBlock: { set: () => void looked++ }, chainErrors: { inc() {} } },
      },
      { pollMs: 1, reorgMargin: 64, blockRange: 2_000 },
    )
    try {
      for (; head < 210; head++) {
        const goal = looked + 2
        while (looked < goal) await new Promise((resolve) => setTimeout(resolve, 1))
      }
    } finally {
      await watch.stop()
      node.stop()
    }
    expect(attended).to.equal(count)
    expect(node.asked.filter((method) => method === 'eth_call').length).to.be.at.most(10)
    expect(node.asked.length / count).to.be.at.most(20)
  })
})
