import { expect } from 'chai'
import { type Log, pad, toEventSelector, toHex } from 'viem'
import { changeOf } from '../../keeper/changeOf.ts'

const log = (event: string, ...topics: bigint[]): Log =>
  ({
    topics: [toEventSelector(event), ...topics.map((topic) => pad(toHex(topic)))],
    blockNumber: 5n,
    blockHash: '0xaa',
  }) as unknown as Log

describe('what an event says to a keeper', () => {
  it('names its market, and the seat of feedback', () => {
    expect(changeOf(log('ResolutionRequested(uint256,string)', 3n))).to.deep.equal({
      ...{ marketId: 3, block: 5, blockHash: '0xaa', kind: 'asked', seat: null },
    })
    expect(changeOf(log('FeedbackPublished(uint256,uint256)', 3n, 33n))).to.include({
      kind: 'published',
      seat: 33,
    })
    expect(changeOf(log('FeedbackRefused(uint256,uint256)', 3n, 0n))).to.include({ kind: 'refused', seat: 0 })
    expect(changeOf(log('WorkerPaid(uint256,uint256,address,uint256)', 3n, 1n))).to.include({
      kind: 'other',
      seat: null,
    })
  })

  it('is nothing where it is about no market: owners, withdrawals, blocks that are not there yet', () => {
    expect(changeOf(log('Withdrawn(address,address,uint256)', 5n))).to.equal(null)
    expect(changeOf(log('OwnershipTransferred(address,address)', 0n, 2n ** 159n))).to.equal(null)
    expect(changeOf(log('OwnershipTransferred(address,address)', 2n ** 159n))).to.equal(null)
    expect(changeOf(log('Locked()'))).to.equal(null)
    expect(changeOf({ ...log('MarketSettled(uint256)', 1n), blockHash: null } as Log)).to.equal(null)
  })
})
