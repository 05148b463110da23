import { expect } from 'chai'
import { AbiCoder, parseEther } from 'ethers'
import { network } from 'hardhat'
import { checkOf, docketAt, ruleAt } from '../../local/ledger/docket.ts'
import {
  autoQuestion,
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
  Status,
  type System,
  settle,
  waitUntil,
} from '../../local/ledger/market.ts'
import { Bytes, Docket, Leaf, Merkle, type Report, Transcript } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)
const { resolutionTimeout, quorumGrace, challengeWindow } = defaultParameters

/** A market in its second round, because the first had no quorum. */
async function repeated(system: System, changes?: (deadline: number) => Partial<Report.Report>) {
  const asked = await requested(system, 3, changes === undefined ? {} : { question: autoQuestion })
  const { deadline, marketId } = asked
  await time.increaseTo(ruleAt(deadline).readyAt + quorumGrace)
  const report = await reportOf(system, marketId, ['YES', 'silent', 'silent'], null, changes?.(deadline))
  await deliver(system, report)
  return { ...asked, requestedAt: await time.latest() }
}

describe('expire', () => {
  it('attack 8: where as many joined as there are seats, each has one and is paid by it', async () => {
    const system = await deployVariant(await loadFixture(fixture), { parameters: { maxWorkers: 3 } })
    const { market } = system
    const { marketId, deadline } = await createMarket(system)
    const workers = await joinAll(system, marketId, 3)
    await time.increaseTo(deadline + resolutionTimeout)
    await market.expire(marketId)
    for (const [seat, { stake }] of workers.entries()) {
      await market.claim(marketId, seat)
      expect((await market.getWorker(marketId, seat)).isClaimed).to.equal(true)
      expect((await market.getWorker(marketId, seat)).stake).to.equal(stake)
    }
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(parseEther('1'))
  })

  it('C21 attack 8: an open market that nobody asks for, at the timeout after its deadline and not before', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, deadline } = await createMarket(system, { reward: parseEther('2') })
    const workers = await joinAll(system, marketId, 4)
    const end = deadline + resolutionTimeout
    for (const early of [deadline, end - 1]) {
      await time.setNextBlockTimestamp(early)
      await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
      await waitUntil(system, early)
    }
    await time.setNextBlockTimestamp(end)
    await expect(market.expire(marketId))
      .to.emit(market, 'MarketSettled')
      .withArgs(marketId, Status.Invalid, Outcome.Invalid, 2)
    expect(await market.creditOf(creator.address)).to.equal(parseEther('2'))
    for (const [i, { wallet, stake }] of workers.entries())
      await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, stake)
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(parseEther('2'))
  })

  it('C21 attack 8: a first round without a report, at its timeout and not before: all have all back', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, workers } = await requested(system, 3)
    const end = (await time.latest()) + resolutionTimeout
    await time.setNextBlockTimestamp(end - 1)
    await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
    await time.setNextBlockTimestamp(end)
    await expect(market.expire(marketId))
      .to.emit(market, 'MarketSettled')
      .withArgs(marketId, Status.Invalid, Outcome.Invalid, 2)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    for (const [i, { wallet, stake }] of workers.entries())
      await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, stake)
    for (const { agentId } of workers) expect((await market.reputationOf(agentId)).count).to.equal(0)
    await expect(market.expire(marketId))
      .to.be.revertedWithCustomError(market, 'WrongStatus')
      .withArgs(marketId, Status.Invalid)
  })

  it('the report comes in the second before the timeout and not at it', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    for (const [offset, isProcessed] of [
      [-1, true],
      [0, false],
    ] as const) {
      const { marketId } = await requested(system, 3)
      const end = (await time.latest()) + resolutionTimeout
      const report = await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES', { expiresAt: end + 60 })
      await time.setNextBlockTimestamp(end + offset)
      const delivered = await deliver(system, report, { expectRefusal: true })
      expect(delivered.isProcessed).to.equal(isProcessed)
      expect(await market.statusOf(marketId)).to.equal(isProcessed ? Status.Resolved : Status.Requested)
    }
  })

  it('A16: a later round without a report: Invalid by default, said by an event, open to challenge and appeal like any other', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, workers, requestedAt } = await repeated(system)
    expect((await market.getMarket(marketId)).round).to.equal(2)
    const end = requestedAt + resolutionTimeout
    await time.setNextBlockTimestamp(end - 1)
    await expect(market.expire(marketId)).to.be.revertedWithCustomError(market, 'TooEarly').withArgs(end)
    await time.setNextBlockTimestamp(end)
    const expired = market.expire(marketId)
    await expect(expired).to.emit(market, 'MarketDefaulted').withArgs(marketId, 2)
    await expect(expired)
      .to.emit(market, 'WindowMoved')
      .withArgs(marketId, end + challengeWindow)
    const made = await market.getMarket(marketId)
    expect(made.status).to.equal(Status.Resolved)
    expect(made.outcome).to.equal(Outcome.Invalid)
    expect(made.ending).to.equal(1)
    expect(made.windowEnd).to.equal(end + challengeWindow)
    await expect(market.expire(marketId))
      .to.be.revertedWithCustomError(market, 'WrongStatus')
      .withArgs(marketId, Status.Resolved)
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    // No record, no slash: the pool is the creator's, and every stake its worker's.
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    for (const [i, { wallet, stake }] of workers.entries())
      await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, stake)
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(parseEther('1'))
  })

  /** A transcript's leaf, proven, as evidence of kind 4. */
  function proofOf(docket: Docket.Docket, leaves: readonly Uint8Array[], index: number) {
    const tree = Merkle.build(leaves)
    const branch = [Bytes.toHex(leaves[index]!), index, tree.count, Merkle.prove(tree, index)]
    const evidence = AbiCoder.defaultAbiCoder().encode(
      ['tuple(bytes32,bytes,tuple(bytes,uint256,uint256,bytes32[]))'],
      [[tree.root, Bytes.toHex(Docket.pack(docket)), branch]],
    )
    return { roundRoot: tree.root, evidence }
  }
  const absent = () => Array.from({ length: Transcript.leafCount(3) }, () => Leaf.absent)

  it('I2: what a round without quorum committed to can’t void one that nobody reported, so the market ends', async () => {
    const system = await loadFixture(fixture)
    const { market, challenger } = system
    const marketId = (await market.marketCount()) + 1n
    let evidence = '0x'
    await repeated(system, (deadline) => {
      const docket = docketAt(deadline, ['YES', 'silent', 'silent'])
      const { rule } = docket
      // An honest transcript of round 1: its check leaf says round 1, and so contradicts every other round.
      const leaves = absent()
      leaves[1] = Leaf.rule(rule)
      const index = Transcript.leafIndex(0, 'check')
      leaves[index] = Leaf.check(checkOf(rule, 'YES'), { marketId, round: 1, workerIndex: 0 })
      const proof = proofOf(docket, leaves, index)
      evidence = proof.evidence
      return { docket, roundRoot: proof.roundRoot }
    })
    await time.increase(resolutionTimeout)
    await market.expire(marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Resolved)
    await expect(
      market.connect(challenger).challenge(marketId, 0, 4, evidence),
    ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
  })

  it('I2: a proof that voided one round does not void the next, which nobody reported, so the market ends', async () => {
    const system = await loadFixture(fixture)
    const { market, challenger } = system
    const { marketId, deadline } = await requested(system, 3, { question: autoQuestion })
    const docket = docketAt(deadline, ['YES', 'YES', 'YES'])
    // The transcript has no rule; the docket has one.
    const { roundRoot, evidence } = proofOf(docket, absent(), 1)
    const report = await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'YES', { docket, roundRoot })
    await deliver(system, report)
    await market.connect(challenger).challenge(marketId, 0, 4, evidence)
    expect((await market.getMarket(marketId)).round).to.equal(2)
    await time.increase(resolutionTimeout)
    await market.expire(marketId)
    await expect(
      market.connect(challenger).challenge(marketId, 0, 4, evidence),
    ).to.be.revertedWithCustomError(system.judge, 'WrongDocket')
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    for (const i of [0, 1, 2])
      expect((await market.getWorker(marketId, i)).payout).to.equal(parseEther('0.5'))
  })

  it('nothing that was decided expires', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const refused = (status: bigint) =>
      expect(market.expire(marketId))
        .to.be.revertedWithCustomError(market, 'WrongStatus')
        .withArgs(marketId, status)
    await time.increase(2 * resolutionTimeout)
    await refused(Status.Resolved)
    await market.settle(marketId)
    await refused(Status.Settled)
    await market.finalize(marketId)
    await refused(Status.Finalized)
  })
})
