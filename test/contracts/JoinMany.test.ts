import { expect } from 'chai'
import { AbiCoder, keccak256 } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, joinCrowd, type PackedReputation, requestedCrowd } from '../../local/ledger/crowd.ts'
import {
  createMarket,
  day,
  deploySystem,
  deployVariant,
  join,
  joinAll,
  resolved,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import * as Score from '../../protocol/Score.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, setStorageAt, time } = networkHelpers

describe('joinMarket: how many', () => {
  const crowded = async () => {
    const system = await deploySystem(connection)
    return { system, crowd: await deployCrowd(system, 40) }
  }

  it('S1x-3: 32 workers are all asked, each in a seat of its own, in the order of their joins', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId, agentIds, stake } = await requestedCrowd(system, crowd, 32)
    for (const [i, agentId] of agentIds.entries()) {
      const worker = await market.getWorker(marketId, i)
      expect([worker.agentId, worker.stake, worker.factorBps]).to.deep.equal([agentId, stake, 2_500n])
      expect((await market.getMember(marketId, agentId)).seat).to.equal(i)
    }
    await expect(market.getWorker(marketId, 32)).to.be.revertedWithCustomError(market, 'UnknownWorker')
    expect((await market.getMarket(marketId)).drawBlock).to.equal(0)
  })

  it('A2: a 33rd comes in as well: seats cannot be filled', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { market } = system
    const { marketId, deadline } = await createMarket(system)
    const { agentIds, stake } = await joinCrowd(system, crowd, marketId, 40)
    for (const [i, agentId] of agentIds.entries())
      expect((await market.getMember(marketId, agentId)).joinIndex).to.equal(i)
    const { joined, seats, stakes } = await market.getMarket(marketId)
    expect([joined, seats, stakes]).to.deep.equal([40n, 0n, 40n * stake])
    await time.increaseTo(deadline)
    await expect(market.requestResolution(marketId)).to.emit(market, 'DrawNoted')
  })

  it('A2: in an appeal neither', async () => {
    const { system: base } = await loadFixture(crowded)
    const system = await deployVariant(base, { parameters: { maxWorkers: 4 } })
    const crowd = await deployCrowd(system, 10)
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    await system.market.escalate(marketId, await system.market.outcomeOf(marketId), {
      value: await system.market.bondOf(marketId),
    })
    await joinCrowd(system, crowd, marketId, 10)
    expect((await system.market.getMarket(marketId)).joined).to.equal(10)
  })

  /** As if so many had joined: the count lies behind requestedAt, askedAfter, windowEnd, readyAfter and round. */
  async function setJoined(address: string, marketId: bigint, count: bigint) {
    const first = BigInt(keccak256(AbiCoder.defaultAbiCoder().encode(['uint256', 'uint256'], [marketId, 0])))
    const slot = ethers.toBeHex(first + 2n, 32)
    const word = BigInt(await ethers.provider.getStorage(address, slot))
    const shift = 8n * (5n + 3n + 5n + 3n + 2n)
    const cleared = word & ~(0xffffn << shift)
    await setStorageAt(address, slot, cleared | (count << shift))
  }

  it('takes 65,535 and refuses the next', async () => {
    const { system } = await loadFixture(crowded)
    const { market } = system
    const { marketId } = await createMarket(system)
    await setJoined(system.address, marketId, 65_534n)
    expect((await market.getMarket(marketId)).joined).to.equal(65_534)
    const { wallet, agentId } = await join(system, marketId, 0)
    const { joinIndex, cohort } = await market.getMember(marketId, agentId)
    expect([joinIndex, cohort]).to.deep.equal([65_534n, 0n])
    expect((await market.getMarket(marketId)).joined).to.equal(65_535)
    await expect(join(system, marketId, 1))
      .to.be.revertedWithCustomError(market, 'MarketFull')
      .withArgs(marketId)
    // The last can leave again, and another take its place.
    await market.connect(wallet).leaveMarket(marketId, agentId)
    await join(system, marketId, 2)
  })

  it('maxWorkers is the deployment’s: with one more, the seats are drawn', async () => {
    const { system: base } = await loadFixture(crowded)
    const system = await deployVariant(base, { parameters: { maxWorkers: 4, minWorkers: 1 } })
    for (const [count, isDrawn] of [
      [4, false],
      [5, true],
    ] as const) {
      const { marketId, deadline } = await createMarket(system)
      await joinAll(system, marketId, count)
      await time.increaseTo(deadline)
      await system.market.requestResolution(marketId)
      const { drawBlock, status } = await system.market.getMarket(marketId)
      expect(drawBlock > 0n).to.equal(isDrawn)
      expect(status).to.equal(isDrawn ? Status.Open : Status.Requested)
    }
  })
})

describe('joinMarket: with what record', () => {
  async function withRecords() {
    const base = await deploySystem(connection)
    const system = await deployVariant(base, { reputations: 'PackedReputation' })
    const reputations = system.reputations as unknown as PackedReputation
    return { system, reputations, crowd: await deployCrowd(system, 6) }
  }

  it('A5: known and unknown agents come in alike, each with its own factor', async () => {
    const { system, reputations, crowd } = await loadFixture(withRecords)
    const { market } = system
    const { marketId } = await createMarket(system)
    const known = { count: 1, correct: 1, sumRes: 80n, sumSrc: 70n, sumDepth: 60n }
    for (const i of [2, 3]) await reputations.put(crowd.agentIds[i]!, known)
    await joinCrowd(system, crowd, marketId, 6)
    for (const [i, agentId] of crowd.agentIds.entries())
      expect((await market.getMember(marketId, agentId)).factorBps).to.equal(
        i === 2 || i === 3 ? Score.factorBps(known) : Score.newcomerFactorBps,
      )
  })

  it('SPEC §4: the factor is frozen at the join', async () => {
    const { system, reputations, crowd } = await loadFixture(withRecords)
    const { market } = system
    const [agentId] = crowd.agentIds
    const { marketId } = await createMarket(system)
    await joinCrowd(system, crowd, marketId, 1)
    await reputations.put(agentId!, {
      count: 2 ** 32 - 1,
      correct: 2 ** 32 - 1,
      sumRes: 100n * (2n ** 32n - 1n),
      sumSrc: 100n * (2n ** 32n - 1n),
      sumDepth: 100n * (2n ** 32n - 1n),
    })
    expect((await market.getMember(marketId, agentId!)).factorBps).to.equal(2_500)
    const { marketId: next } = await createMarket(system, { deadline: (await time.latest()) + 2 * day })
    await joinCrowd(system, crowd, next, 1)
    expect((await market.getMember(next, agentId!)).factorBps).to.equal(14_999)
  })

  it('A6: failing never raises it: who was wrong or silent has a newcomer’s factor', async () => {
    const { system } = await loadFixture(withRecords)
    const { market } = system
    const { marketId, workers } = await resolved(system, ['YES', 'YES', 'YES', 'NO', 'silent'], 'YES')
    await settle(system, marketId)
    const next = await createMarket(system)
    for (const { wallet, agentId, stake } of workers)
      await market.connect(wallet).joinMarket(next.marketId, agentId, { value: stake })
    const factors = []
    for (const { agentId } of workers)
      factors.push((await market.getMember(next.marketId, agentId)).factorBps)
    // (25,000 + 50 · 3 · 70) / 11
    expect(factors).to.deep.equal([3_227n, 3_227n, 3_227n, 2_500n, 2_500n])
  })
})
