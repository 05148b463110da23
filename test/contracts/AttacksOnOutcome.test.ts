import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  challenge,
  doubleTalkOf,
  expectEmptied,
  invalid,
  no,
  payouts,
  question,
  type Saying,
  tell,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  createMarket,
  day,
  deploySystem,
  hour,
  join,
  joinAll,
  manualQuestion,
  Outcome,
  requested,
  Status,
  type System,
  settle,
} from '../../local/ledger/market.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther
const load = () => networkHelpers.loadFixture(fixture)

async function escalate(system: System, marketId: bigint, by = system.appellant) {
  const bond = await system.market.bondOf(marketId)
  await system.market.connect(by).escalate(marketId, await system.market.outcomeOf(marketId), { value: bond })
  return bond
}

describe('an Invalid is not for sale', () => {
  it('by silence: those who answer decide the round that repeats, and the silent pay', async () => {
    const system = await load()
    const { market } = system
    const { marketId } = await requested(system, 6, { question })
    const sayings: Saying[] = [yes, yes, yes, 'silent', 'silent', 'silent']
    const first = await tell(system, marketId, sayings)
    expect(first.outcome).to.equal(null)
    expect(await market.statusOf(marketId)).to.equal(Status.Requested)
    await tell(system, marketId, sayings)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    expect((await payouts(system, marketId)).slice(3)).to.deep.equal(Array(3).fill(ether('0.25')))
    await expectEmptied(system, marketId)
  })

  it('by silence in a market too small to go on without: fresh agents decide it', async () => {
    const system = await load()
    const { market } = system
    const { marketId } = await requested(system, 4, { question })
    const sayings: Saying[] = [yes, yes, 'silent', 'silent']
    await tell(system, marketId, sayings)
    await tell(system, marketId, sayings)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    const bond = await escalate(system, marketId)
    await joinAll(system, marketId, 3, 4)
    await ask(system, marketId)
    await tell(system, marketId, [yes, yes, yes])
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    expect(await market.creditOf(system.appellant.address)).to.equal(bond)
    expect((await payouts(system, marketId)).slice(2, 4)).to.deep.equal(Array(2).fill(ether('0.25')))
    await expectEmptied(system, marketId)
  })

  it('by bonds: appeals that nobody answers change nothing, earn nobody anything, and use up no time', async () => {
    const system = await load()
    const { market, time, appellant } = system
    const { marketId } = await toldMarket(system, [yes, yes, no])
    const first = await escalate(system, marketId)
    await ask(system, marketId)
    const second = await escalate(system, marketId)
    expect(second).to.equal(2n * first)
    await ask(system, marketId)
    await expect(
      market.escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) }),
    ).to.be.revertedWithCustomError(market, 'NoAppeal')
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    const { windowEnd } = await market.getMarket(marketId)
    expect(Number(windowEnd) - (await time.latest()), 'for strikes and the arbiter').to.equal(hour)
    await settle(system, marketId)
    const each = ether('0.5') + ether('1.22') / 2n
    expect(await payouts(system, marketId)).to.deep.equal([each, each, ether('0.25')])
    expect(await market.creditOf(appellant.address)).to.equal(first + second)
    await expectEmptied(system, marketId)
  })

  it('by a tie: fresh agents undo it, and who made it pays', async () => {
    const system = await load()
    const { market } = system
    const { marketId } = await toldMarket(system, [yes, yes, no, no])
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    await escalate(system, marketId)
    await joinAll(system, marketId, 3, 4)
    await ask(system, marketId)
    await tell(system, marketId, [yes, yes, yes])
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Settled)
    expect((await payouts(system, marketId)).slice(2, 4)).to.deep.equal(Array(2).fill(ether('0.25')))
    await expectEmptied(system, marketId)
  })

  it('by a self-strike in the last second: there is an hour to appeal, and three quarters of the stake are gone', async () => {
    const system = await load()
    const { market, time, others } = system
    const told = await toldMarket(system, [yes, yes, no])
    const { marketId } = told
    const { windowEnd } = await market.getMarket(marketId)
    await time.setNextBlockTimestamp(windowEnd - 1n)
    const { kind, evidence } = doubleTalkOf(told, 0)
    await market.connect(others[0]!).challenge(marketId, 0, kind, evidence)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    await time.increaseTo(windowEnd + BigInt(hour) - 5n)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
    const bond = await escalate(system, marketId)
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    await tell(system, marketId, [yes, yes, yes])
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    expect(await market.creditOf(system.appellant.address)).to.equal(bond + ether('0.125'))
    expect(await market.creditOf(others[0]!.address)).to.equal(ether('0.125'))
    await expectEmptied(system, marketId)
  })

  it('by a self-strike behind an appeal of one’s own: its end closes no window', async () => {
    const system = await load()
    const { market, time, others } = system
    const told = await toldMarket(system, [yes, yes, no])
    const { marketId } = told
    await escalate(system, marketId, others[0]!)
    const joins = (await market.getMarket(marketId)).windowEnd
    await time.setNextBlockTimestamp(joins - 1n)
    const { kind, evidence } = doubleTalkOf(told, 0)
    await market.connect(others[0]!).challenge(marketId, 0, kind, evidence)
    await market.requestResolution(marketId)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
    await escalate(system, marketId)
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    await tell(system, marketId, [yes, yes, yes])
    await settle(system, marketId)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await expectEmptied(system, marketId)
  })

  it('by an appeal that only narrows the lead', async () => {
    const system = await load()
    const { market } = system
    const { marketId } = await toldMarket(system, [yes, yes, yes])
    await escalate(system, marketId)
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    // Three against three: no lead, and no other outcome that leads.
    await tell(system, marketId, [no, no, no])
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Settled)
    expect((await payouts(system, marketId)).slice(3)).to.deep.equal(Array(3).fill(ether('0.5')))
    await expectEmptied(system, marketId)
  })

  it('by votes for it that do not lead', async () => {
    const system = await load()
    const { marketId } = await toldMarket(system, [yes, yes, yes, invalid, invalid])
    await settle(system, marketId)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await expectEmptied(system, marketId)
  })

  it('by junk markets: without staked workers they are never pending, and what is pending tells its worth', async () => {
    const system = await load()
    const { market, time } = system
    const deadline = (await time.latest()) + day
    const junk: bigint[] = []
    for (let i = 0; i < 5; i++)
      junk.push((await createMarket(system, { deadline, reward: ether('0.001') })).marketId)
    await joinAll(system, junk[0]!, 3)
    const { marketId } = await createMarket(system, { deadline, question })
    await joinAll(system, marketId, 3, 3)
    await time.increaseTo(deadline)
    for (const id of [...junk, marketId]) await market.requestResolution(id)
    const [marketIds, worth] = await market.pendingMarkets(0, 100)
    expect([...marketIds]).to.deep.equal([junk[0], marketId])
    expect([...worth]).to.deep.equal([ether('0.004'), ether('2.5')])
    await tell(system, marketId, [yes, yes, yes])
    await settle(system, marketId)
    await time.increase(system.parameters.resolutionTimeout)
    await market.expire(junk[0]!)
    await expectEmptied(system, marketId, ...junk)
  })
})

describe('attacks through appeals', () => {
  it('an escalation saves nobody from a strike', async () => {
    const system = await load()
    const { market, others } = system
    const told = await toldMarket(system, [yes, yes, yes, no])
    const { marketId } = told
    await escalate(system, marketId, others[3]!)
    await challenge(system, marketId, 3, doubleTalkOf(told, 3))
    await ask(system, marketId)
    expect((await market.getWorker(marketId, 3)).reason).to.equal(63n)
    await settle(system, marketId)
    expect((await payouts(system, marketId))[3]).to.equal(0n)
    await expectEmptied(system, marketId)
  })

  it('an escalation does not shorten the time in which its author can be struck', async () => {
    const system = await load()
    const { market, others, time } = system
    const told = await toldMarket(system, [yes, yes, yes, no])
    const { marketId } = told
    const { windowEnd } = await market.getMarket(marketId)
    await escalate(system, marketId, others[3]!)
    await ask(system, marketId)
    const after = (await market.getMarket(marketId)).windowEnd
    expect(Number(after - windowEnd)).to.be.at.least(0)
    await expect(market.settle(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(after)
    await time.setNextBlockTimestamp(after - 1n)
    await challenge(system, marketId, 3, doubleTalkOf(told, 3))
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })

  it('a stopped system opens no markets, and lets joins, reports, appeals, challenges and money through', async () => {
    const system = await load()
    const { market, killSwitch } = system
    const told = await toldMarket(system, [yes, yes, yes, no])
    const { marketId } = told
    const open = await createMarket(system)
    await (killSwitch as unknown as { stop(): Promise<unknown> }).stop()
    await expect(createMarket(system)).to.be.revertedWithCustomError(market, 'Stopped')
    await join(system, open.marketId, 9)
    await escalate(system, marketId)
    await challenge(system, marketId, 3, doubleTalkOf(told, 3))
    // Who could keep agents out would decide an appeal.
    await joinAll(system, marketId, 3, 4)
    await ask(system, marketId)
    await tell(system, marketId, [yes, yes, yes])
    await settle(system, marketId)
    await market.finalize(marketId)
    await system.time.increaseTo(open.deadline)
    await market.requestResolution(open.marketId)
    await expectEmptied(system, marketId, open.marketId)
  })

  it('a worker of the market does not come back as a fresh one, struck or not', async () => {
    const system = await load()
    const { market } = system
    const told = await toldMarket(system, [yes, yes, yes, no], { question: manualQuestion })
    const { marketId, workers } = told
    await challenge(system, marketId, 3, doubleTalkOf(told, 3))
    await escalate(system, marketId)
    for (const { wallet, agentId } of workers) {
      await expect(
        market.connect(wallet).joinMarket(marketId, agentId, { value: ether('1') }),
      ).to.be.revertedWithCustomError(market, 'AlreadyJoined')
    }
    await ask(system, marketId)
    await settle(system, marketId)
    await expectEmptied(system, marketId)
  })
})
