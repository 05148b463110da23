import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import type { CREsolverMarket } from '../../local/ledger/contracts.ts'
import {
  challenge,
  doubleTalkOf,
  hear,
  invalid,
  no,
  type Saying,
  tell,
  toldMarket,
  yes,
} from '../../local/ledger/evidence.ts'
import {
  ask,
  defaultParameters,
  deploySystem,
  joinAll,
  Outcome,
  refusalOf,
  settle,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable, payouts } from '../../local/ledger/payout.ts'
import { Bytes, Report } from '../../protocol/index.ts'
import { appeal, escalate } from '../helpers/appeal.ts'

const connection = await network.create()
const { networkHelpers } = connection
const fixture = () => deploySystem(connection)
const ether = parseEther
const { resolutionTimeout, windowExtension, challengeWindow } = defaultParameters

async function market(sayings: readonly Saying[] = [yes, yes, no]) {
  const system = await networkHelpers.loadFixture(fixture)
  const told = await toldMarket(system, sayings)
  return { system, told, marketId: told.marketId, contract: system.market }
}

/** What the event at an appeal's end says: whether it changed the outcome. */
async function changedBy(contract: CREsolverMarket, marketId: bigint): Promise<unknown[]> {
  const events = await contract.queryFilter(contract.filters.AppealEnded!(marketId))
  return events.map((event) => (event as unknown as { args: { changed: boolean } }).args.changed)
}

describe('an appeal that nobody answers leaves the outcome, and its bond goes back', () => {
  it('with too few fresh agents, who have their stakes', async () => {
    const { system, marketId, contract } = await market()
    const { windowEnd } = await contract.getMarket(marketId)
    const bond = await escalate(system, marketId)
    await joinAll(system, marketId, 2, 3)
    await expect(ask(system, marketId))
      .to.emit(contract, 'AppealEnded')
      .withArgs(marketId, system.appellant.address, false)
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.isAppealing, after.round]).to.deep.equal([Outcome.Yes, false, 1n])
    const least = BigInt(await system.time.latest()) + BigInt(windowExtension)
    expect(after.windowEnd, 'what was left of the window, or an hour').to.equal(
      windowEnd > least ? windowEnd : least,
    )
    await settle(system, marketId)
    await expectTable(system, marketId)
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
    const { count } = await contract.reputationOf(4n)
    expect(count, 'who was never asked is not remembered').to.equal(0n)
    await expectEmptied(system, marketId)
  })

  it('and there is time left for the next, though the window had one second more', async () => {
    const { system, marketId, contract } = await market()
    const { windowEnd } = await contract.getMarket(marketId)
    const bond = await contract.bondOf(marketId)
    await system.time.setNextBlockTimestamp(windowEnd - 1n)
    await contract
      .connect(system.appellant)
      .escalate(marketId, await contract.outcomeOf(marketId), { value: bond })
    await ask(system, marketId)
    const now = BigInt(await system.time.latest())
    const { windowEnd: next } = await contract.getMarket(marketId)
    expect(next).to.equal(now + BigInt(windowExtension))
    await system.time.setNextBlockTimestamp(next - 1n)
    await contract
      .connect(system.appellant)
      .escalate(marketId, await contract.outcomeOf(marketId), { value: 2n * bond })
  })

  it('at the timeout: who was asked in vain has its stake', async () => {
    const { system, marketId, contract } = await market()
    const bond = await appeal(system, marketId, 3, 3)
    const { requestedAt } = await contract.getMarket(marketId)
    const end = requestedAt + BigInt(resolutionTimeout)
    await expect(contract.expire(marketId)).to.be.revertedWithCustomError(contract, 'TooEarly').withArgs(end)
    const told = await hear(system, marketId, [no, no, no])
    await system.time.increaseTo(end)
    const late = { ...told.report, expiresAt: Number(end) + 600 }
    expect(await refusalOf(system, Bytes.toHex(Report.encode(late)))).to.equal('TooLate')
    await contract.expire(marketId)
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    await expectTable(system, marketId)
    expect((await payouts(system, marketId)).slice(3)).to.deep.equal(Array(3).fill(ether('1')))
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
    await expectEmptied(system, marketId)
  })

  it('without quorum: answers cost nothing and are in no tally, silence is paid for', async () => {
    const { system, marketId, contract } = await market()
    const bond = await appeal(system, marketId, 4, 3)
    const early = await hear(system, marketId, [no, no, 'silent', 'silent'])
    expect(early.outcome).to.equal(null)
    expect(await refusalOf(system, Bytes.toHex(Report.encode(early.report)))).to.equal('TooEarly')
    const before = await contract.getMarket(marketId)
    const fresh = await tell(system, marketId, [no, no, 'silent', 'silent'])
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.yesWeight, after.noWeight, after.isAppealing]).to.deep.equal([
      before.outcome,
      before.yesWeight,
      before.noWeight,
      false,
    ])
    expect(after.round, 'it is not repeated').to.equal(2)
    expect(after.windowEnd).to.equal(BigInt(await system.time.latest()) + BigInt(challengeWindow))
    const worker = await contract.getWorker(marketId, 32)
    expect([worker.vote, worker.reason]).to.deep.equal([Outcome.None, 35n])
    // What is in no tally can't be struck out of it.
    await expect(challenge(system, marketId, 32, doubleTalkOf(fresh, 0)))
      .to.be.revertedWithCustomError(contract, 'NotStrikable')
      .withArgs(32)
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect(table.workers.slice(3)).to.deep.equal([ether('1'), ether('1'), ether('0.5'), ether('0.5')])
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
    await expectEmptied(system, marketId)
  })

  it('A1: silence cannot shield a lie: three honest answers among seven silent ones turn it', async () => {
    const { system, marketId, contract } = await market([no, no, yes])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    const bond = await appeal(system, marketId, 10, 3)
    await tell(system, marketId, [yes, yes, yes, ...Array<Saying>(7).fill('silent')])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    expect(table.appellants[0]).to.equal(bond + ether('0.25'))
    // Seven silent stakes of 1 pay half, and not to any worker.
    expect(table.treasury >= ether('3.5')).to.equal(true)
    await expectEmptied(system, marketId)
  })
})

describe('an appeal is lost', () => {
  it('when it finds the same outcome: its bond goes to its own agents who said so', async () => {
    const { system, marketId, contract } = await market()
    const bond = await appeal(system, marketId, 4, 3)
    const fresh = await tell(system, marketId, [yes, yes, yes, 'silent'])
    expect(await changedBy(contract, marketId)).to.deep.equal([false])
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect(table.appellants).to.deep.equal([0n])
    // The bond by three; nothing of the pool.
    expect(table.workers.slice(3, 6)).to.deep.equal(Array(3).fill(ether('1') + bond / 3n))
    const { count, sumRes } = await contract.reputationOf(fresh.round.workers[3]!.agentId)
    expect([count, sumRes]).to.deep.equal([1n, 0n])
    await expectEmptied(system, marketId)
  })

  it('when nobody leads with all votes: the outcome stands, and the bond goes to who agreed in it', async () => {
    const { system, marketId, contract } = await market([yes, yes, no])
    const bond = await appeal(system, marketId, 3, 3)
    const fresh = await tell(system, marketId, [no, no, yes])
    expect([fresh.outcome, await contract.outcomeOf(marketId)]).to.deep.equal(['INVALID', Outcome.Yes])
    expect((await contract.getMarket(marketId)).ending).to.equal(0)
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect(table.appellants).to.deep.equal([0n])
    // The bond, and half of each of the two wrong stakes of 1.
    expect(table.workers[5]).to.equal(ether('1') + bond + ether('1'))
    await expectEmptied(system, marketId)
  })

  it('when nobody in it agreed: its bond and what it loses go to those who were right before', async () => {
    const { system, marketId } = await market([yes, yes, yes, yes])
    const bond = await appeal(system, marketId, 3, 4)
    await tell(system, marketId, [no, no, no])
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    // 0.97 of the pool, the bond, and half of three stakes of 1, by four.
    const each = (ether('0.97') + bond + ether('1.5')) / 4n
    expect(table.workers.slice(0, 4)).to.deep.equal(Array(4).fill(ether('0.5') + each))
    await expectEmptied(system, marketId)
  })
})

describe('an appeal is won', () => {
  it('with quorum and lead: the bond is back, with half of what the losing side is slashed', async () => {
    const { system, marketId, contract, told } = await market([yes, yes, no])
    const bond = await appeal(system, marketId, 3, 3)
    const fresh = await tell(system, marketId, [no, { ...no, score: 71 }, { ...no, score: 73 }])
    expect(await changedBy(contract, marketId)).to.deep.equal([true])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    const totals = await contract.getMarket(marketId)
    expect(totals.noWeight).to.equal(
      [...told.weights.slice(2), ...fresh.weights].reduce((sum, weight) => sum + weight),
    )
    await settle(system, marketId)
    // Two stakes of 0.5 lose half, and half of that is the bond exactly.
    const reward = ether('0.25')
    expect(bond).to.equal(ether('0.25'))
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond + reward)
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    // The pool is for who was right in the first round; the others share what the wrong lose.
    expect(table.workers[2]! > ether('1.47')).to.equal(true)
    expect(table.workers[3]! < ether('1.1')).to.equal(true)
    await expectEmptied(system, marketId)
  })

  it('and earns its bond again at most', async () => {
    const { system, marketId, contract } = await market([yes, yes, yes, yes])
    const bond = await appeal(system, marketId, 6, 4)
    await tell(system, marketId, Array<Saying>(6).fill(no))
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    await settle(system, marketId)
    // Half of 4 · 0.25 would be 0.5.
    expect(bond).to.equal(ether('0.3'))
    expect(await contract.creditOf(system.appellant.address)).to.equal(2n * bond)
    // Nobody was right in the first round: those of the appeal share the pool as well.
    const table = await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    expect(table.workers[4]).to.equal(ether('1') + (ether('0.97') + ether('1') - bond) / 6n)
    await expectEmptied(system, marketId)
  })

  it('only until a second one changes it back: then the first has lost its bond', async () => {
    const { system, marketId, contract } = await market([yes, yes, no])
    const first = await appeal(system, marketId, 4, 3)
    await tell(system, marketId, [no, no, no, no])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    const bond = await appeal(system, marketId, 6, 7, system.challenger)
    expect(await contract.stakeOf(marketId)).to.equal(ether('2'))
    await tell(system, marketId, Array<Saying>(6).fill(yes))
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Yes)
    // maxRounds 3: nothing is above this.
    await expect(
      contract.escalate(marketId, await contract.outcomeOf(marketId), {
        value: await contract.bondOf(marketId),
      }),
    ).to.be.revertedWithCustomError(contract, 'NoAppeal')
    await settle(system, marketId)
    // Wrong: one of 0.5 and four of 1, by half: more than twice the bond.
    const table = await expectTable(system, marketId, { decidedIn: 2, turnedBy: 'appeal' })
    expect([first, bond]).to.deep.equal([ether('0.25'), ether('0.5')])
    expect(table.appellants).to.deep.equal([0n, 2n * bond])
    expect(await contract.creditOf(system.appellant.address)).to.equal(0)
    expect(await contract.creditOf(system.challenger.address)).to.equal(2n * bond)
    await expectEmptied(system, marketId)
  })

  it('only until strikes undo it: then the bond is lost', async () => {
    const { system, marketId, contract } = await market([yes, yes, no])
    const bond = await appeal(system, marketId, 3, 3)
    const fresh = await tell(system, marketId, [no, no, no])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    for (const i of [0, 1, 2]) await challenge(system, marketId, 32 + i, doubleTalkOf(fresh, i))
    expect(await contract.outcomeOf(marketId), 'two against one').to.equal(Outcome.Yes)
    await settle(system, marketId)
    const table = await expectTable(system, marketId, { decidedIn: 1 })
    expect(table.appellants).to.deep.equal([0n])
    // The pool, a quarter of who was wrong, three quarters of each struck stake of 1, and the bond, by halves.
    const each = (ether('0.97') + ether('0.25') + 3n * ether('0.75') + bond) / 2n
    expect(table.workers).to.deep.equal([ether('0.5') + each, ether('0.5') + each, ether('0.25'), 0n, 0n, 0n])
    await expectEmptied(system, marketId)
  })

  it('A11: who appeals against a wrong outcome has its bond back, though a strike turned it first', async () => {
    const { system, marketId, contract, told } = await market([yes, yes, no])
    const bond = await escalate(system, marketId)
    for (const i of [0, 1]) await challenge(system, marketId, i, doubleTalkOf(told, i))
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.No)
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    await tell(system, marketId, [no, no, no])
    await settle(system, marketId)
    // It was raised against Yes. What a strike turned earns no appeal anything more.
    const table = await expectTable(system, marketId, { decidedIn: 0 })
    expect(table.appellants).to.deep.equal([bond])
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
    await expectEmptied(system, marketId)
  })

  it('shares nothing that was decided before: who joins after a strike has its stake and its own purse', async () => {
    const { system, marketId, contract, told } = await market([yes, yes, no])
    await escalate(system, marketId)
    for (const i of [0, 1]) await challenge(system, marketId, i, doubleTalkOf(told, i))
    // The truth is out, and three latecomers say it again.
    await joinAll(system, marketId, 3, 3)
    await ask(system, marketId)
    await tell(system, marketId, [no, no, no])
    await settle(system, marketId)
    const stake = await contract.stakeOf(marketId)
    const paid = await payouts(system, marketId)
    expect(paid.slice(3)).to.deep.equal([stake, stake, stake])
    // What the liars lost and the pool are of the one who was right from the start.
    expect(paid.slice(0, 2)).to.deep.equal([0n, 0n])
    expect(paid[2]! > ether('1')).to.equal(true)
    await expectEmptied(system, marketId)
  })

  it('against an Invalid by a tie', async () => {
    const { system, marketId, contract } = await market([yes, yes, no, no])
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    const bond = await appeal(system, marketId, 3, 4)
    await tell(system, marketId, [yes, yes, yes])
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.ending]).to.deep.equal([Outcome.Yes, 0n])
    await settle(system, marketId)
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond + ether('0.25'))
    await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    await expectEmptied(system, marketId)
  })

  it('and may bring an Invalid by vote, which slashes nobody', async () => {
    const { system, marketId, contract } = await market([yes, yes, no])
    const bond = await appeal(system, marketId, 4, 3)
    await tell(system, marketId, Array<Saying>(4).fill(invalid))
    expect(await contract.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    await settle(system, marketId)
    expect(await contract.creditOf(system.appellant.address)).to.equal(bond)
    await expectTable(system, marketId, { decidedIn: 1, turnedBy: 'appeal' })
    expect(await payouts(system, marketId)).to.deep.equal([
      ...Array(3).fill(ether('0.5')),
      ...Array(4).fill(ether('1.05')),
    ])
    await expectEmptied(system, marketId)
  })

  it('an Invalid by default that its doubts would now lead stays one by default', async () => {
    const { system, marketId, contract } = await market([yes, yes, no, no])
    expect((await contract.getMarket(marketId)).ending).to.equal(1)
    await appeal(system, marketId, 4, 4)
    const fresh = await tell(system, marketId, Array<Saying>(4).fill(invalid))
    expect(fresh.outcome).to.equal('INVALID')
    const after = await contract.getMarket(marketId)
    expect([after.outcome, after.ending]).to.deep.equal([Outcome.Invalid, 1n])
    await settle(system, marketId)
    const table = await expectTable(system, marketId)
    expect([table.creator, table.appellants[0]]).to.deep.equal([ether('1'), 0n])
    await expectEmptied(system, marketId)
  })
})
