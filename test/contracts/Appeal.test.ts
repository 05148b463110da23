import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { no, question, type Saying, tell, toldMarket, yes } from '../../local/ledger/evidence.ts'
import {
  ask,
  deploySystem,
  hour,
  join,
  joinAll,
  Outcome,
  refusalOf,
  requested,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { Bytes, Report } from '../../protocol/index.ts'
import { appeal, escalate, registered } from '../helpers/appeal.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther

describe('an appeal', () => {
  async function market(sayings: readonly Saying[] = [yes, yes, no], reward?: bigint) {
    const system = await networkHelpers.loadFixture(fixture)
    const told = await toldMarket(system, sayings, reward === undefined ? {} : { reward })
    return { system, told, marketId: told.marketId, contract: system.market }
  }

  describe('begins', () => {
    it('A9: with exactly its bond, a tenth of pool and first stakes, and twice as much with each appeal', async () => {
      const { system, marketId, contract } = await market()
      const bond = ether('0.25')
      expect(await contract.bondOf(marketId)).to.equal(bond)
      for (const value of [0n, bond - 1n, bond + 1n]) {
        await expect(contract.escalate(marketId, await contract.outcomeOf(marketId), { value }))
          .to.be.revertedWithCustomError(contract, 'WrongValue')
          .withArgs(value, bond)
      }
      await appeal(system, marketId, 3, 3)
      await tell(system, marketId, [no, no, no])
      // Twice the first, whatever was staked in between.
      expect(await contract.bondOf(marketId)).to.equal(ether('0.5'))
    })

    it('with the least bond where a tenth is less', async () => {
      const { system, marketId, contract } = await market([yes, yes, no], ether('0.001'))
      expect(await contract.bondOf(marketId)).to.equal(ether('0.01'))
      await appeal(system, marketId, 0, 3)
      expect(await contract.bondOf(marketId)).to.equal(ether('0.02'))
    })

    it('and the market stays Resolved: nobody settles it, nobody appeals twice at once', async () => {
      const { system, marketId, contract } = await market()
      const bond = await contract.bondOf(marketId)
      await expect(
        contract
          .connect(system.appellant)
          .escalate(marketId, await contract.outcomeOf(marketId), { value: bond }),
      )
        .to.emit(contract, 'MarketEscalated')
        .withArgs(marketId, system.appellant.address, bond, BigInt(await system.time.latest()) + 3_601n)
      const now = await contract.getMarket(marketId)
      expect([now.status, now.outcome, now.isAppealing]).to.deep.equal([Status.Resolved, Outcome.Yes, true])
      expect([now.appeals, now.joined, now.seats]).to.deep.equal([1n, 0n, 0n])
      const refused = async () => {
        await expect(contract.settle(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
        await expect(
          contract.escalate(marketId, await contract.outcomeOf(marketId), {
            value: await contract.bondOf(marketId),
          }),
        ).to.be.revertedWithCustomError(contract, 'NoAppeal')
        await expect(contract.claim(marketId, 0)).to.be.revertedWithCustomError(contract, 'WrongStatus')
        await expect(contract.finalize(marketId)).to.be.revertedWithCustomError(contract, 'WrongStatus')
      }
      await refused()
      await joinAll(system, marketId, 3, 3)
      await system.time.increase(3 * hour)
      await refused()
      await contract.requestResolution(marketId)
      await refused()
      await system.time.increase(3 * hour)
      await refused()
    })

    it('before the end of the window, once there is something to appeal against', async () => {
      const { system, marketId, contract } = await market()
      const bond = await contract.bondOf(marketId)
      const { windowEnd } = await contract.getMarket(marketId)
      await system.time.setNextBlockTimestamp(windowEnd)
      await expect(contract.escalate(marketId, await contract.outcomeOf(marketId), { value: bond }))
        .to.be.revertedWithCustomError(contract, 'TooLate')
        .withArgs(windowEnd)
      const { marketId: next } = await requested(system, 3)
      await expect(
        contract.escalate(next, await contract.outcomeOf(next), { value: bond }),
      ).to.be.revertedWithCustomError(contract, 'WrongStatus')
      await settle(system, marketId)
      await expect(
        contract.escalate(marketId, await contract.outcomeOf(marketId), { value: bond }),
      ).to.be.revertedWithCustomError(contract, 'WrongStatus')
    })
  })

  describe('is joined', () => {
    it('by fresh agents only, with twice the stake, while joins are open', async () => {
      const { system, marketId, contract, told } = await market()
      await escalate(system, marketId)
      expect(await contract.stakeOf(marketId)).to.equal(ether('1'))
      for (const { agentId, wallet } of told.workers) {
        await expect(contract.connect(wallet).joinMarket(marketId, agentId, { value: ether('1') }))
          .to.be.revertedWithCustomError(contract, 'AlreadyJoined')
          .withArgs(marketId, agentId)
      }
      const fresh = await join(system, marketId, 3)
      await expect(
        contract.connect(fresh.wallet).joinMarket(marketId, fresh.agentId, { value: ether('1') }),
      ).to.be.revertedWithCustomError(contract, 'AlreadyJoined')
      for (const stake of [ether('1') - 1n, ether('1') + 1n])
        await expect(join(system, marketId, 4, stake))
          .to.be.revertedWithCustomError(contract, 'WrongValue')
          .withArgs(stake, ether('1'))
      const { windowEnd } = await contract.getMarket(marketId)
      await expect(contract.requestResolution(marketId))
        .to.be.revertedWithCustomError(contract, 'TooEarly')
        .withArgs(windowEnd)
      expect((await contract.pendingMarkets(0, 9)).marketIds).to.deep.equal([])
      const { agentId, wallet } = await registered(system, 5)
      const last = await registered(system, 6)
      await system.time.setNextBlockTimestamp(windowEnd - 1n)
      await contract.connect(last.wallet).joinMarket(marketId, last.agentId, { value: ether('1') })
      await system.time.setNextBlockTimestamp(windowEnd)
      await expect(contract.connect(wallet).joinMarket(marketId, agentId, { value: ether('1') }))
        .to.be.revertedWithCustomError(contract, 'TooLate')
        .withArgs(windowEnd)
    })

    it('and asks only them', async () => {
      const { system, marketId, contract, told } = await market()
      await escalate(system, marketId)
      const fresh = await joinAll(system, marketId, 4, 3)
      await expect(ask(system, marketId))
        .to.emit(contract, 'ResolutionRequested')
        .withArgs(marketId, question)
      const asked = await contract.getRound(marketId, 0, 16)
      expect([asked.status, asked.round, asked.n]).to.deep.equal([Status.Requested, 2n, 4n])
      expect(asked.isRepeat).to.equal(false)
      // Seats of the first appeal start at 32.
      expect((await contract.getWorker(marketId, 32)).agentId).to.equal(fresh[0]!.agentId)
      expect((await contract.getMember(marketId, fresh[3]!.agentId)).seat).to.equal(35)
      await expect(contract.getWorker(marketId, 36)).to.be.revertedWithCustomError(contract, 'UnknownWorker')
      expect(asked.workers.map(({ signer }) => signer)).to.deep.equal(
        fresh.map(({ wallet }) => wallet.address),
      )
      expect((await contract.pendingMarkets(0, 9)).marketIds).to.deep.equal([marketId])
      await expect(join(system, marketId, 8)).to.be.revertedWithCustomError(contract, 'WrongStatus')
      // The report of the round before is none of this one.
      expect(await refusalOf(system, Bytes.toHex(Report.encode(told.report)))).to.equal('WrongRound')
    })
  })
})
