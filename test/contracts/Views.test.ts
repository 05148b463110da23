import { expect } from 'chai'
import { MaxUint256, parseEther, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, requestedCrowd } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  day,
  defaultParameters,
  deliver,
  deploySystem,
  join,
  joinAll,
  manualQuestion,
  Outcome,
  reportOf,
  requested,
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
    expect([round.n, round.isRepeat]).to.deep.equal([5n, false])
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
    expect([again.status, again.round, again.n, again.isRepeat]).to.deep.equal([
      Status.Requested,
      2n,
      3n,
      true,
    ])
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
    // 30,000 and the composite of 70s; 7,000 by a newcomer's factor.
    expect([before.weight, before.share]).to.deep.equal([37_000n, 17_500_000n])
    await settle(system, marketId)
    const after = await market.getWorker(marketId, 0)
    expect(after.payout).to.equal(parseEther('0.5') + parseEther('0.97') / 2n + parseEther('0.25') / 2n)
    await expect(market.claim(marketId, 0)).to.changeEtherBalance(
      system.ethers,
      workers[0]!.wallet,
      after.payout,
    )
    const paid = await market.getWorker(marketId, 0)
    expect([paid.payout, paid.isClaimed, paid.stake]).to.deep.equal([0n, true, parseEther('0.5')])
    expect([paid.agentId, paid.signer, paid.vote]).to.deep.equal([
      workers[0]!.agentId,
      workers[0]!.wallet.address,
      Outcome.Yes,
    ])
    expect((await market.getMember(marketId, paid.agentId)).isPaid).to.equal(true)
    // What was staked stays what was staked, whatever is paid.
    expect((await market.getMarket(marketId)).stakes).to.equal(parseEther('1.5'))
  })

  it('there is no worker before the request, and none at or past the number of seats', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await createMarket(system)
    await joinAll(system, marketId, 3)
    const refused = (seat: bigint) =>
      expect(market.getWorker(marketId, seat))
        .to.be.revertedWithCustomError(market, 'UnknownWorker')
        .withArgs(marketId, seat)
    for (const seat of [0n, 2n]) await refused(seat)
    await ask(system, marketId)
    for (const seat of [0, 1, 2])
      expect((await market.getWorker(marketId, seat)).stake).to.equal(parseEther('0.5'))
    for (const seat of [3n, 31n, 32n, MaxUint256]) await refused(seat)
  })

  it('a member is who joined and has not left', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, workers } = await requested(system, 3)
    for (const [i, { agentId, wallet }] of workers.entries()) {
      const member = await market.getMember(marketId, agentId)
      expect([member.cohort, member.joinIndex, member.seat]).to.deep.equal([0n, BigInt(i), BigInt(i)])
      expect([member.signer, member.isPaid, member.canLeave]).to.deep.equal([wallet.address, false, false])
    }
    for (const agentId of [3n, MaxUint256])
      await expect(market.getMember(marketId, agentId))
        .to.be.revertedWithCustomError(market, 'NotJoined')
        .withArgs(marketId, agentId)
  })

  it('views of a market that there is not say so; its status and outcome are none', async () => {
    const { market } = await loadFixture(fixture)
    for (const call of [
      () => market.getMarket(1),
      () => market.getWorker(1, 0),
      () => market.getMember(1, 0),
      () => market.getRound(1, 0, 16),
      () => market.stakeOf(1),
      () => market.bondOf(1),
      () => market.claim(1, 0),
    ])
      await expect(call()).to.be.revertedWithCustomError(market, 'UnknownMarket').withArgs(1)
    expect(await market.statusOf(1)).to.equal(Status.None)
    expect(await market.outcomeOf(1)).to.equal(Outcome.None)
  })

  it('bondOf is a tenth of the pool and the first seats’ stakes, at least the minimum, to the wei', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { minBond } = defaultParameters
    const cases: [bigint, bigint][] = [
      [parseEther('1'), parseEther('0.25')],
      // 0.04 and three stakes of 0.02 are 0.1.
      [parseEther('0.04'), minBond],
      [parseEther('0.04') + 3n, minBond],
      [parseEther('0.04') + 4n, minBond + 1n],
      [parseEther('0.01'), minBond],
    ]
    for (const [reward, bond] of cases) {
      const { marketId } = await requested(system, 3, { reward })
      expect(await market.bondOf(marketId)).to.equal(bond)
    }
  })

  it('nobody has credit or reputation to begin with', async () => {
    const { market } = await loadFixture(fixture)
    expect(await market.creditOf(ZeroAddress)).to.equal(0)
    expect([...(await market.reputationOf(0))]).to.deep.equal([0n, 0n, 0n, 0n, 0n])
  })
})
