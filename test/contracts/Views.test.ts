import { expect } from 'chai'
import { MaxUint256, parseEther, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import {
  createMarket,
  day,
  defaultParameters,
  deliver,
  deployCrowd,
  deploySystem,
  join,
  manualQuestion,
  Outcome,
  reportOf,
  requested,
  requestedCrowd,
  resolved,
  Status,
  settle,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)

async function crowded() {
  const system = await deploySystem(connection)
  return { system, crowd: await deployCrowd(system) }
}

describe('getRound', () => {
  it('SPEC §7: gives the round as it is asked, with the block’s own time', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId, deadline, agentIds } = await requestedCrowd(system, crowd, 5)
    const requestedAt = await time.latest()
    await networkHelpers.mine()
    const now = await time.latest()
    const { createdAt } = await market.getMarket(marketId)
    const round = await market.getRound(marketId, 0, 16, { blockTag: 'latest' })
    expect(round.status).to.equal(Status.Requested)
    expect(round.round).to.equal(1)
    expect(round.createdAt).to.equal(createdAt)
    expect(round.createdAt).to.equal(deadline - day + 1)
    expect(round.deadline).to.equal(deadline)
    expect(round.requestedAt).to.equal(requestedAt)
    expect(round.now_).to.equal(now)
    expect(round.n).to.equal(5)
    expect(round.question).to.equal(manualQuestion)
    expect(round.workers.map((worker) => [...worker])).to.deep.equal(
      agentIds.map((agentId) => [agentId, crowd.address, 2_500n]),
    )
  })

  it('SPEC §7: at most 16 workers a page, the question on the first only, and nothing past the end', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId, agentIds } = await requestedCrowd(system, crowd, 32)
    const page = async (from: bigint | number, count: bigint | number) => {
      const { workers, question, n } = await market.getRound(marketId, from, count)
      expect(n).to.equal(32)
      expect(question).to.equal(BigInt(from) === 0n ? manualQuestion : '')
      return workers.map(({ agentId }) => agentId)
    }
    const slice = (from: number, to: number) => agentIds.slice(from, to)
    expect(await page(0, 16)).to.deep.equal(slice(0, 16))
    expect(await page(0, 17)).to.deep.equal(slice(0, 16))
    expect(await page(0, MaxUint256)).to.deep.equal(slice(0, 16))
    expect(await page(0, 15)).to.deep.equal(slice(0, 15))
    expect(await page(0, 0)).to.deep.equal([])
    expect(await page(1, 16)).to.deep.equal(slice(1, 17))
    expect(await page(16, 16)).to.deep.equal(slice(16, 32))
    expect(await page(17, 16)).to.deep.equal(slice(17, 32))
    expect(await page(31, 16)).to.deep.equal(slice(31, 32))
    expect(await page(32, 16)).to.deep.equal([])
    expect(await page(33, 16)).to.deep.equal([])
    expect(await page(MaxUint256, 16)).to.deep.equal([])
  })

  it('C8: 16 workers and the longest question are at most 5,000 bytes', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market, address, ethers } = system
    const { marketId } = await requestedCrowd(system, crowd, 32, { question: 'q'.repeat(2_048) })
    const data = market.interface.encodeFunctionData('getRound', [marketId, 0, 16])
    const answer = await ethers.provider.call({ to: address, data })
    const size = answer.length / 2 - 1
    expect(size > 2_048 + 16 * 96 && size <= 5_000, String(size)).to.equal(true)
  })

  it('has nobody to ask before the request, and says so', async () => {
    const system = await loadFixture(fixture)
    const { marketId } = await createMarket(system)
    await join(system, marketId, 0)
    const round = await system.market.getRound(marketId, 0, 16)
    expect([round.status, round.round, round.requestedAt, round.n]).to.deep.equal([Status.Open, 0n, 0n, 0n])
    expect(round.workers.length).to.equal(0)
  })

  it('follows the market’s status, and its round', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await requested(system, 3)
    await time.increase(defaultParameters.quorumGrace)
    await deliver(system, await reportOf(system, marketId, ['YES', 'silent', 'silent'], null))
    const again = await market.getRound(marketId, 0, 16)
    expect([again.status, again.round, again.n]).to.deep.equal([Status.Requested, 2n, 3n])
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES'))
    expect((await market.getRound(marketId, 0, 16)).status).to.equal(Status.Resolved)
    await settle(system, marketId)
    expect((await market.getRound(marketId, 0, 16)).status).to.equal(Status.Settled)
  })
})

describe('pendingMarkets', () => {
  /** Markets 1 … 7: 2, 3 and 6 are asked for, 4 is resolved, 5 and 7 are open, 1 is Invalid. */
  async function several() {
    const system = await deploySystem(connection)
    const { market } = system
    const far = (await time.latest()) + 300 * day
    const empty = await createMarket(system)
    await time.increaseTo(empty.deadline)
    await market.requestResolution(empty.marketId)
    await requested(system, 3, { reward: parseEther('2') })
    await requested(system, 4)
    await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    await createMarket(system, { deadline: far })
    await requested(system, 3)
    await createMarket(system, { deadline: far })
    return system
  }
  const lists = (ids: number[], next: number) => {
    // Pool and stakes: 2 + 3 · 1, 1 + 4 · 0.5, 1 + 3 · 0.5.
    const values: Record<number, bigint> = { 2: parseEther('5'), 3: parseEther('3'), 6: parseEther('2.5') }
    return [ids.map(BigInt), ids.map((id) => values[id]!), BigInt(next)]
  }
  const plain = (answer: [bigint[], bigint[], bigint]) => [[...answer[0]], [...answer[1]], answer[2]]

  it('lists what waits for a report, with pool and stakes; 0 and 1 are the start', async () => {
    const { market } = await loadFixture(several)
    for (const cursor of [0, 1])
      for (const max of [7n, 8n, MaxUint256])
        expect(plain(await market.pendingMarkets(cursor, max))).to.deep.equal(lists([2, 3, 6], 0))
  })

  it('looks at so many markets as it may, and says where to go on; 0 at the end', async () => {
    const { market } = await loadFixture(several)
    const pages: [number, number, number[], number][] = [
      [0, 1, [], 2],
      [0, 2, [2], 3],
      [1, 2, [2], 3],
      [3, 3, [3], 6],
      [0, 6, [2, 3, 6], 7],
      [6, 1, [6], 7],
      [6, 2, [6], 0],
      [7, 1, [], 0],
      [7, 0, [], 7],
      [0, 0, [], 1],
    ]
    for (const [cursor, max, ids, next] of pages)
      expect(plain(await market.pendingMarkets(cursor, max)), `${cursor}, ${max}`).to.deep.equal(
        lists(ids, next),
      )
  })

  it('a walk by any step meets each once', async () => {
    const { market } = await loadFixture(several)
    for (const step of [1, 2, 3, 5]) {
      const met: bigint[] = []
      let cursor = 0n
      do {
        const [ids, , next] = await market.pendingMarkets(cursor, step)
        met.push(...ids)
        cursor = next
      } while (cursor !== 0n)
      expect(met).to.deep.equal([2n, 3n, 6n])
    }
  })

  it('has nothing past the end, nor where there is no market', async () => {
    const { market } = await loadFixture(several)
    for (const cursor of [8n, 9n, MaxUint256])
      for (const max of [0n, 5n, MaxUint256])
        expect(plain(await market.pendingMarkets(cursor, max))).to.deep.equal(lists([], 0))
    const fresh = await loadFixture(fixture)
    expect(plain(await fresh.market.pendingMarkets(0, 10))).to.deep.equal(lists([], 0))
  })
})

describe('getWorker and the rest', () => {
  it('a worker’s payout is there from settlement until it is paid', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const before = await market.getWorker(marketId, 0)
    expect([before.payout, before.isClaimed, before.stake]).to.deep.equal([0n, false, parseEther('0.5')])
    await settle(system, marketId)
    const after = await market.getWorker(marketId, 0)
    expect(after.payout).to.equal(parseEther('0.5') + parseEther('1.25') / 2n)
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(
      system.ethers,
      workers[0]!.wallet,
      after.payout,
    )
    const paid = await market.getWorker(marketId, 0)
    expect([paid.payout, paid.isClaimed, paid.stake]).to.deep.equal([0n, true, 0n])
    expect([paid.agentId, paid.signer, paid.vote]).to.deep.equal([
      workers[0]!.agentId,
      workers[0]!.wallet.address,
      Outcome.Yes,
    ])
    // Stakes that are paid are no longer in the sum.
    expect((await market.getMarket(marketId)).stakes).to.equal(parseEther('1'))
  })

  it('there is no worker at or past the number of workers', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await createMarket(system)
    for (const index of [0n, 1n]) {
      await expect(market.getWorker(marketId, index))
        .to.be.revertedWithCustomError(market, 'UnknownWorker')
        .withArgs(marketId, index)
      await join(system, marketId, Number(index))
      expect((await market.getWorker(marketId, index)).stake).to.equal(parseEther('0.5'))
    }
    await expect(market.getWorker(marketId, MaxUint256)).to.be.revertedWithCustomError(
      market,
      'UnknownWorker',
    )
  })

  it('views of a market that there is not say so; its status and outcome are none', async () => {
    const { market } = await loadFixture(fixture)
    for (const call of [
      () => market.getMarket(1),
      () => market.getWorker(1, 0),
      () => market.getRound(1, 0, 16),
      () => market.stakeOf(1),
      () => market.bondOf(1),
      () => market.claim(1, 0),
    ])
      await expect(call()).to.be.revertedWithCustomError(market, 'UnknownMarket').withArgs(1)
    expect(await market.statusOf(1)).to.equal(Status.None)
    expect(await market.outcomeOf(1)).to.equal(Outcome.None)
  })

  it('bondOf is a tenth of pool and stakes, at least the minimum, to the wei', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { minBond } = defaultParameters
    const cases: [bigint, bigint, bigint][] = [
      [parseEther('1'), parseEther('0.5'), parseEther('0.15')],
      [parseEther('0.05'), parseEther('0.05'), minBond],
      [parseEther('0.05'), parseEther('0.05') + 9n, minBond],
      [parseEther('0.05'), parseEther('0.05') + 10n, minBond + 1n],
      [parseEther('0.01'), parseEther('0.01'), minBond],
    ]
    for (const [i, [reward, stake, bond]] of cases.entries()) {
      const { marketId } = await createMarket(system, { reward })
      await join(system, marketId, i, stake)
      expect(await market.bondOf(marketId)).to.equal(bond)
    }
  })

  it('nobody has credit or reputation to begin with', async () => {
    const { market } = await loadFixture(fixture)
    expect(await market.creditOf(ZeroAddress)).to.equal(0)
    expect([...(await market.reputationOf(0))]).to.deep.equal([0n, 0n, 0n, 0n, 0n])
  })
})
