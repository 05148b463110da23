import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, joinCrowd } from '../../local/ledger/crowd.ts'
import {
  ask,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  join,
  joinAll,
  mineTo,
  Outcome,
  reportOf,
  requested,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import { pick, seated } from '../helpers/seats.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const { resolutionTimeout } = defaultParameters
const delay = 4

/** Four seats: small enough to draw often. */
async function fixture() {
  return deployVariant(await deploySystem(connection), { parameters: { maxWorkers: 4 } })
}

const hashOf = async (block: number) => (await ethers.provider.getBlock(block))!.hash!

describe('the seats of an appeal', () => {
  /** A drawn market that is reported and appealed against. */
  async function appealed() {
    const system = await fixture()
    const { marketId, workers } = await requested(system, 7)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES', 'NO'], 'YES'))
    const bond = await system.market.bondOf(marketId)
    await system.market
      .connect(system.appellant)
      .escalate(marketId, await system.market.outcomeOf(marketId), { value: bond })
    return { system, market: system.market, marketId, workers, bond }
  }

  it('are for agents that never had one: undrawn ones leave and join it, drawn ones cannot', async () => {
    const { system, market, marketId, workers } = await loadFixture(appealed)
    const stake = await market.stakeOf(marketId)
    const agents = await seated(system, marketId)
    for (const { wallet, agentId } of workers) {
      const own = market.connect(wallet)
      await expect(own.joinMarket(marketId, agentId, { value: stake }))
        .to.be.revertedWithCustomError(market, 'AlreadyJoined')
        .withArgs(marketId, agentId)
      if (agents.includes(agentId)) {
        await expect(own.leaveMarket(marketId, agentId))
          .to.be.revertedWithCustomError(market, 'HasSeat')
          .withArgs(marketId, agents.indexOf(agentId))
      } else {
        await own.leaveMarket(marketId, agentId)
        await own.joinMarket(marketId, agentId, { value: stake })
        const { cohort, stake: held, canLeave } = await market.getMember(marketId, agentId)
        expect([cohort, held, canLeave]).to.deep.equal([1n, parseEther('1'), false])
      }
    }
    expect((await market.getMarket(marketId)).joined).to.equal(3)
    await ask(system, marketId)
    expect((await market.getMarket(marketId)).seats).to.equal(3)
  })

  it('are drawn by their own block, while the market stays Resolved', async () => {
    const { system, market, marketId, bond } = await loadFixture(appealed)
    const fresh = await joinAll(system, marketId, 6, 10)
    await time.increaseTo((await market.getMarket(marketId)).windowEnd)
    await expect(market.requestResolution(marketId)).to.emit(market, 'DrawNoted')
    const { drawBlock, status, isAppealing } = await market.getMarket(marketId)
    expect([status, isAppealing]).to.deep.equal([Status.Resolved, true])
    await expect(market.requestResolution(marketId)).to.be.revertedWithCustomError(market, 'DrawPending')
    await expect(join(system, marketId, 20)).to.be.revertedWithCustomError(market, 'TooLate')
    await mineTo(system, Number(drawBlock))
    const seed = await hashOf(Number(drawBlock))
    await expect(market.draw(marketId)).to.emit(market, 'SeatsDrawn').withArgs(marketId, 1, seed, 6)
    const picked = pick(seed, 6, 4)
    expect(await seated(system, marketId, 1)).to.deep.equal(picked.map((i) => fresh[i]!.agentId))
    const round = await market.getRound(marketId, 0, 16)
    expect([round.status, round.round, round.n]).to.deep.equal([Status.Requested, 2n, 4n])
    expect((await market.getMember(marketId, fresh[picked[2]!]!.agentId)).seat).to.equal(34)
    await deliver(system, await reportOf(system, marketId, ['NO', 'NO', 'NO', 'NO'], 'NO'))
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    // Three of four were wrong with a stake of 0.5: half of what they lose, 0.375, is more than the bond.
    expect(table.appellants[0]).to.equal(2n * bond)
    await expectEmptied(system, marketId)
  })

  it('need a draw in time: undrawn, the appeal ends a timeout after its joins, and all money goes back', async () => {
    const { system, market, marketId, bond } = await loadFixture(appealed)
    const fresh = await joinAll(system, marketId, 6, 10)
    const { windowEnd } = await market.getMarket(marketId)
    const end = windowEnd + BigInt(resolutionTimeout)
    await time.increaseTo(end - 20n)
    await market.requestResolution(marketId)
    await time.setNextBlockTimestamp(end - 1n)
    await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
    await time.setNextBlockTimestamp(end)
    await expect(market.expire(marketId))
      .to.emit(market, 'AppealEnded')
      .withArgs(marketId, system.appellant.address, false)
    const after = await market.getMarket(marketId)
    expect([after.outcome, after.isAppealing, after.drawBlock]).to.deep.equal([Outcome.Yes, false, 0n])
    await mineTo(system, (await ethers.provider.getBlockNumber()) + delay)
    await expect(market.draw(marketId)).to.be.revertedWithCustomError(market, 'NoDraw')
    for (const { wallet, agentId } of fresh) {
      const left = market.connect(wallet).leaveMarket(marketId, agentId)
      await expect(left)
        .to.emit(market, 'WorkerLeft')
        .withArgs(marketId, agentId, wallet.address, parseEther('1'))
    }
    await settle(system, marketId)
    await expectTable(system, marketId)
    expect(await market.creditOf(system.appellant.address)).to.equal(bond)
    await expectEmptied(system, marketId)
  })

  it('a stake that no seat was drawn for can be freed by anyone, and goes to its agent', async () => {
    const { system, market, marketId, workers } = await loadFixture(appealed)
    const agents = await seated(system, marketId)
    const undrawn = workers.filter(({ agentId }) => !agents.includes(agentId))
    expect(undrawn).not.to.have.length(0)
    const stranger = system.others[40]!
    for (const { wallet, agentId } of undrawn) {
      const left = market.connect(stranger).leaveMarket(marketId, agentId)
      await expect(left)
        .to.emit(market, 'WorkerLeft')
        .withArgs(marketId, agentId, wallet.address, parseEther('0.5'))
      await expect(left).to.changeEtherBalances(system.ethers, [wallet, stranger], [parseEther('0.5'), 0n])
      await expect(market.connect(stranger).leaveMarket(marketId, agentId)).to.be.revertedWithCustomError(
        market,
        'NotJoined',
      )
    }
  })

  it('are asked without a draw where no more joined than there are', async () => {
    const { system, market, marketId } = await loadFixture(appealed)
    const fresh = await joinAll(system, marketId, 4, 10)
    await ask(system, marketId)
    expect(await seated(system, marketId, 1)).to.deep.equal(fresh.map(({ agentId }) => agentId))
    await expect(market.draw(marketId)).to.be.revertedWithCustomError(market, 'NoDraw')
    // The seats of the first cohort are still those that were drawn.
    expect((await market.getWorker(marketId, 3)).vote).to.equal(Outcome.No)
  })

  it('cannot be filled: a crowd of forty has no more of them than the lot gives', async () => {
    const { system, market, marketId } = await loadFixture(appealed)
    const crowd = await deployCrowd(system, 40)
    await joinCrowd(system, crowd, marketId, 40)
    const honest = await join(system, marketId, 20)
    await ask(system, marketId)
    const { joined, seats } = await market.getMarket(marketId)
    expect([joined, seats]).to.deep.equal([41n, 4n])
    expect((await market.getMember(marketId, honest.agentId)).joinIndex).to.equal(40)
  })
})
