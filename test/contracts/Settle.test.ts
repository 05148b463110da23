import { expect } from 'chai'
import { AbiCoder, getAddress, keccak256, parseEther } from 'ethers'
import { network } from 'hardhat'
import {
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  Outcome,
  recordOf,
  reportOf,
  requested,
  resolved,
  Status,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { type Report, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)
const { quorumGrace } = defaultParameters

describe('settle', () => {
  it('SPEC §1: at the end of the window, and not a second before', async () => {
    const system = await loadFixture(fixture)
    const { market, challenger } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'NO'], 'YES')
    const { windowEnd } = await market.getMarket(marketId)
    await expect(market.settle(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(windowEnd)
    await time.setNextBlockTimestamp(windowEnd - 1n)
    await expect(market.settle(marketId))
      .to.be.revertedWithCustomError(market, 'TooEarly')
      .withArgs(windowEnd)
    await time.setNextBlockTimestamp(windowEnd)
    await expect(market.connect(challenger).settle(marketId))
      .to.emit(market, 'MarketSettled')
      .withArgs(marketId, Status.Settled, Outcome.Yes, 0)
    expect(await market.statusOf(marketId)).to.equal(Status.Settled)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.Yes)
  })

  it('S0-66 S0-67: an Invalid is final with it; nothing leads out of it', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await resolved(system, ['YES', 'NO', 'silent'], 'INVALID')
    const { windowEnd } = await market.getMarket(marketId)
    await time.increaseTo(windowEnd)
    await expect(market.settle(marketId))
      .to.emit(market, 'MarketSettled')
      .withArgs(marketId, Status.Invalid, Outcome.Invalid, 1)
    for (const call of [market.settle, market.finalize, market.expire, market.requestResolution])
      await expect(call(marketId))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, Status.Invalid)
  })

  it('S0-68: no state is skipped, and none is left twice', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const refused = (call: typeof market.settle, marketId: bigint, status: bigint) =>
      expect(call(marketId)).to.be.revertedWithCustomError(market, 'WrongStatus').withArgs(marketId, status)
    const open = await createMarket(system)
    for (const call of [market.settle, market.finalize]) await refused(call, open.marketId, Status.Open)
    const asked = await requested(system, 3)
    for (const call of [market.settle, market.finalize]) await refused(call, asked.marketId, Status.Requested)
    const { marketId } = await resolved(system, ['NO', 'NO', 'NO'], 'NO')
    await refused(market.finalize, marketId, Status.Resolved)
    await settle(system, marketId)
    await refused(market.settle, marketId, Status.Settled)
    await market.finalize(marketId)
    for (const call of [market.settle, market.finalize]) await refused(call, marketId, Status.Finalized)
  })

  it('S1-42: credits the treasury with fee and dust, the creator with nothing, and pays nobody yet', async () => {
    const system = await loadFixture(fixture)
    const { market, creator, address } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const before = await ethers.provider.getBalance(address)
    const settled = settle(system, marketId)
    // 0.03 of 1 ETH, and what is left of 0.97 by three.
    const due = parseEther('0.03') + 1n
    await expect(settled).to.emit(market, 'Credited').withArgs(marketId, treasury, due, 2)
    expect(await market.creditOf(treasury)).to.equal(due)
    expect(await market.creditOf(creator.address)).to.equal(0)
    expect(await ethers.provider.getBalance(address)).to.equal(before)
  })

  it('A16: credits say of which market they are, and why', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId } = await resolved(system, ['INVALID', 'INVALID', 'INVALID', 'silent'], 'INVALID')
    const receipt = await (await settle(system, marketId)).wait()
    const credits = receipt!.logs
      .map((log) => market.interface.parseLog(log)!)
      .filter(({ name }) => name === 'Credited')
    // The creator has what is not paid for an Invalid; the treasury what silence costs, and dust.
    expect(credits.map(({ args }) => [...args])).to.deep.equal([
      [marketId, creator.address, parseEther('0.8'), 1n],
      [marketId, getAddress(treasury), parseEther('0.25') + 2n, 2n],
    ])
  })
})

describe('finalize', () => {
  it('S0-66: by anyone, at once after settlement; the outcome stays, and money is where it was', async () => {
    const system = await loadFixture(fixture)
    const { market, challenger, address } = system
    const { marketId } = await resolved(system, ['NO', 'NO', 'YES'], 'NO')
    await settle(system, marketId)
    const before = await ethers.provider.getBalance(address)
    const receipt = await (await market.connect(challenger).finalize(marketId)).wait()
    expect(receipt!.logs.length).to.equal(1)
    const event = market.interface.parseLog(receipt!.logs[0]!)!
    expect([event.name, ...event.args]).to.deep.equal(['MarketFinalized', marketId, Outcome.No])
    expect(await market.statusOf(marketId)).to.equal(Status.Finalized)
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.No)
    expect(await ethers.provider.getBalance(address)).to.equal(before)
  })
})

describe('reputation', () => {
  /** The slot of an agent: depth ‖ src ‖ res ‖ correct ‖ count. */
  async function slotOf(registry: string, agentId: bigint) {
    const key = keccak256(AbiCoder.defaultAbiCoder().encode(['uint256', 'uint256'], [agentId, 1]))
    return BigInt(await ethers.provider.getStorage(registry, key))
  }
  const packed = (count: bigint, correct: bigint, res: bigint, src: bigint, depth: bigint) =>
    count | (correct << 32n) | (res << 64n) | (src << 128n) | (depth << 192n)

  const cast = (outcome: Vote.Outcome, scores: [number, number, number]): Report.Record => ({
    vote: Vote.cast(outcome),
    resQuality: scores[0],
    srcQuality: scores[1],
    analysisDepth: scores[2],
  })

  async function mixed() {
    const system = await deploySystem(connection)
    const asked = await requested(system, 7)
    const records: Report.Record[] = [
      cast('YES', [80, 70, 60]),
      cast('YES', [100, 0, 1]),
      cast('YES', [90, 91, 92]),
      cast('NO', [50, 40, 30]),
      cast('INVALID', [10, 20, 30]),
      // Scores without a vote: none of them may count.
      { ...cast('YES', [99, 98, 97]), vote: Vote.none('late') },
      recordOf('no-endpoint'),
    ]
    const sayings = records.map(() => 'YES' as const)
    await deliver(system, await reportOf(system, asked.marketId, sayings, 'YES', { records }))
    return { system, ...asked }
  }

  it('S1-28 I9 A6: is written at settle and not before, slot by slot; who failed has zeros, who doubted or was absent nothing', async () => {
    const { system, marketId, workers } = await loadFixture(mixed)
    const { market, reputations } = system
    const registry = await reputations.getAddress()
    for (const { agentId } of workers) expect(await slotOf(registry, agentId)).to.equal(0)
    await expect(settle(system, marketId)).to.emit(reputations, 'ReputationRecorded').withArgs(marketId, 5)
    const expected = [
      packed(1n, 1n, 80n, 70n, 60n),
      packed(1n, 1n, 100n, 0n, 1n),
      packed(1n, 1n, 90n, 91n, 92n),
      // Wrong and silent: counted, with zeros. A doubt, and absence, are neither right nor wrong.
      packed(1n, 0n, 0n, 0n, 0n),
      0n,
      packed(1n, 0n, 0n, 0n, 0n),
      0n,
    ]
    for (const [i, { agentId }] of workers.entries())
      expect(await slotOf(registry, agentId), String(i)).to.equal(expected[i])
    expect([...(await market.reputationOf(workers[0]!.agentId))]).to.deep.equal([1n, 1n, 80n, 70n, 60n])
    expect([...(await market.reputationOf(workers[3]!.agentId))]).to.deep.equal([1n, 0n, 0n, 0n, 0n])
    await market.finalize(marketId)
    for (const [i] of workers.entries()) await market.claim(marketId, i)
    expect(await slotOf(registry, workers[0]!.agentId)).to.equal(expected[0])
  })

  it('S1-28: nothing is written for Invalid, by vote, by tie or by default', async () => {
    const system = await loadFixture(fixture)
    const { market, reputations } = system
    for (const sayings of [
      ['INVALID', 'INVALID', 'INVALID', 'silent'],
      ['YES', 'NO', 'INVALID', 'silent'],
    ] as const) {
      const { marketId, workers } = await resolved(system, sayings, 'INVALID')
      await expect(settle(system, marketId)).not.to.emit(reputations, 'ReputationRecorded')
      for (const { agentId } of workers) expect((await market.reputationOf(agentId)).count).to.equal(0)
    }
    const { marketId, workers } = await requested(system, 3)
    for (const _ of [1, 2]) {
      await time.increase(quorumGrace)
      await deliver(system, await reportOf(system, marketId, ['YES', 'silent', 'silent'], null))
    }
    await expect(settle(system, marketId)).not.to.emit(reputations, 'ReputationRecorded')
    for (const { agentId } of workers) expect((await market.reputationOf(agentId)).count).to.equal(0)
  })
})
