import { expect } from 'chai'
import { type ContractTransactionResponse, parseEther } from 'ethers'
import { network } from 'hardhat'
import type { Parameters } from '../../cli/deploy/parameters.ts'
import {
  day,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  Outcome,
  reportOf,
  resolved,
  type Saying,
  Status,
  type System,
  settle,
  waitUntil,
} from '../../local/ledger/market.ts'
import type { Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { ethers, networkHelpers } = connection

const extraData = '0x0000000000000000000000000000000000000000000000000000000000000003'
const about = 'ipfs://what-rulings-are-about'
const fee = parseEther('0.001')
const Ruling = { None: 0, Yes: 1, No: 2, Invalid: 3 }
// The lie: two of three workers say No.
const lie: Saying[] = ['NO', 'NO', 'YES']

type Sent = Promise<ContractTransactionResponse>
type Court = {
  getAddress(): Promise<string>
  giveRuling(disputeID: bigint, ruling: number): Sent
  executeRuling(disputeID: bigint): Sent
  setArbitrationCost(cost: bigint): Sent
  disputes(disputeID: bigint): Promise<{ choices: bigint; arbitrated: string }>
}

/** A market whose last word is an arbitrator's: by default the one of ERC-792's own package. */
async function deployWith(name: string, changes: Partial<Parameters> = {}) {
  const base = await deploySystem(connection)
  const court = await ethers.deployContract(name)
  const arbiter = await ethers.deployContract('Erc792Arbiter', [await court.getAddress(), extraData, about])
  const at = await arbiter.getAddress()
  const parameters = { maxRounds: 1, ...changes }
  const system = await deployVariant(base, { arbiter: at, parameters })
  await arbiter.setMarket(system.address)
  return { system, arbiter, at, court: court as unknown as Court, plain: court, payer: system.challenger }
}

const fixture = () => deployWith('Court')
const strict = () => deployWith('StrictCourt')
const appealing = () => deployWith('Court', { maxRounds: 3 })

/** A lie that was reported, and that somebody pays the arbitrator to look at. */
async function requested(make: () => ReturnType<typeof deployWith> = fixture) {
  const all = await networkHelpers.loadFixture(make)
  const { marketId } = await resolved(all.system, lie, 'NO')
  await all.arbiter.connect(all.payer).request(marketId, Outcome.No, { value: fee })
  const [, disputeID] = (await all.arbiter.disputeOf(marketId)) as unknown as [boolean, bigint]
  return { ...all, marketId, disputeID }
}

/** The arbitrator decides, nobody appeals, anyone carries it out. */
async function rule({ court, system }: { court: Court; system: System }, disputeID: bigint, ruling: number) {
  await court.giveRuling(disputeID, ruling)
  await system.time.increase(181)
  return court.executeRuling(disputeID)
}

describe('the arbiter', () => {
  it('says what it is about when it is deployed, and to whom it listens', async () => {
    const { arbiter, court, system } = await networkHelpers.loadFixture(fixture)
    await expect(arbiter.deploymentTransaction()).to.emit(arbiter, 'MetaEvidence').withArgs(0, about)
    expect(await arbiter.arbitrator()).to.equal(await court.getAddress())
    expect(await arbiter.extraData()).to.equal(extraData)
    expect(await arbiter.market()).to.equal(system.address)
    expect(await arbiter.costOf()).to.equal(fee)
    expect(await system.market.missing()).not.to.include(ethers.encodeBytes32String('arbiter'))
  })

  it('needs an arbitrator that is there', async () => {
    const { arbiter, payer } = await networkHelpers.loadFixture(fixture)
    await expect(ethers.deployContract('Erc792Arbiter', [payer.address, '0x', '']))
      .to.be.revertedWithCustomError(arbiter, 'BadArbitrator')
      .withArgs(payer.address)
  })

  it('serves the one market that names it, which the deployer sets once', async () => {
    const { arbiter, court, system, payer } = await networkHelpers.loadFixture(fixture)
    await expect(arbiter.setMarket(system.address))
      .to.be.revertedWithCustomError(arbiter, 'CannotSetMarket')
      .withArgs(system.admin.address)
    const other = await ethers.deployContract('Erc792Arbiter', [await court.getAddress(), '0x', ''])
    await expect(other.connect(payer).setMarket(system.address))
      .to.be.revertedWithCustomError(other, 'CannotSetMarket')
      .withArgs(payer.address)
    await expect(other.setMarket(system.address))
      .to.be.revertedWithCustomError(other, 'NotItsArbiter')
      .withArgs(system.address)
    const own = await deployVariant(system, { arbiter: await other.getAddress() })
    // Until it is set, the market says that it is not ready.
    expect(await own.market.missing()).to.include(ethers.encodeBytes32String('arbiter'))
    await expect(other.setMarket(own.address)).to.emit(other, 'MarketSet').withArgs(own.address)
    expect(await own.market.missing()).not.to.include(ethers.encodeBytes32String('arbiter'))
  })
})

describe('request', () => {
  it('pays the arbitrator, opens a dispute with three choices and keeps the market open for the ruling', async () => {
    const { system, arbiter, court, payer, at } = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, lie, 'NO')
    expect(await arbiter.disputeOf(marketId)).to.deep.equal([false, 0n])
    const sent = arbiter.connect(payer).request(marketId, Outcome.No, { value: fee })
    await expect(sent)
      .to.emit(arbiter, 'Dispute')
      .withArgs(await court.getAddress(), 0, 0, marketId)
    await expect(sent).to.emit(arbiter, 'ArbitrationRequested').withArgs(marketId, 0, payer.address, fee)
    await expect(sent).to.emit(system.market, 'MarketHeld').withArgs(marketId, payer.address, fee)
    expect(await arbiter.disputeOf(marketId)).to.deep.equal([true, 0n])
    const { choices, arbitrated } = await court.disputes(0n)
    expect([choices, arbitrated]).to.deep.equal([3n, at])
    expect(await ethers.provider.getBalance(await court.getAddress())).to.equal(fee)
    expect(await ethers.provider.getBalance(at)).to.equal(0)
    const { windowEnd, isHeld } = await system.market.getMarket(marketId)
    expect([windowEnd, isHeld]).to.deep.equal([BigInt((await system.time.latest()) + 14 * day), true])
  })

  it('takes the arbitrator’s cost to the wei, whatever it is now', async () => {
    const { system, arbiter, court } = await networkHelpers.loadFixture(fixture)
    const { marketId } = await resolved(system, lie, 'NO')
    for (const value of [0n, fee - 1n, fee + 1n]) {
      await expect(arbiter.request(marketId, Outcome.No, { value }))
        .to.be.revertedWithCustomError(arbiter, 'WrongValue')
        .withArgs(value, fee)
    }
    await court.setArbitrationCost(2n * fee)
    await expect(arbiter.request(marketId, Outcome.No, { value: fee }))
      .to.be.revertedWithCustomError(arbiter, 'WrongValue')
      .withArgs(fee, 2n * fee)
    await arbiter.request(marketId, Outcome.No, { value: 2n * fee })
  })

  it('is once a market, while its outcome can be challenged, and only where no appeal is left', async () => {
    const { system, arbiter } = await networkHelpers.loadFixture(appealing)
    const { market } = system
    const { marketId } = await resolved(system, lie, 'NO')
    await expect(arbiter.request(marketId, Outcome.No, { value: fee }))
      .to.be.revertedWithCustomError(market, 'NoHold')
      .withArgs(marketId)
    const { marketId: held, arbiter: last, system: its } = await requested()
    await expect(last.request(held, Outcome.No, { value: fee })).to.be.revertedWithCustomError(
      its.market,
      'NoHold',
    )
    const { marketId: over } = await resolved(its, lie, 'NO')
    await waitUntil(its, (await its.market.getMarket(over)).windowEnd)
    await expect(last.request(over, Outcome.No, { value: fee })).to.be.revertedWithCustomError(
      its.market,
      'TooLate',
    )
    await expect(last.request(99, Outcome.None, { value: fee })).to.be.revertedWithCustomError(
      its.market,
      'UnknownMarket',
    )
  })

  it('keeps the disputes of markets apart', async () => {
    const all = await requested()
    const { system, arbiter, marketId, disputeID } = all
    const second = await resolved(system, lie, 'NO')
    await arbiter.request(second.marketId, Outcome.No, { value: fee })
    expect(await arbiter.disputeOf(second.marketId)).to.deep.equal([true, 1n])
    await rule(all, 1n, Ruling.Yes)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.No)
    expect(await system.market.outcomeOf(second.marketId)).to.equal(Outcome.Yes)
    await rule(all, disputeID, Ruling.Invalid)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
  })
})

describe('rule', () => {
  for (const [name, ruling, outcome] of [
    ['1 says Yes', Ruling.Yes, Outcome.Yes],
    ['2 says No', Ruling.No, Outcome.No],
    ['3 says Invalid', Ruling.Invalid, Outcome.Invalid],
    ['0 leaves the outcome', Ruling.None, Outcome.No],
  ] as const) {
    it(`${name}, and the market waits no longer`, async () => {
      const all = await requested()
      const { system, arbiter, court, marketId, disputeID } = all
      const sent = rule(all, disputeID, ruling)
      await expect(sent)
        .to.emit(arbiter, 'Ruling')
        .withArgs(await court.getAddress(), disputeID, ruling)
      await expect(sent).to.emit(system.market, 'MarketRuled').withArgs(marketId, Outcome.No, outcome)
      await expect(sent).not.to.emit(arbiter, 'RulingTooLate')
      await system.market.settle(marketId)
      const status = outcome === Outcome.Invalid ? Status.Invalid : Status.Settled
      expect(await system.market.statusOf(marketId)).to.equal(status)
    })
  }

  it('is the arbitrator’s alone, and for a dispute that was opened here', async () => {
    const { arbiter, court, disputeID, payer } = await requested()
    await expect(arbiter.connect(payer).rule(disputeID, Ruling.Yes))
      .to.be.revertedWithCustomError(arbiter, 'NotTheArbitrator')
      .withArgs(payer.address)
    const from = await court.getAddress()
    await networkHelpers.impersonateAccount(from)
    await networkHelpers.setBalance(from, parseEther('1'))
    await expect(arbiter.connect(await ethers.getSigner(from)).rule(disputeID + 1n, Ruling.Yes))
      .to.be.revertedWithCustomError(arbiter, 'UnknownDispute')
      .withArgs(disputeID + 1n)
  })

  it('changes nothing after arbitrationTimeout, and does not stop the arbitrator', async () => {
    for (const isSettled of [false, true]) {
      const all = await requested()
      const { system, arbiter, court, marketId, disputeID } = all
      await court.giveRuling(disputeID, Ruling.Yes)
      const { windowEnd } = await system.market.getMarket(marketId)
      if (isSettled) {
        await waitUntil(system, windowEnd)
        await system.market.settle(marketId)
      } else {
        // The very second in which it ends.
        await system.time.setNextBlockTimestamp(windowEnd)
      }
      const sent = court.executeRuling(disputeID)
      await expect(sent).to.emit(arbiter, 'Ruling')
      await expect(sent).to.emit(arbiter, 'RulingTooLate').withArgs(marketId, disputeID, Ruling.Yes)
      await expect(sent).not.to.emit(system.market, 'MarketRuled')
      expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.No)
    }
  })

  it('a second ruling of one dispute comes too late', async () => {
    const { arbiter, court, system, marketId, disputeID, plain } = await requested(strict)
    const giveRuling = plain.getFunction('giveRuling')
    await giveRuling(disputeID, Ruling.Yes, 3_000_000)
    await expect(giveRuling(disputeID, Ruling.No, 3_000_000)).to.emit(arbiter, 'RulingTooLate')
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    expect(await court.getAddress()).to.equal(await arbiter.arbitrator())
  })

  it('a ruling that is none of the choices is no decision', async () => {
    const { system, marketId, disputeID, plain } = await requested(strict)
    const sent = plain.getFunction('giveRuling')(disputeID, 4, 3_000_000)
    await expect(sent).to.emit(system.market, 'MarketRuled').withArgs(marketId, Outcome.No, Outcome.No)
  })

  it('is never lost for want of gas: it arrives whole or fails whole', async () => {
    const { arbiter, system, marketId, disputeID, plain } = await requested(strict)
    const giveRuling = plain.getFunction('giveRuling')
    let failures = 0
    for (let gas = 20_000; gas < 400_000; gas += 2_000) {
      if (await giveRuling.staticCall(disputeID, Ruling.Yes, gas)) {
        const sent = giveRuling(disputeID, Ruling.Yes, gas)
        await expect(sent).not.to.emit(arbiter, 'RulingTooLate')
        expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
        expect(failures).to.be.greaterThan(0)
        return
      }
      failures++
    }
    throw new Error('The ruling needs more gas than this test gives.')
  })
})

describe('appeal', () => {
  it('goes to the arbitrator through the contract that brought the dispute, while the market waits', async () => {
    const { system, arbiter, plain, marketId, disputeID, payer } = await requested(strict)
    const court = plain as unknown as { appeals(): Promise<bigint> }
    await expect(plain.getFunction('appeal')(disputeID, extraData)).to.be.revertedWithCustomError(
      plain,
      'NotTheArbitrable',
    )
    const cost = await arbiter.appealCostOf(marketId)
    expect(cost).to.equal(2n * fee)
    await expect(arbiter.appeal(marketId, { value: cost - 1n }))
      .to.be.revertedWithCustomError(arbiter, 'WrongValue')
      .withArgs(cost - 1n, cost)
    await expect(arbiter.connect(payer).appeal(marketId, { value: cost }))
      .to.emit(arbiter, 'RulingAppealed')
      .withArgs(marketId, disputeID, payer.address, cost)
    expect(await court.appeals()).to.equal(1)
    await waitUntil(system, (await system.market.getMarket(marketId)).windowEnd)
    await expect(arbiter.appeal(marketId, { value: cost }))
      .to.be.revertedWithCustomError(arbiter, 'NotWaiting')
      .withArgs(marketId)
  })

  it('asks the arbitrator of ERC-792’s package again; it wants twice what it quotes, and all that is sent goes on', async () => {
    const all = await requested()
    const { system, arbiter, court, plain, at, marketId, disputeID } = all
    await court.giveRuling(disputeID, Ruling.No)
    const quoted = await arbiter.appealCostOf(marketId)
    await expect(arbiter.appeal(marketId, { value: quoted }))
      .to.be.revertedWithCustomError(plain, 'InsufficientPayment')
      .withArgs(quoted, 2n * quoted)
    await arbiter.appeal(marketId, { value: 2n * quoted })
    expect(await ethers.provider.getBalance(at)).to.equal(0)
    await rule(all, disputeID, Ruling.Yes)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
  })

  it('and evidence are for a market that was brought here', async () => {
    const { system, arbiter, court, payer, marketId } = await requested()
    const other = await resolved(system, lie, 'NO')
    for (const call of [
      () => arbiter.appeal(other.marketId, { value: fee }),
      () => arbiter.appealCostOf(other.marketId),
      () => arbiter.submitEvidence(other.marketId, 'ipfs://x'),
    ]) {
      await expect(call()).to.be.revertedWithCustomError(arbiter, 'NotWaiting').withArgs(other.marketId)
    }
    await expect(arbiter.connect(payer).submitEvidence(marketId, 'ipfs://proof'))
      .to.emit(arbiter, 'Evidence')
      .withArgs(await court.getAddress(), marketId, payer.address, 'ipfs://proof')
  })
})

describe('the whole story', () => {
  /** An appeal that repeats the lie, or nobody answers. */
  async function appeal(system: System, marketId: bigint, first: number, sayings: readonly Saying[]) {
    const { market, appellant } = system
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, sayings.length, first)
    await waitUntil(system, (await market.getMarket(marketId)).windowEnd)
    await market.requestResolution(marketId)
    if (sayings.length > 0) await deliver(system, await reportOf(system, marketId, sayings, 'NO'))
  }

  /** Everybody is paid, and nothing is left. */
  async function empty(system: System, marketId: bigint) {
    const { market, address } = system
    const { appeals } = await market.getMarket(marketId)
    for (let cohort = 0n; cohort <= appeals; cohort++) {
      for (let seat = cohort * 32n; ; seat++) {
        const isThere = await market.getWorker(marketId, seat).then(
          () => true,
          () => false,
        )
        if (!isThere) break
        await market.claim(marketId, seat)
      }
    }
    for (const who of [system.creator, system.challenger, system.appellant])
      if ((await market.creditOf(who.address)) > 0n) await market.connect(who).withdraw(who.address)
    return (await ethers.provider.getBalance(address)) - (await market.creditOf(await market.treasury()))
  }

  it('a lie that both appeals repeat is ruled against; the liars pay, and who paid the arbitrator is rewarded', async () => {
    const all = await networkHelpers.loadFixture(appealing)
    const { system, arbiter, payer, at, court } = all
    const { market } = system
    const { marketId } = await resolved(system, lie, 'NO')
    await appeal(system, marketId, 3, ['NO', 'NO', 'NO'])
    await appeal(system, marketId, 6, ['NO', 'NO', 'NO'])
    await expect(
      market.escalate(marketId, await market.outcomeOf(marketId), { value: parseEther('10') }),
    ).to.be.revertedWithCustomError(market, 'NoAppeal')
    await arbiter.connect(payer).request(marketId, Outcome.No, { value: fee })
    await rule(all, 0n, Ruling.Yes)
    const settled = settle(system, marketId)
    await expect(settled).to.emit(market, 'Credited').withArgs(marketId, payer.address, fee, 6)
    expect(await market.creditOf(payer.address)).to.equal(fee)
    expect(await market.creditOf(at)).to.equal(0)
    await market.finalize(marketId)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    // Eight liars: two with half an ether, three with one, three with two; each loses half.
    const honest = await market.getWorker(marketId, 2)
    expect(honest.payout).to.be.greaterThan(parseEther('4'))
    expect((await market.getWorker(marketId, 0)).payout).to.equal(parseEther('0.25'))
    expect((await market.getWorker(marketId, 64)).payout).to.equal(parseEther('1'))
    expect(await empty(system, marketId)).to.equal(0)
    expect(await ethers.provider.getBalance(await court.getAddress())).to.equal(fee)
  })

  it('the reward is at most half of what the liars lose', async () => {
    const all = await networkHelpers.loadFixture(fixture)
    const { system, arbiter, court, payer } = all
    const { market } = system
    // Two liars with half an ether each lose a quarter each.
    const cost = parseEther('1')
    await court.setArbitrationCost(cost)
    const { marketId } = await resolved(system, lie, 'NO')
    await arbiter.connect(payer).request(marketId, Outcome.No, { value: cost })
    await rule(all, 0n, Ruling.Yes)
    await settle(system, marketId)
    expect(await market.creditOf(payer.address)).to.equal(parseEther('0.25'))
    expect(await empty(system, marketId)).to.equal(0)
  })

  it('who doubts a right outcome has paid for nothing, with a ruling and without one', async () => {
    for (const ruling of [Ruling.Yes, null]) {
      const all = await networkHelpers.loadFixture(fixture)
      const { system, arbiter, payer } = all
      const right: Vote.Outcome[] = ['YES', 'YES', 'NO']
      const { marketId } = await resolved(system, right, 'YES')
      await arbiter.connect(payer).request(marketId, Outcome.Yes, { value: fee })
      await expect(system.market.settle(marketId)).to.be.revertedWithCustomError(system.market, 'TooEarly')
      if (ruling !== null) await rule(all, 0n, ruling)
      await settle(system, marketId)
      expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
      expect(await system.market.creditOf(payer.address)).to.equal(0)
    }
  })

  it('appeals that nobody answers leave time to ask the arbitrator', async () => {
    const all = await networkHelpers.loadFixture(appealing)
    const { system, arbiter, payer } = all
    const { marketId } = await resolved(system, lie, 'NO')
    await appeal(system, marketId, 3, [])
    await appeal(system, marketId, 3, [])
    await arbiter.connect(payer).request(marketId, Outcome.No, { value: fee })
    await rule(all, 0n, Ruling.Yes)
    await settle(system, marketId)
    expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Yes)
    expect(await system.market.creditOf(payer.address)).to.equal(fee)
  })
})

describe('the standard', () => {
  it('ERC-792 and ERC-1497: its functions and events have the signatures of the package', async () => {
    const { arbiter } = await networkHelpers.loadFixture(fixture)
    const theirs = new ethers.Interface([
      'function rule(uint256,uint256)',
      'event Ruling(address indexed,uint256 indexed,uint256)',
      'event Dispute(address indexed,uint256 indexed,uint256,uint256)',
      'event MetaEvidence(uint256 indexed,string)',
      'event Evidence(address indexed,uint256 indexed,address indexed,string)',
    ])
    expect(arbiter.interface.getFunction('rule')!.selector).to.equal(theirs.getFunction('rule')!.selector)
    for (const name of ['Ruling', 'Dispute', 'MetaEvidence', 'Evidence'])
      expect(arbiter.interface.getEvent(name)!.topicHash).to.equal(theirs.getEvent(name)!.topicHash)
  })
})
