import { expect } from 'chai'
import { parseEther, ZeroAddress } from 'ethers'
import { network } from 'hardhat'
import {
  challenge,
  doubleTalkOf,
  leafOf,
  no,
  otherRule,
  tellFalsely,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  Outcome,
  reportOf,
  requested,
  resolved,
  type Saying,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import type { Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const { arbitrationTimeout, challengeWindow } = defaultParameters
const cost = parseEther('0.1')

/** One round and no appeal: the last resort is there at once. */
const fixture = async () => deployVariant(await deploySystem(connection), { parameters: { maxRounds: 1 } })
const withAppeals = () => deploySystem(connection)

/** A resolved market for which somebody has paid the arbitration. */
async function held(system: System, sayings: readonly Saying[], outcome: Vote.Outcome, paid = cost) {
  const { market, arbiter, appellant } = system
  const { marketId, workers } = await resolved(system, sayings, outcome)
  await market.connect(arbiter).hold(marketId, appellant.address, paid)
  return { marketId, workers, market }
}

/** An appeal up to its report. */
async function appeal(
  system: System,
  marketId: bigint,
  first: number,
  sayings: readonly Saying[],
  outcome: Vote.Outcome | null,
) {
  const { market, appellant } = system
  const bond = await market.bondOf(marketId)
  await market.connect(appellant).escalate(marketId, await market.outcomeOf(marketId), { value: bond })
  await joinAll(system, marketId, sayings.length, first)
  await ask(system, marketId)
  await deliver(system, await reportOf(system, marketId, sayings, outcome))
  return bond
}

describe('hold', () => {
  it('keeps a market open for a ruling, and says who paid what', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter, appellant } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const now = (await time.latest()) + 60
    await time.setNextBlockTimestamp(now)
    const sent = market.connect(arbiter).hold(marketId, appellant.address, cost)
    await expect(sent).to.emit(market, 'MarketHeld').withArgs(marketId, appellant.address, cost)
    await expect(sent)
      .to.emit(market, 'WindowMoved')
      .withArgs(marketId, now + arbitrationTimeout)
    const made = await market.getMarket(marketId)
    expect([made.status, made.outcome, made.isHeld]).to.deep.equal([Status.Resolved, Outcome.Yes, true])
    expect(made.windowEnd).to.equal(now + arbitrationTimeout)
    await time.increase(challengeWindow)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
  })

  it('is for the arbiter only; where there is none, for nobody', async () => {
    const system = await loadFixture(fixture)
    const without = await deployVariant(system, { parameters: { maxRounds: 1 }, arbiter: ZeroAddress })
    expect(await without.market.arbiter()).to.equal(ZeroAddress)
    for (const one of [system, without]) {
      const { market, admin, creator, arbiter } = one
      const { marketId } = await resolved(one, ['YES', 'YES', 'NO'], 'YES')
      const others = one === without ? [admin, creator, arbiter] : [admin, creator]
      for (const account of others) {
        await expect(market.connect(account).hold(marketId, account.address, cost))
          .to.be.revertedWithCustomError(market, 'NotTheArbiter')
          .withArgs(account.address)
        await expect(market.connect(account).rule(marketId, Outcome.No))
          .to.be.revertedWithCustomError(market, 'NotTheArbiter')
          .withArgs(account.address)
      }
    }
  })

  it('is due only where no appeal is left, and none is under way', async () => {
    const system = await loadFixture(withAppeals)
    const { market, arbiter, appellant } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const hold = () => market.connect(arbiter).hold(marketId, appellant.address, cost)
    const refused = () => expect(hold()).to.be.revertedWithCustomError(market, 'NoHold').withArgs(marketId)
    await refused()
    await appeal(system, marketId, 3, ['YES', 'YES', 'NO'], 'YES')
    await refused()
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await refused()
    await joinAll(system, marketId, 3, 6)
    await ask(system, marketId)
    await refused()
    await deliver(system, await reportOf(system, marketId, ['YES', 'NO', 'NO'], 'YES'))
    // Five against four is a lead of a ninth.
    await expect(
      market
        .connect(appellant)
        .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) }),
    ).to.be.revertedWithCustomError(market, 'NoAppeal')
    await hold()
    expect((await market.getMarket(marketId)).isHeld).to.equal(true)
  })

  it('is due after appeals that nobody answered as well, and those leave time for it', async () => {
    const system = await loadFixture(withAppeals)
    const { market, arbiter, appellant } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    for (const _ of [1, 2]) {
      await market
        .connect(appellant)
        .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
      await ask(system, marketId)
    }
    const { windowEnd } = await market.getMarket(marketId)
    const least = (await time.latest()) + defaultParameters.windowExtension
    expect(windowEnd >= least).to.equal(true)
    await market.connect(arbiter).hold(marketId, appellant.address, cost)
    await market.connect(arbiter).rule(marketId, Outcome.No)
    await settle(system, marketId)
    await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'ruling', rulingCost: cost })
    await expectEmptied(system, marketId)
  })

  it('is possible once', async () => {
    const system = await loadFixture(fixture)
    const { marketId, market } = await held(system, ['YES', 'YES', 'NO'], 'YES')
    await expect(market.connect(system.arbiter).hold(marketId, system.creator.address, cost))
      .to.be.revertedWithCustomError(market, 'NoHold')
      .withArgs(marketId)
    await market.connect(system.arbiter).rule(marketId, Outcome.None)
    await expect(market.connect(system.arbiter).hold(marketId, system.creator.address, cost))
      .to.be.revertedWithCustomError(market, 'NoHold')
      .withArgs(marketId)
  })

  it('comes before the end of the window, and not at it', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter, appellant } = system
    for (const isLate of [false, true]) {
      const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
      const { windowEnd } = await market.getMarket(marketId)
      await time.setNextBlockTimestamp(windowEnd - (isLate ? 0n : 1n))
      const sent = market.connect(arbiter).hold(marketId, appellant.address, cost)
      if (isLate) await expect(sent).to.be.revertedWithCustomError(market, 'TooLate').withArgs(windowEnd)
      else await expect(sent).to.emit(market, 'MarketHeld')
    }
  })

  it('needs an outcome that stands: not before a report, and not after settlement', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter } = system
    const refused = async (marketId: bigint, status: bigint) => {
      for (const call of [
        () => market.connect(arbiter).hold(marketId, arbiter.address, cost),
        () => market.connect(arbiter).rule(marketId, Outcome.Yes),
      ])
        await expect(call()).to.be.revertedWithCustomError(market, 'WrongStatus').withArgs(marketId, status)
    }
    const open = await createMarket(system)
    await refused(open.marketId, Status.Open)
    const asked = await requested(system, 3)
    await refused(asked.marketId, Status.Requested)
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await settle(system, marketId)
    await refused(marketId, Status.Settled)
    await expect(market.connect(arbiter).hold(99, arbiter.address, cost))
      .to.be.revertedWithCustomError(market, 'UnknownMarket')
      .withArgs(99)
  })

  it('a cost that fits 96 bits is taken, and a larger one refused', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const most = 2n ** 96n - 1n
    await expect(market.connect(arbiter).hold(marketId, arbiter.address, most + 1n))
      .to.be.revertedWithCustomError(market, 'WrongValue')
      .withArgs(most + 1n, most)
    await market.connect(arbiter).hold(marketId, arbiter.address, most)
  })
})

describe('rule', () => {
  it('sets the outcome and ends the window: it can be settled at once', async () => {
    const system = await loadFixture(fixture)
    const { marketId, market } = await held(system, ['YES', 'YES', 'NO'], 'YES')
    const now = (await time.latest()) + 1_000
    await time.setNextBlockTimestamp(now)
    const sent = market.connect(system.arbiter).rule(marketId, Outcome.No)
    await expect(sent).to.emit(market, 'MarketRuled').withArgs(marketId, Outcome.Yes, Outcome.No)
    await expect(sent).to.emit(market, 'OutcomeChanged').withArgs(marketId, Outcome.Yes, Outcome.No)
    await expect(sent).to.emit(market, 'WindowMoved').withArgs(marketId, now)
    await market.settle(marketId)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.No)
  })

  it('is possible only while the market is held, and once', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    await expect(market.connect(arbiter).rule(marketId, Outcome.No))
      .to.be.revertedWithCustomError(market, 'NoHold')
      .withArgs(marketId)
    const ruled = await held(system, ['YES', 'YES', 'NO'], 'YES')
    await market.connect(arbiter).rule(ruled.marketId, Outcome.No)
    const { windowEnd } = await market.getMarket(ruled.marketId)
    await expect(market.connect(arbiter).rule(ruled.marketId, Outcome.Yes))
      .to.be.revertedWithCustomError(market, 'TooLate')
      .withArgs(windowEnd)
  })

  it('comes within the arbitration’s time, and not at its end; then the outcome stands', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter, appellant } = system
    const { marketId } = await held(system, ['YES', 'YES', 'NO'], 'YES')
    const { windowEnd } = await market.getMarket(marketId)
    await time.setNextBlockTimestamp(windowEnd - 1n)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
    await time.setNextBlockTimestamp(windowEnd)
    await expect(market.connect(arbiter).rule(marketId, Outcome.No))
      .to.be.revertedWithCustomError(market, 'TooLate')
      .withArgs(windowEnd)
    await time.setNextBlockTimestamp(windowEnd)
    await market.settle(marketId)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await expectTable(system, marketId)
    expect(await market.creditOf(appellant.address)).to.equal(0)
    await expectEmptied(system, marketId)
    const inTime = await held(system, ['YES', 'YES', 'NO'], 'YES')
    await time.setNextBlockTimestamp((await market.getMarket(inTime.marketId)).windowEnd - 1n)
    await market.connect(arbiter).rule(inTime.marketId, Outcome.No)
    expect(await market.outcomeOf(inTime.marketId)).to.equal(Outcome.No)
  })

  it('of none, or of what stands, changes nothing and earns nobody anything', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter, appellant } = system
    for (const ruling of [Outcome.None, Outcome.Yes]) {
      const { marketId } = await held(system, ['YES', 'YES', 'NO'], 'YES')
      const sent = market.connect(arbiter).rule(marketId, ruling)
      await expect(sent).to.emit(market, 'MarketRuled').withArgs(marketId, Outcome.Yes, Outcome.Yes)
      await expect(sent).not.to.emit(market, 'OutcomeChanged')
      await market.settle(marketId)
      await expectTable(system, marketId)
      expect(await market.creditOf(appellant.address)).to.equal(0)
      await expectEmptied(system, marketId)
    }
  })

  it('an outcome that there is not is refused', async () => {
    const system = await loadFixture(fixture)
    const { marketId, market } = await held(system, ['YES', 'YES', 'NO'], 'YES')
    const data = market.interface.encodeFunctionData('rule', [marketId, 3]).replace(/3$/, '4')
    await expect(system.arbiter.sendTransaction({ to: system.address, data })).to.be.revert(ethers)
  })
})

describe('a ruling that turns the outcome', () => {
  it('pays by it; who paid the arbitration has what it cost, at most half of what the wrong lose', async () => {
    // Two Yes with a stake of 0.5 lose 0.25 each.
    for (const [paid, reward] of [
      [cost, cost],
      [parseEther('0.25'), parseEther('0.25')],
      [parseEther('0.25') + 1n, parseEther('0.25')],
      [parseEther('9'), parseEther('0.25')],
      [0n, 0n],
    ] as const) {
      const system = await loadFixture(fixture)
      const { market, arbiter, appellant } = system
      const { marketId } = await held(system, ['YES', 'YES', 'NO'], 'YES', paid)
      await market.connect(arbiter).rule(marketId, Outcome.No)
      const settled = market.settle(marketId)
      if (reward > 0n)
        await expect(settled).to.emit(market, 'Credited').withArgs(marketId, appellant.address, reward, 6)
      await settled
      const table = await expectTable(system, marketId, { turnedBy: 'ruling', rulingCost: paid })
      expect(table.arbiter).to.equal(reward)
      expect(await market.creditOf(appellant.address)).to.equal(reward)
      expect(await market.creditOf(arbiter.address)).to.equal(0)
      await expectEmptied(system, marketId)
    }
  })

  it('of Invalid is paid like one by default: all who voted share nothing but strikes, and nobody is wrong', async () => {
    const system = await loadFixture(fixture)
    const { market, arbiter, creator } = system
    const { marketId } = await held(system, ['YES', 'YES', 'NO', 'silent'], 'YES')
    await market.connect(arbiter).rule(marketId, Outcome.Invalid)
    const made = await market.getMarket(marketId)
    expect([made.outcome, made.ending]).to.deep.equal([Outcome.Invalid, 1n])
    await market.settle(marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    const table = await expectTable(system, marketId, { turnedBy: 'ruling', rulingCost: cost })
    const stake = parseEther('0.5')
    expect(table.workers).to.deep.equal([stake, stake, stake, stake / 2n])
    expect([table.creator, table.treasury, table.arbiter]).to.deep.equal([parseEther('1'), stake / 2n, 0n])
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    await expectEmptied(system, marketId)
  })

  it('of Invalid makes an Invalid by vote one by default, and rewards nobody for it', async () => {
    const system = await loadFixture(fixture)
    const { marketId, market } = await held(system, ['INVALID', 'INVALID', 'NO'], 'INVALID')
    await expect(market.connect(system.arbiter).rule(marketId, Outcome.Invalid))
      .to.emit(market, 'OutcomeChanged')
      .withArgs(marketId, Outcome.Invalid, Outcome.Invalid)
    expect((await market.getMarket(marketId)).ending).to.equal(1)
    await market.settle(marketId)
    const { creator, arbiter } = await expectTable(system, marketId)
    expect([creator, arbiter]).to.deep.equal([parseEther('1'), 0n])
    await expectEmptied(system, marketId)
  })

  it('may answer an Invalid by default, whose votes are then right or wrong', async () => {
    for (const [ruling, ending] of [
      [Outcome.Yes, 'YES'],
      [Outcome.No, 'NO'],
    ] as const) {
      const system = await loadFixture(fixture)
      const { market } = system
      const { marketId } = await held(system, ['YES', 'YES', 'NO', 'NO'], 'INVALID')
      expect((await market.getMarket(marketId)).ending).to.equal(1)
      await market.connect(system.arbiter).rule(marketId, ruling)
      await market.settle(marketId)
      expect(await market.statusOf(marketId)).to.equal(Status.Settled)
      await expectTable(system, marketId, { ending, turnedBy: 'ruling', rulingCost: cost })
      await expectEmptied(system, marketId)
    }
  })

  it('W = 0: to an outcome nobody voted for, the pool less its fee goes back, what was slashed to the treasury', async () => {
    const system = await loadFixture(fixture)
    const { marketId, market } = await held(system, ['YES', 'YES', 'YES', 'INVALID'], 'YES')
    await market.connect(system.arbiter).rule(marketId, Outcome.No)
    await market.settle(marketId)
    const table = await expectTable(system, marketId, { turnedBy: 'ruling', rulingCost: cost })
    expect(table.creator).to.equal(parseEther('0.97'))
    // The fee, a tenth of the doubter's stake, and what three lose less the reward.
    expect(table.treasury).to.equal(parseEther('0.03') + parseEther('0.05') + parseEther('0.75') - cost)
    await expectEmptied(system, marketId)
  })

  it('A11: gives the bonds back of all appeals against what it turned, and takes none’s reward twice', async () => {
    const system = await loadFixture(withAppeals)
    const { market, arbiter, appellant, creator } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const first = await appeal(system, marketId, 3, ['YES', 'YES', 'NO'], 'YES')
    const second = await appeal(system, marketId, 6, ['YES', 'NO', 'NO'], 'YES')
    await market.connect(arbiter).hold(marketId, creator.address, cost)
    await market.connect(arbiter).rule(marketId, Outcome.No)
    await market.settle(marketId)
    await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'ruling', rulingCost: cost })
    expect(await market.creditOf(appellant.address)).to.equal(first + second)
    expect(await market.creditOf(creator.address)).to.equal(cost)
    await expectEmptied(system, marketId)
  })

  it('takes the reward of an appeal that had turned it the other way', async () => {
    const system = await loadFixture(withAppeals)
    const { market, arbiter, appellant, creator } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const first = await appeal(system, marketId, 3, ['NO', 'NO', 'NO', 'NO'], 'NO')
    const second = await appeal(system, marketId, 7, ['NO', 'NO', 'NO'], 'NO')
    await market.connect(arbiter).hold(marketId, creator.address, cost)
    await market.connect(arbiter).rule(marketId, Outcome.Yes)
    await market.settle(marketId)
    // The first was raised against Yes, which is what it is in the end; the second against No.
    const table = await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'ruling', rulingCost: cost })
    expect(table.appellants).to.deep.equal([0n, second])
    expect(first > 0n).to.equal(true)
    expect(await market.creditOf(appellant.address)).to.equal(second)
    await expectEmptied(system, marketId)
  })
})

describe('a round whose transcript contradicts its docket', () => {
  it('is the arbiter’s to decide once the market is held: no void round comes between', async () => {
    const system = await loadFixture(withAppeals)
    const { market, arbiter, appellant } = system
    const { marketId } = await toldMarket(system, [yes, yes, no])
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await ask(system, marketId)
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, 4, 3)
    await ask(system, marketId)
    const told = await tellFalsely(system, marketId, [no, no, no, no], otherRule)
    await market.connect(arbiter).hold(marketId, appellant.address, cost)
    await expect(challenge(system, marketId, 0, leafOf(told, 1)))
      .to.be.revertedWithCustomError(market, 'NoHold')
      .withArgs(marketId)
    // Workers can still be struck: what they signed does not depend on any ruling.
    await challenge(system, marketId, 64, doubleTalkOf(told, 0))
    await market.connect(arbiter).rule(marketId, Outcome.Yes)
    await market.settle(marketId)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'ruling', rulingCost: cost })
    await expectEmptied(system, marketId)
  })
})
