import { expect } from 'chai'
import { ZeroAddress, ZeroHash } from 'ethers'
import { network } from 'hardhat'
import type { FeedbackRegistry, IdentityRegistry } from '../../local/ledger/contracts.ts'
import { challenge, doubleTalkOf, toldMarket, yes } from '../../local/ledger/evidence.ts'
import {
  ask,
  createMarket,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  reportOf,
  requested,
  resolved,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { type Report, Score, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers

/** A settled market: one right, one wrong, one in doubt, one right, one silent, one not to blame. */
async function fixture() {
  const system = await deploySystem(connection)
  const asked = await requested(system, 6)
  const scores: [number, number, number][] = [
    [80, 70, 60],
    [1, 2, 3],
    [0, 0, 0],
    [100, 100, 100],
  ]
  const votes = ['YES', 'NO', 'INVALID', 'YES'] as const
  const records: Report.Record[] = [
    ...votes.map((vote, i) => ({
      vote: Vote.cast(vote),
      resQuality: scores[i]![0],
      srcQuality: scores[i]![1],
      analysisDepth: scores[i]![2],
    })),
    ...(['silent', 'no-endpoint'] as const).map((reason) => ({
      ...{ vote: Vote.none(reason), resQuality: 0, srcQuality: 0, analysisDepth: 0 },
    })),
  ]
  const sayings = records.map(() => 'YES' as const)
  await deliver(system, await reportOf(system, asked.marketId, sayings, 'YES', { records }))
  await settle(system, asked.marketId)
  const composites = scores.map(([res_quality, src_quality, analysis_depth]) =>
    Score.compositeOfScores({ res_quality, src_quality, analysis_depth }),
  )
  return {
    ...asked,
    ...{ system, market: system.market, composites },
    feedbacks: system.feedbacks as unknown as FeedbackRegistry,
    identities: system.identities as unknown as IdentityRegistry,
  }
}

describe('publishFeedback', () => {
  it('C9 A17: publishes the composite of who was right, 0 of who was wrong or silent, by anyone, in one entry', async () => {
    const { system, market, feedbacks, marketId, workers, composites } = await loadFixture(fixture)
    const { address, challenger } = system
    expect(composites).to.deep.equal([7_150, 185, 0, 10_000])
    for (const [seat, value] of [
      [0, 7_150],
      [1, 0],
      [3, 10_000],
      [4, 0],
    ] as const) {
      const { agentId } = workers[seat]!
      const sent = market.connect(challenger).publishFeedback(marketId, seat)
      await expect(sent).to.emit(market, 'FeedbackPublished').withArgs(marketId, seat)
      await expect(sent)
        .to.emit(feedbacks, 'NewFeedback')
        .withArgs(agentId, address, 1, value, 2, 'starred', 'starred', 'cresolver', '', '', ZeroHash)
      expect(await feedbacks.getLastIndex(agentId, address)).to.equal(1)
      expect([...(await feedbacks.readFeedback(agentId, address, 1))]).to.deep.equal([
        BigInt(value),
        2n,
        'starred',
        'cresolver',
        false,
      ])
    }
  })

  it('A17: a struck worker has 0, like one that was wrong', async () => {
    const { system, market, feedbacks } = await loadFixture(fixture)
    const told = await toldMarket(system, [yes, yes, yes, yes])
    await challenge(system, told.marketId, 2, doubleTalkOf(told, 2))
    await settle(system, told.marketId)
    const { agentId } = await market.getWorker(told.marketId, 2)
    await market.publishFeedback(told.marketId, 2)
    expect((await feedbacks.readFeedback(agentId, system.address, 1))[0]).to.equal(0n)
  })

  it('A20: each seat has a mark of its own, in appeals too: 0, 32 and 64 are three', async () => {
    const { system, market } = await loadFixture(fixture)
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    for (const first of [10, 13]) {
      await market.escalate(marketId, await market.outcomeOf(marketId), {
        value: await market.bondOf(marketId),
      })
      await joinAll(system, marketId, 3, first)
      await ask(system, marketId)
      await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
    }
    await settle(system, marketId)
    for (const seat of [0, 32, 64, 34, 2, 66]) {
      await expect(market.publishFeedback(marketId, seat))
        .to.emit(market, 'FeedbackPublished')
        .withArgs(marketId, seat)
      await expect(market.publishFeedback(marketId, seat))
        .to.be.revertedWithCustomError(market, 'NoFeedback')
        .withArgs(marketId, seat)
    }
    for (const seat of [3, 35, 67, 96])
      await expect(market.publishFeedback(marketId, seat))
        .to.be.revertedWithCustomError(market, 'UnknownWorker')
        .withArgs(marketId, seat)
  })

  it('goes to the agent that drew the seat', async () => {
    const { system: base, feedbacks } = await loadFixture(fixture)
    const system = await deployVariant(base, { parameters: { maxWorkers: 3 } })
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES', { joined: 6 })
    await settle(system, marketId)
    for (const seat of [0, 1, 2]) {
      const { agentId } = await system.market.getWorker(marketId, seat)
      await system.market.publishFeedback(marketId, seat)
      expect(await feedbacks.getLastIndex(agentId, system.address)).to.equal(1)
    }
  })

  it('C9: once, and still after finalization', async () => {
    const { market, marketId } = await loadFixture(fixture)
    await market.publishFeedback(marketId, 0)
    await market.finalize(marketId)
    await expect(market.publishFeedback(marketId, 0))
      .to.be.revertedWithCustomError(market, 'NoFeedback')
      .withArgs(marketId, 0)
    // The bit is the worker's own.
    await market.publishFeedback(marketId, 1)
    await expect(market.publishFeedback(marketId, 1))
      .to.be.revertedWithCustomError(market, 'NoFeedback')
      .withArgs(marketId, 1)
  })

  it('there is none of who doubted, and of who was absent: neither is remembered', async () => {
    const { market, marketId } = await loadFixture(fixture)
    for (const i of [2, 5])
      await expect(market.publishFeedback(marketId, i))
        .to.be.revertedWithCustomError(market, 'NoFeedback')
        .withArgs(marketId, i)
  })

  it('C9 attack 1: a worker that makes the market its operator is refused by the registry, and holds up nothing', async () => {
    const { system, market, feedbacks, identities, marketId, workers } = await loadFixture(fixture)
    const { wallet, agentId } = workers[1]!
    await identities.connect(wallet).approve(system.address, agentId)
    const refused = await market.publishFeedback(marketId, 1)
    await expect(refused).to.emit(market, 'FeedbackRefused').withArgs(marketId, 1)
    await expect(refused).not.to.emit(market, 'FeedbackPublished')
    expect(await feedbacks.getLastIndex(agentId, system.address)).to.equal(0)
    // Money, finality and the others go their way.
    await market.publishFeedback(marketId, 0)
    await market.finalize(marketId)
    for (let i = 0; i < 6; i++) await market.claim(marketId, i)
    const left = await system.ethers.provider.getBalance(system.address)
    expect(left).to.equal(await market.creditOf(treasury))
    // It is not marked: as soon as the registry takes it, it is published, and then no more.
    await identities.connect(wallet).approve(ZeroAddress, agentId)
    await expect(market.publishFeedback(marketId, 1))
      .to.emit(market, 'FeedbackPublished')
      .withArgs(marketId, 1)
    expect(await feedbacks.getLastIndex(agentId, system.address)).to.equal(1)
    await expect(market.publishFeedback(marketId, 1)).to.be.revertedWithCustomError(market, 'NoFeedback')
  })

  it('attack 1: an approval before the report stops neither report, settlement nor payment', async () => {
    const { system, market, identities } = await loadFixture(fixture)
    const { marketId, deadline } = await createMarket(system)
    const workers = await joinAll(system, marketId, 3, 6)
    for (const { wallet } of workers) await identities.connect(wallet).setApprovalForAll(system.address, true)
    await time.increaseTo(deadline)
    await market.requestResolution(marketId)
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
    await settle(system, marketId)
    for (const [i, { wallet }] of workers.entries()) {
      const { payout } = await market.getWorker(marketId, i)
      expect(payout > 0n).to.equal(true)
      await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, payout)
    }
  })

  it('not before settlement, and not of an Invalid market', async () => {
    const { system, market } = await loadFixture(fixture)
    const refused = async (marketId: bigint) =>
      expect(market.publishFeedback(marketId, 0))
        .to.be.revertedWithCustomError(market, 'NoFeedback')
        .withArgs(marketId, 0)
    const open = await createMarket(system)
    await joinAll(system, open.marketId, 1, 6)
    await expect(market.publishFeedback(open.marketId, 0))
      .to.be.revertedWithCustomError(market, 'UnknownWorker')
      .withArgs(open.marketId, 0)
    const asked = await requested(system, 3)
    await refused(asked.marketId)
    const { marketId } = await resolved(system, ['INVALID', 'INVALID', 'INVALID'], 'INVALID')
    await refused(marketId)
    await settle(system, marketId)
    await refused(marketId)
  })

  it('not of a worker or market that there is not', async () => {
    const { market, marketId } = await loadFixture(fixture)
    await expect(market.publishFeedback(marketId, 6))
      .to.be.revertedWithCustomError(market, 'UnknownWorker')
      .withArgs(marketId, 6)
    await expect(market.publishFeedback(99, 0))
      .to.be.revertedWithCustomError(market, 'UnknownMarket')
      .withArgs(99)
  })

  it('not where the deployment has no registry for it; all else works', async () => {
    const { system: base } = await loadFixture(fixture)
    const system = await deployVariant(base, { feedbacks: ZeroAddress })
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    await settle(system, marketId)
    await expect(system.market.publishFeedback(marketId, 0))
      .to.be.revertedWithCustomError(system.market, 'NoFeedback')
      .withArgs(marketId, 0)
    await system.market.finalize(marketId)
    await system.market.claim(marketId, 0)
  })
})
