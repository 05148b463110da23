import { expect } from 'chai'
import { parseEther, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import * as ev from '../../../local/ledger/evidence.ts'
import * as mk from '../../../local/ledger/market.ts'
import * as Evidence from '../../../workers/sentinel/check/evidence.ts'
import { escalate } from '../../helpers/appeal.ts'

const connection = await network.create()
const { loadFixture, mine, time } = connection.networkHelpers
const { Outcome, Status } = mk
/** How an outcome came: `Ending` of the contract. */
const byDefault = 1

const fixture = () => mk.deploySystem(connection)
/** Where the first round is the last, so that an arbiter may be called at once. */
const lastRound = async () => mk.deployVariant(await fixture(), { parameters: { maxRounds: 1 } })

const tie = [ev.yes, ev.yes, ev.yes, ev.yes, ev.yes, ev.no, ev.no, ev.no, ev.no, ev.no]

describe('attacks by the moment: what comes first', () => {
  describe('a strike just before an objection', () => {
    it('does not turn the bond of a right appellant against the truth', async () => {
      const system = await loadFixture(fixture)
      const { market, appellant } = system
      const told = await ev.toldMarket(system, tie)
      const { marketId } = told
      const [bond, objected] = [await market.bondOf(marketId), await market.outcomeOf(marketId)]
      expect(objected).to.equal(Outcome.Invalid)
      // One of the liars is struck by its own side, and 5 : 4 is a lead.
      await ev.challenge(system, marketId, 9, ev.doubleTalkOf(told, 9))
      await expect(market.connect(appellant).escalate(marketId, objected, { value: bond }))
        .to.be.revertedWithCustomError(market, 'OtherOutcome')
        .withArgs(marketId, Outcome.Yes)
    })
  })

  describe('a strike just after a ruling', () => {
    it('does not undo an Invalid, even before the source must have spoken', async () => {
      const system = await loadFixture(lastRound)
      const { market, arbiter, appellant } = system
      const told = await ev.toldMarket(system, [ev.yes, ev.yes, ev.no])
      const { marketId } = told
      await market.connect(arbiter).hold(marketId, appellant.address, parseEther('0.1'))
      await market.connect(arbiter).rule(marketId, Outcome.Invalid)
      expect((await market.getMarket(marketId)).readyAt).to.be.greaterThan(await time.latest())
      await expect(ev.challenge(system, marketId, 2, ev.doubleTalkOf(told, 2))).to.be.revertedWithCustomError(
        market,
        'TooLate',
      )
      await expect(market.connect(arbiter).rule(marketId, Outcome.Yes)).to.be.revertedWithCustomError(
        market,
        'TooLate',
      )
      await market.settle(marketId)
      expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
      expect((await market.getMarket(marketId)).ending).to.equal(byDefault)
    })
  })

  describe('an exit in the last second', () => {
    it('comes too late; and who leaves in time leaves others the time to join', async () => {
      const system = await loadFixture(fixture)
      const { market, others, parameters } = system
      const words = [system.address, ZeroAddress, 10_000, 600, parseEther('1')]
      const bets = await system.ethers.deployContract('BinaryMarket', words)
      const { marketId, deadline } = await mk.createMarket(system)
      const workers = await mk.joinAll(system, marketId, 3)
      const value = parseEther('0.25')
      await bets.connect(others[20]!).bet(marketId, Outcome.No, value, { value })
      const last = workers[2]!
      const leave = () => market.connect(last.wallet).leaveMarket(marketId, last.agentId)
      const end = deadline - 2 * parameters.joinCutoff
      await time.setNextBlockTimestamp(end)
      await expect(leave()).to.be.revertedWithCustomError(market, 'TooLate').withArgs(end)
      await mk.ask(system, marketId)
      expect(await market.statusOf(marketId)).to.equal(Status.Requested)
    })

    it('a second earlier it is free, and the place is taken by another', async () => {
      const system = await loadFixture(fixture)
      const { market, parameters } = system
      const { marketId, deadline } = await mk.createMarket(system)
      const workers = await mk.joinAll(system, marketId, 3)
      await time.setNextBlockTimestamp(deadline - 2 * parameters.joinCutoff - 1)
      await market.connect(workers[2]!.wallet).leaveMarket(marketId, workers[2]!.agentId)
      await time.setNextBlockTimestamp(deadline - parameters.joinCutoff - 10)
      await mk.joinAll(system, marketId, 1, 3)
      await mk.ask(system, marketId)
      expect(await market.statusOf(marketId)).to.equal(Status.Requested)
    })
  })

  describe('a mild strike before the hard one', () => {
    it('a friend’s sample saves no stake of a doubter that signed twice', async () => {
      const system = await loadFixture(fixture)
      const { market } = system
      await ev.registerSource(system)
      await time.increase(10)
      const told = await ev.toldMarket(system, [ev.invalid, ev.invalid, ev.invalid])
      const { marketId } = told
      const { rule } = told.report.docket!
      const sample = await ev.observe(system, rule.sourceId, {
        observedAt: rule.from + 1,
        value: rule.target,
      })
      const shown = Evidence.counterSample(told.report, told.answers[0]!.attestation, sample)
      await ev.challenge(system, marketId, 0, shown)
      expect((await market.getWorker(marketId, 0)).reason).to.equal(36)
      const { invalidWeight } = await market.getMarket(marketId)
      await ev.challenge(system, marketId, 0, ev.doubleTalkOf(told, 0))
      expect((await market.getWorker(marketId, 0)).reason).to.equal(63)
      // Its weight was out of the tally already.
      expect((await market.getMarket(marketId)).invalidWeight).to.equal(invalidWeight)
      // Neither of them a second time.
      for (const evidence of [shown, ev.doubleTalkOf(told, 0)])
        await expect(ev.challenge(system, marketId, 0, evidence)).to.be.revertedWithCustomError(
          market,
          'NotStrikable',
        )
    })
  })

  describe('a false report in a later appeal', () => {
    /** Yes is reported; appeal 1 turns it to No; appeal 2 turns it back with a transcript that contradicts itself. */
    async function turnedTwice() {
      const system = await loadFixture(fixture)
      const { market, appellant, creator } = system
      const { marketId } = await ev.toldMarket(system, [ev.yes, ev.yes, ev.yes, ev.no, ev.no])
      const bond = await market.bondOf(marketId)
      await market.connect(appellant).escalate(marketId, Outcome.Yes, { value: bond })
      await mk.joinAll(system, marketId, 3, 5)
      await mk.ask(system, marketId)
      await ev.tell(system, marketId, [ev.no, ev.no, ev.no])
      await escalate(system, marketId, creator)
      await mk.joinAll(system, marketId, 4, 8)
      await mk.ask(system, marketId)
      const told = await ev.tellFalsely(system, marketId, [ev.yes, ev.yes, ev.yes, ev.yes], ev.otherRule)
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await ev.challenge(system, marketId, 0, ev.leafOf(told, 1))
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.No)
      return { system, marketId, bond }
    }

    it('does not take the reward of who was right before it', async () => {
      const { system, marketId, bond } = await turnedTwice()
      const { market, appellant, parameters } = system
      await time.increase(parameters.resolutionTimeout)
      await market.expire(marketId)
      await mk.settle(system, marketId)
      // Three seats lose half of 0.5 each: the reward is the bond, less than half of that.
      const slashed = 3n * parseEther('0.25')
      expect(bond).to.be.at.most(slashed / 2n)
      expect(await market.creditOf(appellant.address)).to.equal(2n * bond)
    })

    it('does not make an Invalid of an outcome that stood without a lead', async () => {
      const system = await loadFixture(fixture)
      const { market } = system
      const { marketId } = await ev.toldMarket(system, [ev.yes, ev.yes, ev.yes, ev.yes, ev.no])
      await escalate(system, marketId)
      await mk.joinAll(system, marketId, 3, 5)
      await mk.ask(system, marketId)
      await ev.tell(system, marketId, [ev.no, ev.no, ev.no])
      // 4 : 4, and Yes stands.
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
      await escalate(system, marketId)
      await mk.joinAll(system, marketId, 3, 8)
      await mk.ask(system, marketId)
      const told = await ev.tellFalsely(system, marketId, [ev.no, ev.no, ev.no], ev.otherRule)
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.No)
      await ev.challenge(system, marketId, 0, ev.leafOf(told, 1))
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    })

    it('does not bring back what strikes had taken away during the appeal', async () => {
      const system = await loadFixture(fixture)
      const { market } = system
      const first = await ev.toldMarket(system, [ev.yes, ev.yes, ev.yes, ev.yes, ev.no])
      const { marketId } = first
      await escalate(system, marketId)
      await mk.joinAll(system, marketId, 3, 5)
      await mk.ask(system, marketId)
      await ev.tell(system, marketId, [ev.no, ev.no, ev.no])
      await escalate(system, marketId)
      await mk.joinAll(system, marketId, 3, 8)
      for (const seat of [0, 4]) await ev.challenge(system, marketId, seat, ev.doubleTalkOf(first, seat))
      // 3 : 3, and nothing stands.
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
      await mk.ask(system, marketId)
      const told = await ev.tellFalsely(system, marketId, [ev.no, ev.no, ev.no], ev.otherRule)
      await ev.challenge(system, marketId, 0, ev.leafOf(told, 1))
      const { outcome, ending } = await market.getMarket(marketId)
      expect([outcome, ending]).to.deep.equal([Outcome.Invalid, BigInt(byDefault)])
    })
  })

  describe('a strike while the arbiter is asked', () => {
    const lie = [...Array(6).fill(ev.no), ...Array(4).fill(ev.yes)]

    async function held() {
      const system = await loadFixture(lastRound)
      const { market, arbiter, appellant } = system
      const told = await ev.toldMarket(system, lie)
      await market.connect(arbiter).hold(told.marketId, appellant.address, parseEther('0.1'))
      const strike = (seat: number) => ev.challenge(system, told.marketId, seat, ev.doubleTalkOf(told, seat))
      for (const seat of [0, 1, 2]) await strike(seat)
      expect(await market.outcomeOf(told.marketId)).to.equal(Outcome.Yes)
      return { system, marketId: told.marketId }
    }

    it('does not take the reward of who paid, if the ruling says the same', async () => {
      const { system, marketId } = await held()
      const { market, arbiter, appellant } = system
      await market.connect(arbiter).rule(marketId, Outcome.Yes)
      await mk.settle(system, marketId)
      expect(await market.creditOf(appellant.address)).to.equal(parseEther('0.1'))
    })

    it('rewards nobody who objected to what is ruled in the end', async () => {
      const { system, marketId } = await held()
      const { market, arbiter, appellant } = system
      await market.connect(arbiter).rule(marketId, Outcome.No)
      await mk.settle(system, marketId)
      expect(await market.creditOf(appellant.address)).to.equal(0)
    })
  })

  describe('a request, or a draw, in the second in which a market expires', () => {
    it('comes too late: every instant has one side', async () => {
      const system = await loadFixture(fixture)
      const { market, parameters } = system
      const { marketId, deadline } = await mk.createMarket(system)
      await mk.joinAll(system, marketId, 40)
      const end = deadline + parameters.resolutionTimeout
      await time.increaseTo(end - 20)
      await market.requestResolution(marketId)
      await mine(5)
      await time.setNextBlockTimestamp(end - 1)
      await market.draw.staticCall(marketId)
      await time.increaseTo(end)
      for (const call of [market.requestResolution, market.draw])
        await expect(call(marketId)).to.be.revertedWithCustomError(market, 'TooLate').withArgs(end)
      await market.expire(marketId)
      expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    })
  })
})
