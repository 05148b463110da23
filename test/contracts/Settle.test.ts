import { expect } from 'chai'
import { AbiCoder, keccak256, parseEther } from 'ethers'
import * as fc from 'fast-check'
import { network } from 'hardhat'
import {
  createMarket,
  defaultParameters,
  deliver,
  deployCrowd,
  deploySystem,
  deployVariant,
  joinCrowd,
  Outcome,
  type PackedReputation,
  recordOf,
  reportOf,
  requested,
  resolved,
  Status,
  settle,
} from '../../local/ledger/market.ts'
import { Hash, Payout, type Report, Score, Tally, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)
const { quorumGrace, minWorkers } = defaultParameters

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
      .withArgs(marketId, Status.Invalid, Outcome.Invalid, 0)
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

  it('S1-42: credits the creator with the dust and nothing else, and pays nobody yet', async () => {
    const system = await loadFixture(fixture)
    const { market, creator, address } = system
    const { marketId } = await resolved(system, ['YES', 'YES', 'YES'], 'YES')
    const before = await ethers.provider.getBalance(address)
    await settle(system, marketId)
    expect(await market.creditOf(creator.address)).to.equal(1)
    expect(await ethers.provider.getBalance(address)).to.equal(before)
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

  it('S1-28 I9: is written at settle and not before, slot by slot; nothing for who is not to blame', async () => {
    const { system, marketId, workers } = await loadFixture(mixed)
    const { market, reputations } = system
    const registry = await reputations.getAddress()
    for (const { agentId } of workers) expect(await slotOf(registry, agentId)).to.equal(0)
    await expect(settle(system, marketId)).to.emit(reputations, 'ReputationRecorded').withArgs(marketId, 6)
    const expected = [
      packed(1n, 1n, 80n, 70n, 60n),
      packed(1n, 1n, 100n, 0n, 1n),
      packed(1n, 1n, 90n, 91n, 92n),
      packed(1n, 0n, 50n, 40n, 30n),
      packed(1n, 0n, 10n, 20n, 30n),
      packed(1n, 0n, 0n, 0n, 0n),
      0n,
    ]
    for (const [i, { agentId }] of workers.entries())
      expect(await slotOf(registry, agentId), String(i)).to.equal(expected[i])
    expect([...(await market.reputationOf(workers[3]!.agentId))]).to.deep.equal([1n, 0n, 50n, 40n, 30n])
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

describe('the tally and the payout', () => {
  const reasons = (Object.keys(Vote.reasons) as Vote.Reason[]).filter((reason) => !Vote.isReserved(reason))
  const score = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(0, 100))
  const answer = (silence: number) =>
    fc.record({
      vote: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...Vote.outcomes).map(Vote.cast) },
        { weight: 5, arbitrary: fc.constantFrom('YES' as const, 'NO' as const).map(Vote.cast) },
        { weight: silence, arbitrary: fc.constantFrom(...reasons).map(Vote.none) },
      ),
      resQuality: score,
      srcQuality: score,
      analysisDepth: score,
    })
  const seats = (silence: number) =>
    fc.array(
      fc.record({
        first: answer(silence),
        second: answer(silence),
        extra: fc.bigInt(0n, parseEther('0.9')),
      }),
      { minLength: 3, maxLength: 32 },
    )
  const round = fc.record({
    // In silent rounds a quorum is rare, and so the second one is reached, and its end by default.
    seats: fc.oneof({ weight: 3, arbitrary: seats(2) }, { weight: 1, arbitrary: seats(14) }),
    reward: fc.bigInt(defaultParameters.minReward, parseEther('3')),
  })

  const parameters = {
    wrongSlashBps: 3_333,
    silentSlashBps: 6_667,
    invalidRewardBps: 1_234,
    minMarginBps: 777,
  }
  const rates: Payout.Parameters = {
    wrongSlashBps: 3_333n,
    silentSlashBps: 6_667n,
    invalidRewardBps: 1_234n,
    challengerRewardBps: BigInt(defaultParameters.challengerRewardBps),
  }

  /** Agents with all sorts of histories. */
  async function crowded() {
    const base = await deploySystem(connection)
    const system = await deployVariant(base, { parameters, reputations: 'PackedReputation' })
    const crowd = await deployCrowd(system)
    const reputations = system.reputations as unknown as PackedReputation
    const history: Score.Reputation[] = crowd.agentIds.map((_, i) => {
      const count = [0, 1, 7, 40, 2 ** 32 - 2][i % 5]!
      const sum = BigInt(count) * BigInt((i * 37) % 101)
      return {
        count,
        correct: Math.floor((count * (i % 4)) / 3),
        sumRes: sum,
        sumSrc: sum / 2n,
        sumDepth: sum,
      }
    })
    for (const [i, agentId] of crowd.agentIds.entries()) await reputations.put(agentId, history[i]!)
    return { system, crowd, history }
  }

  const ballotsOf = (records: readonly Report.Record[], factors: readonly number[]) =>
    records.map(({ vote, resQuality, srcQuality, analysisDepth }, i) => {
      const scores = { res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth }
      return { vote, weight: BigInt(Score.weight(scores, factors[i]!)) }
    })

  const remembered = (reputation: Score.Reputation, record: Report.Record, outcome: Vote.Outcome) => {
    const { vote } = record
    if (reputation.count === 2 ** 32 - 1) return reputation
    const isCast = vote.outcome !== null
    return {
      count: reputation.count + 1,
      correct: reputation.correct + (vote.outcome === outcome ? 1 : 0),
      sumRes: reputation.sumRes + BigInt(isCast ? record.resQuality : 0),
      sumSrc: reputation.sumSrc + BigInt(isCast ? record.srcQuality : 0),
      sumDepth: reputation.sumDepth + BigInt(isCast ? record.analysisDepth : 0),
    }
  }

  it('S1-41 S1-42 attack 14: are those of protocol/, to the wei, over 240 random rounds of 3 to 32 workers', async function () {
    this.timeout(600_000)
    const { system, crowd, history } = await loadFixture(crowded)
    const { market, creator, address } = system
    const endings = new Map<string, number>()

    await fc.assert(
      fc.asyncProperty(round, async ({ seats, reward }) => {
        const n = seats.length
        const { marketId, deadline } = await createMarket(system, { reward })
        const floor = await market.stakeOf(marketId)
        const stakes = seats.map(({ extra }) => floor + extra)
        await joinCrowd(system, crowd, marketId, stakes)
        const reputations = await Promise.all(
          crowd.agentIds.slice(0, n).map(async (agentId): Promise<Score.Reputation> => {
            const { count, correct, sumRes, sumSrc, sumDepth } = await market.reputationOf(agentId)
            return { count: Number(count), correct: Number(correct), sumRes, sumSrc, sumDepth }
          }),
        )
        expect(reputations).to.deep.equal(history.slice(0, n))
        const factors = reputations.map(Score.factorBps)
        await time.increaseTo(deadline)
        await market.requestResolution(marketId)

        let records: readonly Report.Record[] = seats.map(({ first }) => first)
        const sayings = records.map(() => 'YES' as const)
        const report = async (outcome: Vote.Outcome | null) => {
          if (outcome === null) await time.increase(quorumGrace)
          const roundRoot = Hash.asRoot(keccak256(`0x${marketId.toString(16).padStart(64, '0')}`))
          await deliver(system, await reportOf(system, marketId, sayings, outcome, { records, roundRoot }))
        }
        const options = { minMarginBps: parameters.minMarginBps }
        let tally = Tally.count(ballotsOf(records, factors), options)
        await report(tally.outcome)
        let answeredFirst = new Set<number>()
        if (tally.outcome === null) {
          const voters = (from: readonly Report.Record[]) =>
            from.flatMap(({ vote }, i) => (vote.outcome === null ? [] : [i]))
          answeredFirst = new Set(voters(records))
          records = seats.map(({ second }) => second)
          const either = new Set([...answeredFirst, ...voters(records)])
          const quorum = Tally.retryQuorum(either.size, minWorkers)
          tally = Tally.count(ballotsOf(records, factors), { ...options, quorum })
          await report(tally.outcome)
        }

        const made = await market.getMarket(marketId)
        const totals = tally.outcome === null ? Tally.nothing : tally
        expect([made.yesWeight, made.noWeight, made.invalidWeight]).to.deep.equal([
          totals.yes,
          totals.no,
          totals.invalid,
        ])
        expect(made.outcome).to.equal(BigInt(Vote.code(tally.outcome ?? 'INVALID')))

        const ending: Payout.Ending = tally.outcome ?? 'INVALID-by-default'
        endings.set(ending, (endings.get(ending) ?? 0) + 1)
        const isExcused = ({ vote }: Report.Record, i: number) =>
          vote.outcome === null && (answeredFirst.has(i) || !Vote.isFault(vote.reason))
        const due = Payout.preview(
          ending,
          reward,
          ballotsOf(records, factors).map(({ vote, weight }, i) => ({
            vote: isExcused(records[i]!, i) ? Vote.none('no-endpoint') : vote,
            weight,
            stake: stakes[i]!,
          })),
          rates,
        )
        const credited = await market.creditOf(creator.address)
        await settle(system, marketId)
        expect((await market.creditOf(creator.address)) - credited).to.equal(due.creator)
        expect([...(await crowd.contract.claim.staticCall(marketId, n))]).to.deep.equal([...due.workers])
        expect((await market.getWorker(marketId, n - 1)).payout).to.equal(due.workers[n - 1])
        const before = await ethers.provider.getBalance(crowd.address)
        await crowd.contract.claim(marketId, n)
        const paid = due.workers.reduce((sum, amount) => sum + amount, 0n)
        expect((await ethers.provider.getBalance(crowd.address)) - before).to.equal(paid)
        // I1: what is left in the contract is what creators may withdraw, to the wei.
        expect(await ethers.provider.getBalance(address)).to.equal(await market.creditOf(creator.address))

        if (tally.outcome === 'YES' || tally.outcome === 'NO') {
          const { outcome } = tally
          records.forEach((record, i) => {
            if (!isExcused(record, i)) history[i] = remembered(history[i]!, record, outcome)
          })
        }
      }),
      { numRuns: 240, endOnFailure: true },
    )
    // All four ways to end were met.
    expect([...endings.keys()].sort()).to.deep.equal(['INVALID', 'INVALID-by-default', 'NO', 'YES'])
    for (const [i, agentId] of crowd.agentIds.entries()) {
      const { count, correct, sumRes, sumSrc, sumDepth } = await market.reputationOf(agentId)
      expect({ count: Number(count), correct: Number(correct), sumRes, sumSrc, sumDepth }).to.deep.equal(
        history[i],
      )
    }
  })

  it('C21 attack 15: a tie is Invalid, between any sides', async () => {
    const system = await loadFixture(fixture)
    const record = (vote: Vote.Outcome, res: number): Report.Record => ({
      ...{ vote: Vote.cast(vote), resQuality: res, srcQuality: 0, analysisDepth: 0 },
    })
    const ties: Report.Record[][] = [
      [record('YES', 80), record('NO', 80), recordOf('no-endpoint')],
      [record('YES', 80), record('NO', 40), record('NO', 40)],
      [record('YES', 80), record('INVALID', 80), recordOf('silent')],
      [record('NO', 80), record('INVALID', 80), recordOf('silent')],
      [record('YES', 60), record('NO', 60), record('INVALID', 60)],
    ]
    for (const records of ties) {
      const { marketId } = await requested(system, 3)
      expect(Tally.count(ballotsOf(records, [2_500, 2_500, 2_500])).outcome).to.equal('INVALID')
      await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'INVALID', { records }))
      expect(await system.market.outcomeOf(marketId)).to.equal(Outcome.Invalid)
    }
  })

  it('C21: the margin is tested to the last unit of weight on each pair of sides', async () => {
    const base = await loadFixture(fixture)
    const system = await deployVariant(base, { parameters: { minMarginBps: 1_000, minWorkers: 2 } })
    // 25 · 88 / 4 = 550 against 25 · 72 / 4 = 450: a lead of 100 of 1,000. One point less is 93 of 993.
    const record = (vote: Vote.Outcome, src: number): Report.Record => ({
      ...{ vote: Vote.cast(vote), resQuality: 0, srcQuality: src, analysisDepth: 0 },
    })
    for (const first of Vote.outcomes) {
      for (const second of Vote.outcomes) {
        if (first === second) continue
        for (const [points, isClear] of [
          [88, true],
          [87, false],
        ] as const) {
          const { marketId } = await requested(system, 2)
          const records = [record(second, 72), record(first, points)]
          const outcome = isClear ? first : 'INVALID'
          await deliver(system, await reportOf(system, marketId, ['YES', 'YES'], outcome, { records }))
          expect(await system.market.outcomeOf(marketId)).to.equal(BigInt(Vote.code(outcome)))
        }
      }
    }
  })
})
