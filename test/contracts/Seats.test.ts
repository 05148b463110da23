import { expect } from 'chai'
import { MaxUint256, parseEther } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, requestedCrowd } from '../../local/ledger/crowd.ts'
import {
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  drawSeats,
  joinAll,
  manualQuestion,
  mineTo,
  Outcome,
  reportOf,
  requested,
  type Saying,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import { pick, seated } from '../helpers/seats.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const { quorumGrace, resolutionTimeout } = defaultParameters
const delay = 4
const life = 256

/** Four seats: small enough to draw often. */
async function fixture() {
  return deployVariant(await deploySystem(connection), { parameters: { maxWorkers: 4 } })
}

/** A market with more agents than seats, asked for: the block is noted. */
async function noted(system: System, count: number) {
  const { marketId, deadline } = await createMarket(system)
  const workers = await joinAll(system, marketId, count)
  await time.increaseTo(deadline)
  await system.market.requestResolution(marketId)
  const { drawBlock } = await system.market.getMarket(marketId)
  return { marketId, deadline, workers, drawBlock: Number(drawBlock) }
}

const hashOf = async (block: number) => (await ethers.provider.getBlock(block))!.hash!

describe('requestResolution with more agents than seats', () => {
  it('A2: notes the fourth block from now and asks nobody yet', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 5)
    await time.increaseTo(deadline)
    const receipt = (await (await market.requestResolution(marketId)).wait())!
    const drawBlock = BigInt(receipt.blockNumber + delay)
    const events = receipt.logs.map((log) => market.interface.parseLog(log)!)
    expect(events.map(({ name, args }) => [name, ...args])).to.deep.equal([
      ['DrawNoted', marketId, 0n, drawBlock],
    ])
    const made = await market.getMarket(marketId)
    expect([made.status, made.round, made.requestedAt, made.seats]).to.deep.equal([Status.Open, 0n, 0n, 0n])
    expect(made.drawBlock).to.equal(drawBlock)
    expect((await market.getRound(marketId, 0, 16)).n).to.equal(0)
    expect((await market.pendingMarkets(0, 9)).marketIds).to.deep.equal([])
  })

  it('is refused while the noted block can still be used, and then notes another', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, drawBlock } = await noted(system, 5)
    const refused = () =>
      expect(market.requestResolution(marketId))
        .to.be.revertedWithCustomError(market, 'DrawPending')
        .withArgs(marketId, drawBlock)
    await refused()
    await mineTo(system, drawBlock)
    await refused()
    // The next transaction is in block drawBlock + 256, the last that can read that hash.
    await mineTo(system, drawBlock + life - 1)
    await refused()
    await mineTo(system, drawBlock + life)
    await expect(market.requestResolution(marketId))
      .to.emit(market, 'DrawNoted')
      .withArgs(marketId, 0, drawBlock + life + 1 + delay)
    await drawSeats(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Requested)
  })
})

describe('draw', () => {
  it('waits for the noted block, whose hash the next one can read', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, drawBlock } = await noted(system, 5)
    for (const block of [drawBlock - delay, drawBlock - 1]) {
      await mineTo(system, block)
      await expect(market.draw(marketId))
        .to.be.revertedWithCustomError(market, 'DrawPending')
        .withArgs(marketId, drawBlock)
    }
    await mineTo(system, drawBlock)
    await market.draw(marketId)
    expect((await market.getMarket(marketId)).seats).to.equal(4)
  })

  it('by anyone: says seed and joins, and asks the round in the same transaction', async () => {
    const system = await loadFixture(fixture)
    const { market, challenger } = system
    const { marketId, drawBlock } = await noted(system, 7)
    await mineTo(system, drawBlock)
    const now = (await time.latest()) + 30
    await time.setNextBlockTimestamp(now)
    const receipt = (await (await market.connect(challenger).draw(marketId)).wait())!
    const events = receipt.logs.map((log) => market.interface.parseLog(log)!)
    expect(events.map(({ name, args }) => [name, ...args])).to.deep.equal([
      ['SeatsDrawn', marketId, 0n, await hashOf(drawBlock), 7n],
      ['ResolutionRequested', marketId, manualQuestion],
    ])
    const made = await market.getMarket(marketId)
    expect([made.status, made.round, made.joined, made.seats]).to.deep.equal([Status.Requested, 1n, 7n, 4n])
    expect([made.requestedAt, made.drawBlock]).to.deep.equal([BigInt(now), 0n])
    // Stakes of those who are asked: the others' are theirs again.
    expect(made.stakes).to.equal(parseEther('2'))
    expect((await market.pendingMarkets(0, 9)).marketIds).to.deep.equal([marketId])
  })

  it('gives the seats to distinct agents, those that the lot of the block picks, for every number of joins', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    for (const count of [5, 6, 8, 11, 16, 23]) {
      const { marketId, workers, drawBlock } = await noted(system, count)
      await drawSeats(system, marketId)
      const picked = pick(await hashOf(drawBlock), count, 4)
      const agents = await seated(system, marketId)
      expect(agents, `of ${count}`).to.deep.equal(picked.map((index) => workers[index]!.agentId))
      expect(new Set(agents).size).to.equal(4)
      for (const [i, { agentId }] of workers.entries()) {
        const { seat, canLeave } = await market.getMember(marketId, agentId)
        const k = picked.indexOf(i)
        expect([seat, canLeave]).to.deep.equal(k < 0 ? [MaxUint256, true] : [BigInt(k), false])
      }
      await expect(market.getWorker(marketId, 4)).to.be.revertedWithCustomError(market, 'UnknownWorker')
    }
  })

  it('A2: draws 32 of 128, over both words, each seat as the lot says; nobody can fill them', async () => {
    const system = await deploySystem(connection)
    const { market } = system
    const crowd = await deployCrowd(system, 128)
    const { marketId, agentIds } = await requestedCrowd(system, crowd, 128)
    const [event] = await market.queryFilter(market.filters.SeatsDrawn!(marketId))
    const { seed } = (event as unknown as { args: { seed: string } }).args
    const expected = pick(seed, 128, 32).map((index) => agentIds[index])
    expect(await seated(system, marketId, 0, 32)).to.deep.equal(expected)
    const [first, second] = [await market.getRound(marketId, 0, 16), await market.getRound(marketId, 16, 16)]
    expect([...first.workers, ...second.workers].map(({ agentId }) => agentId)).to.deep.equal(expected)
    expect((await market.getMarket(marketId)).stakes).to.equal(parseEther('16'))
    const sayings = Array.from({ length: 32 }, (_, i): Saying => (i % 4 === 3 ? 'NO' : 'YES'))
    await deliver(system, await reportOf(system, marketId, sayings, 'YES'))
    await settle(system, marketId)
    await expectTable(system, marketId)
  })

  it('uses a hash for 256 blocks; older than that, a new block is noted', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const used = await noted(system, 5)
    await mineTo(system, used.drawBlock + life - 1)
    const seed = await hashOf(used.drawBlock)
    await expect(market.draw(used.marketId)).to.emit(market, 'SeatsDrawn').withArgs(used.marketId, 0, seed, 5)
    const lost = await noted(system, 5)
    await mineTo(system, lost.drawBlock + life)
    const again = market.draw(lost.marketId)
    await expect(again)
      .to.emit(market, 'DrawNoted')
      .withArgs(lost.marketId, 0, lost.drawBlock + life + 1 + delay)
    await expect(again).not.to.emit(market, 'SeatsDrawn')
    expect(await market.statusOf(lost.marketId)).to.equal(Status.Open)
    await drawSeats(system, lost.marketId)
    expect(await market.statusOf(lost.marketId)).to.equal(Status.Requested)
  })

  it('is refused where nothing is to be drawn: before the request, with as many agents as seats, and twice', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const refused = (marketId: bigint) =>
      expect(market.draw(marketId)).to.be.revertedWithCustomError(market, 'NoDraw').withArgs(marketId)
    const open = await createMarket(system)
    await joinAll(system, open.marketId, 5)
    await refused(open.marketId)
    const all = await requested(system, 4)
    await refused(all.marketId)
    const { marketId } = await noted(system, 5)
    await drawSeats(system, marketId)
    await refused(marketId)
  })
})

describe('drawn seats', () => {
  it('are who is reported about, paid and remembered; the others have their stakes', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, workers } = await requested(system, 9)
    const agents = await seated(system, marketId)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'NO'], 'YES'))
    await settle(system, marketId)
    await expectTable(system, marketId)
    for (const { agentId, wallet, stake } of workers) {
      const k = agents.indexOf(agentId)
      expect((await market.reputationOf(agentId)).count).to.equal(k < 0 ? 0 : 1)
      if (k < 0) {
        const left = market.connect(wallet).leaveMarket(marketId, agentId)
        await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, wallet.address, stake)
      } else {
        const { payout, signer } = await market.getWorker(marketId, k)
        expect(signer).to.equal(wallet.address)
        await expect(market.claim(marketId, k)).to.changeEtherBalance(ethers, wallet, payout)
      }
    }
    await expectEmptied(system, marketId)
  })

  it('are kept in a repeated round', async () => {
    const system = await loadFixture(fixture)
    const { marketId } = await requested(system, 9)
    const agents = await seated(system, marketId)
    await time.increase(quorumGrace)
    await deliver(system, await reportOf(system, marketId, ['YES', 'silent', 'silent', 'silent'], null))
    expect(await seated(system, marketId)).to.deep.equal(agents)
    const { n, workers, round } = await system.market.getRound(marketId, 0, 16)
    expect([n, round]).to.deep.equal([4n, 2n])
    expect(workers.map(({ agentId }) => agentId)).to.deep.equal(agents)
  })

  it('have their time from the draw on: the round expires a timeout after it, and all have all back', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, deadline } = await noted(system, 6)
    await time.increaseTo(deadline + resolutionTimeout - 100)
    await drawSeats(system, marketId)
    const end = (await time.latest()) + resolutionTimeout
    await time.setNextBlockTimestamp(end - 1)
    await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
    await time.setNextBlockTimestamp(end)
    await market.expire(marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    for (let k = 0; k < 4; k++)
      expect((await market.getWorker(marketId, k)).payout).to.equal(parseEther('0.5'))
    await expectEmptied(system, marketId)
  })
})

describe('a market that nobody draws', () => {
  it('ends a timeout after its deadline, noted or not: everybody leaves with the whole stake', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    for (const isNoted of [false, true]) {
      const { marketId, deadline } = await createMarket(system)
      const workers = await joinAll(system, marketId, 6)
      const end = deadline + resolutionTimeout
      await time.increaseTo(end - 10)
      if (isNoted) await market.requestResolution(marketId)
      await time.setNextBlockTimestamp(end - 1)
      await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
      await time.setNextBlockTimestamp(end)
      const before = await market.creditOf(creator.address)
      await expect(market.expire(marketId))
        .to.emit(market, 'MarketSettled')
        .withArgs(marketId, Status.Invalid, Outcome.Invalid, 2)
      expect((await market.creditOf(creator.address)) - before).to.equal(parseEther('1'))
      await expect(market.claim(marketId, 0)).to.be.revertedWithCustomError(market, 'UnknownWorker')
      for (const { wallet, agentId, stake } of workers) {
        const left = market.connect(wallet).leaveMarket(marketId, agentId)
        await expect(left).to.emit(market, 'WorkerLeft').withArgs(marketId, agentId, wallet.address, stake)
      }
    }
    await expectEmptied(system)
  })

  it('is not drawn once it has ended', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, deadline } = await createMarket(system)
    await joinAll(system, marketId, 6)
    const end = deadline + resolutionTimeout
    await time.increaseTo(end - 10)
    await market.requestResolution(marketId)
    const { drawBlock } = await market.getMarket(marketId)
    await time.increaseTo(end)
    await market.expire(marketId)
    await mineTo(system, Number(drawBlock))
    await expect(market.draw(marketId)).to.be.revertedWithCustomError(market, 'NoDraw').withArgs(marketId)
    const after = await market.getMarket(marketId)
    expect([after.status, after.drawBlock, after.seats]).to.deep.equal([Status.Invalid, 0n, 0n])
    await expectEmptied(system, marketId)
  })
})
