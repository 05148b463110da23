import { expect } from 'chai'
import { id, parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  manualQuestion,
  Outcome,
  reportOf,
  requested,
  resolved,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)
const { requestCooldown, resolutionTimeout } = defaultParameters

async function open(system: System, workers: number, options: { reward?: bigint; question?: string } = {}) {
  const made = await createMarket(system, options)
  return { ...made, workers: await joinAll(system, made.marketId, workers) }
}

describe('requestResolution', () => {
  it('C23 attack 9: not before the deadline, and at its second', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, deadline } = await open(system, 3)
    await expect(market.requestResolution(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(deadline)
    await time.setNextBlockTimestamp(deadline - 1)
    await expect(market.requestResolution(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(deadline)
    await time.setNextBlockTimestamp(deadline)
    await market.requestResolution(marketId)
    const made = await market.getMarket(marketId)
    expect(made.status).to.equal(Status.Requested)
    expect(made.requestedAt).to.equal(deadline)
    expect(made.round).to.equal(1)
    expect([made.joined, made.seats, made.appeals]).to.deep.equal([3n, 3n, 0n])
    expect(made.outcome).to.equal(Outcome.None)
    expect(made.windowEnd).to.equal(0)
  })

  it('S1-36 C7: emits exactly ResolutionRequested(uint256 indexed, string) with the question, by anyone', async () => {
    const system = await loadFixture(fixture)
    const { market, address, challenger } = system
    const { marketId, deadline } = await open(system, 3)
    await time.increaseTo(deadline)
    const receipt = await (await market.connect(challenger).requestResolution(marketId)).wait()
    expect(receipt!.logs.length).to.equal(1)
    const [log] = receipt!.logs
    expect(log!.address).to.equal(address)
    expect(log!.topics).to.deep.equal([
      id('ResolutionRequested(uint256,string)'),
      `0x${marketId.toString(16).padStart(64, '0')}`,
    ])
    const coder = system.ethers.AbiCoder.defaultAbiCoder()
    expect(log!.data).to.equal(coder.encode(['string'], [manualQuestion]))
  })

  it('C7: the event of the longest question stays below the 5,000 bytes of a trigger', async () => {
    const system = await loadFixture(fixture)
    const { marketId, deadline } = await open(system, 3, { question: 'q'.repeat(2_048) })
    await time.increaseTo(deadline)
    const receipt = await (await system.market.requestResolution(marketId)).wait()
    const size = receipt!.logs[0]!.data.length / 2 - 1
    expect(size < 5_000, String(size)).to.equal(true)
  })

  it('C21 attack 8: with too few workers the market is Invalid, all money goes back, and nothing is asked', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    for (const count of [0, 2]) {
      const { marketId, deadline, workers } = await open(system, count, { reward: parseEther('3') })
      await time.increaseTo(deadline)
      const before = await market.creditOf(creator.address)
      const receipt = await (await market.requestResolution(marketId)).wait()
      const names = receipt!.logs.map((log) => market.interface.parseLog(log)!.name)
      expect(names).to.deep.equal(['Credited', 'MarketSettled'])
      const credited = market.interface.parseLog(receipt!.logs[0]!)!
      expect([...credited.args]).to.deep.equal([marketId, creator.address, parseEther('3'), 1n])
      const settled = market.interface.parseLog(receipt!.logs[1]!)!
      expect([...settled.args]).to.deep.equal([marketId, Status.Invalid, Outcome.Invalid, 2n])
      expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
      expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
      expect((await market.getMarket(marketId)).round).to.equal(0)
      expect((await market.creditOf(creator.address)) - before).to.equal(parseEther('3'))
      for (const [i, { wallet, stake }] of workers.entries())
        await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, stake)
      // Those who have a seat are paid by it, and once.
      for (const { wallet, agentId } of workers)
        await expect(market.connect(wallet).leaveMarket(marketId, agentId)).to.be.revertedWithCustomError(
          market,
          'HasSeat',
        )
      await expect(market.requestResolution(marketId))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, Status.Invalid)
    }
  })

  it('one worker is enough where the deployment says so', async () => {
    const system = await deployVariant(await loadFixture(fixture), { parameters: { minWorkers: 1 } })
    const { marketId } = await requested(system, 1)
    expect(await system.market.statusOf(marketId)).to.equal(Status.Requested)
  })

  it('C23: again only after the cooldown, to the second; the round and its time stay', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await requested(system, 3)
    const asked = await time.latest()
    await time.setNextBlockTimestamp(asked + requestCooldown - 1)
    await expect(market.requestResolution(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(asked + requestCooldown)
    await time.setNextBlockTimestamp(asked + requestCooldown)
    await expect(market.requestResolution(marketId))
      .to.emit(market, 'ResolutionRequested')
      .withArgs(marketId, manualQuestion)
    const made = await market.getMarket(marketId)
    expect(made.requestedAt).to.equal(asked)
    expect(made.round).to.equal(1)
    expect(made.status).to.equal(Status.Requested)
    // The cooldown counts from the last request, not from the first.
    await time.setNextBlockTimestamp(asked + 2 * requestCooldown - 1)
    await expect(market.requestResolution(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(asked + 2 * requestCooldown)
    await time.setNextBlockTimestamp(asked + 2 * requestCooldown)
    await market.requestResolution(marketId)
  })

  it('a request again does not move the timeout', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await requested(system, 3)
    const asked = await time.latest()
    await time.setNextBlockTimestamp(asked + resolutionTimeout - 1)
    await market.requestResolution(marketId)
    await time.setNextBlockTimestamp(asked + resolutionTimeout)
    await market.expire(marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
  })

  it('S0-68: not when a report is there, nor after', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const refused = (status: bigint) =>
      expect(market.requestResolution(marketId))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, status)
    await refused(Status.Resolved)
    await settle(system, marketId)
    await refused(Status.Settled)
    await market.finalize(marketId)
    await refused(Status.Finalized)
  })

  it('refuses a market that does not exist', async () => {
    const { market } = await loadFixture(fixture)
    for (const call of [market.requestResolution, market.draw, market.expire, market.settle, market.finalize])
      await expect(call(9)).to.be.revertedWithCustomError(market, 'UnknownMarket').withArgs(9)
  })

  it('attack 2: who could have joined between request and report can’t; the asked are those who were in', async () => {
    const system = await loadFixture(fixture)
    const { marketId } = await requested(system, 4)
    const report = await reportOf(system, marketId, ['YES', 'YES', 'YES', 'YES'], 'YES')
    await deliver(system, report)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
  })
})
