import { expect } from 'chai'
import { Question } from '../../../../protocol/index.ts'
import type { MarketContract } from '../../../../services/chain/browser/market.ts'
import { readRound } from '../../../../services/chain/browser/readRound.ts'

const market = '0x00000000000000000000000000000000000000AA'
const workerAt = (i: number) => ({
  agentId: BigInt(100 + i),
  signer: `0x${String(i).padStart(38, '0')}AB`,
  factorBps: 10_000 + i,
})

/** A contract with so many workers, which gives them page by page and says that there are `announced`. */
function contractWith(count: number, { status = 2, announced = count, isRepeat = false } = {}) {
  const reads: [bigint, bigint][] = []
  const readContract = async ({ args }: { args: readonly [bigint, bigint, bigint] }) => {
    const [, from, size] = args
    reads.push([from, size])
    const workers = Array.from({ length: count }, (_, i) => workerAt(i))
    const page = workers.slice(Number(from), Number(from + size))
    return [status, 3, 1_000n, 2_000n, 2_100n, 2_200n, BigInt(announced), isRepeat, 'Will it rain?', page]
  }
  const client = { readContract } as unknown as MarketContract['client']
  return { contract: { client, market, chainId: 5 } as const, reads }
}

describe('readRound', () => {
  it('reads all workers, 16 a page, in their order', async () => {
    const { contract, reads } = contractWith(35)
    const { workers, ...rest } = await readRound(contract, 7)
    expect(reads).to.deep.equal([
      [0n, 16n],
      [16n, 16n],
      [32n, 16n],
    ])
    expect(workers.map(({ agentId }) => agentId)).to.deep.equal(Array.from({ length: 35 }, (_, i) => 100 + i))
    expect(rest).to.deep.equal({
      chainId: 5,
      market: market.toLowerCase(),
      marketId: 7,
      round: 3,
      question: 'Will it rain?',
      parsed: Question.parse('Will it rain?'),
      createdAt: 1_000,
      deadline: 2_000,
      isAsked: true,
      isRepeat: false,
      requestedAt: 2_100,
      now: 2_200,
    })
  })

  it('spells signers in lower case, as signatures are compared with them', async () => {
    const [worker] = (await readRound(contractWith(1).contract, 7)).workers
    expect(worker).to.deep.equal({
      agentId: 100,
      signer: `0x${'0'.repeat(38)}ab`,
      factorBps: 10_000,
    })
  })

  it('says whether workers are asked now', async () => {
    for (const status of [0, 1, 2, 3, 4, 5, 6])
      expect((await readRound(contractWith(1, { status }).contract, 7)).isAsked).to.equal(status === 2)
  })

  it('says whether the round repeats one without quorum', async () => {
    for (const isRepeat of [true, false])
      expect((await readRound(contractWith(1, { isRepeat }).contract, 7)).isRepeat).to.equal(isRepeat)
  })

  it('ends when a page is empty, whatever the contract announced', async () => {
    const { contract, reads } = contractWith(2, { announced: 40 })
    expect((await readRound(contract, 7)).workers).to.have.length(2)
    expect(reads).to.have.length(2)
  })
})
