import { expect } from 'chai'
import type { PublicClient } from 'viem'
import { Hash } from '../../../protocol/index.ts'
import { eventReader } from '../../../services/chain/events.ts'

const market = '0x00000000000000000000000000000000000000AA'

type Log = {
  eventName: string
  args: { marketId: bigint; round: number }
  blockNumber: bigint
  blockHash: string
  logIndex: number
}
const log = (eventName: string, marketId: bigint, round = 1, blockNumber = 5n): Log => ({
  eventName,
  args: {
    marketId,
    round,
    ...(eventName === 'RoundReported'
      ? { outcome: 1, roundRoot: Hash.ofText('root'), recordsAndDocket: '0x' }
      : {}),
  },
  blockNumber,
  blockHash: `0x${blockNumber}`,
  logIndex: Number(marketId),
})

/** A node with these logs, which remembers the ranges it was asked for. */
function nodeWith(logs: readonly Log[], head = 10_000n) {
  const ranges: [bigint, bigint][] = []
  const client = {
    getBlockNumber: async () => head,
    getLogs: async ({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) => {
      ranges.push([fromBlock, toBlock])
      return logs.filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock)
    },
  } as unknown as PublicClient
  return { ...eventReader(client, market), ranges }
}

describe('eventReader', () => {
  it('reads all three events in one question, each market once', async () => {
    const logs = [
      log('ResolutionRequested', 7n),
      log('ResolutionRequested', 8n),
      log('ResolutionRequested', 7n, 2),
      log('RoundVoided', 9n),
      log('RoundReported', 7n, 3),
    ]
    const { eventsBetween, ranges } = nodeWith(logs)
    const events = await eventsBetween(1n, 9n)
    expect(events.requested).to.deep.equal([7, 8])
    expect(events.voided).to.deep.equal([9])
    expect(events.reported.map(({ marketId, round, outcome }) => [marketId, round, outcome])).to.deep.equal([
      [7, 3, 'YES'],
    ])
    expect(ranges).to.deep.equal([[1n, 9n]])
    expect(events.marks.map(({ marketId }) => marketId)).to.deep.equal([7, 8, 7, 9, 7])
    expect(events.marks[1]).to.deep.equal({ marketId: 8, id: '0x5 8' })
  })

  it('an event in another block has another id', async () => {
    const idAt = async (block: bigint) =>
      (await nodeWith([log('ResolutionRequested', 7n, 1, block)]).requestedBetween(1n, 9n))[0]!.id
    expect(await idAt(5n)).to.equal(await idAt(5n))
    expect(await idAt(6n)).to.not.equal(await idAt(5n))
  })

  it('looks for a report in steps of 2000 blocks, up to the head and no further', async () => {
    const { findReport, ranges } = nodeWith([], 4_500n)
    expect(await findReport(7, 1, 100n)).to.equal(null)
    expect(ranges).to.deep.equal([
      [100n, 2_099n],
      [2_100n, 4_099n],
      [4_100n, 4_500n],
    ])
  })

  it('stops where it finds one, and takes the last of a range', async () => {
    const logs = [log('RoundReported', 7n, 1, 2_200n), log('RoundReported', 7n, 1, 2_300n)]
    const { findReport, ranges } = nodeWith(logs)
    expect(await findReport(7, 1, 100n)).to.deep.include({ block: 2_300n, round: 1 })
    expect(ranges).to.have.length(2)
  })

  it('asks nothing where the start lies beyond the head', async () => {
    const { findReport, ranges } = nodeWith([], 50n)
    expect(await findReport(7, 1, 51n)).to.equal(null)
    expect(ranges).to.deep.equal([])
  })
})
