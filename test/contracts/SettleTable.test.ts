import { expect } from 'chai'
import { keccak256, parseEther } from 'ethers'
import * as fc from 'fast-check'
import { network } from 'hardhat'
import { deployCrowd, joinCrowd, type PackedReputation } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  Outcome,
  recordOf,
  reportOf,
  requested,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { ratesOf } from '../../local/ledger/payout.ts'
import { Hash, Payout, type Report, Score, Tally, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers, ethers } = connection
const { loadFixture, time } = networkHelpers
const fixture = () => deploySystem(connection)
const { quorumGrace, minWorkers } = defaultParameters

const scoresOf = ({ resQuality, srcQuality, analysisDepth }: Report.Record): Score.Scores => ({
  ...{ res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth },
})

const ballotsOf = (records: readonly Report.Record[]) =>
  records.map((record) => {
    const { vote } = record
    const weight = vote.outcome === null ? 0 : Score.weight(scoresOf(record), vote.outcome)
    return { vote, weight: BigInt(weight) }
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
    fc.array(fc.record({ first: answer(silence), second: answer(silence) }), {
      minLength: 3,
      maxLength: 32,
    })
  const round = fc.record({
    // In silent rounds a quorum is rare, and so the second one is reached, and its end by default.
    seats: fc.oneof({ weight: 3, arbitrary: seats(2) }, { weight: 1, arbitrary: seats(14) }),
    reward: fc.bigInt(defaultParameters.minReward, parseEther('3')),
  })

  const parameters = {
    wrongSlashBps: 3_333,
    silentSlashBps: 6_667,
    doubtSlashBps: 777,
    absentSlashBps: 1_111,
    invalidRewardBps: 1_234,
    feeBps: 321,
    minMarginBps: 777,
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

  /** What a settled market adds to a record: the scores of who was right, zeros of who was wrong or silent. */
  const remembered = (reputation: Score.Reputation, record: Report.Record, standing: Payout.Standing) => {
    const isCounted = standing === 'rewarded' || standing === 'wrong' || standing === 'silent'
    if (!isCounted || reputation.count === 2 ** 32 - 1) return reputation
    const right = standing === 'rewarded' ? 1 : 0
    return {
      count: reputation.count + 1,
      correct: reputation.correct + right,
      sumRes: reputation.sumRes + BigInt(right * record.resQuality),
      sumSrc: reputation.sumSrc + BigInt(right * record.srcQuality),
      sumDepth: reputation.sumDepth + BigInt(right * record.analysisDepth),
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
        const { marketId } = await createMarket(system, { reward })
        const { stake } = await joinCrowd(system, crowd, marketId, n)
        const reputations = await Promise.all(
          crowd.agentIds.slice(0, n).map(async (agentId): Promise<Score.Reputation> => {
            const { count, correct, sumRes, sumSrc, sumDepth } = await market.reputationOf(agentId)
            return { count: Number(count), correct: Number(correct), sumRes, sumSrc, sumDepth }
          }),
        )
        expect(reputations).to.deep.equal(history.slice(0, n))
        const factors = reputations.map(Score.factorBps)
        await ask(system, marketId)

        let records: readonly Report.Record[] = seats.map(({ first }) => first)
        const sayings = records.map(() => 'YES' as const)
        const report = async (outcome: Vote.Outcome | null) => {
          if (outcome === null) await time.increase(quorumGrace)
          const roundRoot = Hash.asRoot(keccak256(`0x${marketId.toString(16).padStart(64, '0')}`))
          await deliver(system, await reportOf(system, marketId, sayings, outcome, { records, roundRoot }))
        }
        const options = { minMarginBps: parameters.minMarginBps }
        let tally = Tally.count(ballotsOf(records), options)
        await report(tally.outcome)
        let answeredFirst = new Set<number>()
        if (tally.outcome === null) {
          const voters = (from: readonly Report.Record[]) =>
            from.flatMap(({ vote }, i) => (vote.outcome === null ? [] : [i]))
          answeredFirst = new Set(voters(records))
          records = seats.map(({ second }) => second)
          const either = new Set([...answeredFirst, ...voters(records)])
          const quorum = Tally.retryQuorum(either.size, minWorkers)
          tally = Tally.count(ballotsOf(records), { ...options, quorum })
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

        const ending = Payout.endingOf(tally)
        endings.set(ending, (endings.get(ending) ?? 0) + 1)
        const workers = records.map((record, i) => ({
          vote: record.vote,
          answeredBefore: answeredFirst.has(i),
          share: BigInt(Score.share(scoresOf(record), factors[i]!)),
          stake,
          cohort: 0,
        }))
        const due = Payout.preview(
          {
            ...{ ending, pool: reward, workers, appeals: [] },
            ...{ decidedIn: 0, turnedBy: null, rulingCost: 0n },
          },
          ratesOf(system),
        )
        const credited = await Promise.all([creator.address, treasury].map((who) => market.creditOf(who)))
        await settle(system, marketId)
        expect((await market.creditOf(creator.address)) - credited[0]!).to.equal(due.creator)
        expect((await market.creditOf(treasury)) - credited[1]!).to.equal(due.treasury)
        expect([...(await crowd.contract.claim.staticCall(marketId, n))]).to.deep.equal([...due.workers])
        expect((await market.getWorker(marketId, n - 1)).payout).to.equal(due.workers[n - 1])
        const before = await ethers.provider.getBalance(crowd.address)
        await crowd.contract.claim(marketId, n)
        const paid = due.workers.reduce((sum, amount) => sum + amount, 0n)
        expect((await ethers.provider.getBalance(crowd.address)) - before).to.equal(paid)
        // I1: what is left in the contract is what creators and treasury may withdraw, to the wei.
        const owed = (await market.creditOf(creator.address)) + (await market.creditOf(treasury))
        expect(await ethers.provider.getBalance(address)).to.equal(owed)

        if (tally.outcome !== 'YES' && tally.outcome !== 'NO') return
        records.forEach((record, i) => {
          history[i] = remembered(history[i]!, record, Payout.standingOf(workers[i]!, ending))
        })
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

  const record = (vote: Vote.Outcome, scores: readonly [number, number, number]): Report.Record => ({
    vote: Vote.cast(vote),
    resQuality: scores[0],
    srcQuality: scores[1],
    analysisDepth: scores[2],
  })

  it('C21 attack 15: a tie is Invalid by default, between any sides', async () => {
    const system = await loadFixture(fixture)
    const plain = [80, 20, 0] as const
    const ties: Report.Record[][] = [
      [record('YES', plain), record('NO', plain), recordOf('no-endpoint')],
      // Two that nothing backs have half of 33,600 each, against one of 33,600.
      [record('YES', [75, 9, 0]), record('NO', [80, 0, 0]), record('NO', [80, 0, 0])],
      [record('YES', plain), record('INVALID', plain), recordOf('silent')],
      [record('NO', plain), record('INVALID', plain), recordOf('silent')],
      [record('YES', plain), record('NO', plain), record('INVALID', plain)],
    ]
    for (const records of ties) {
      const { marketId } = await requested(system, 3)
      const { outcome, leader, marginBps } = Tally.count(ballotsOf(records))
      expect([outcome, leader, marginBps]).to.deep.equal(['INVALID', null, 0])
      await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'INVALID', { records }))
      const made = await system.market.getMarket(marketId)
      expect([made.outcome, made.ending]).to.deep.equal([Outcome.Invalid, 1n])
    }
  })

  it('B1: a lone vote that nothing backs does not outweigh two doubts', async () => {
    const system = await loadFixture(fixture)
    const { marketId } = await requested(system, 3)
    const records = [
      record('YES', [65, 0, 39]),
      record('INVALID', [20, 10, 20]),
      record('INVALID', [15, 10, 10]),
    ]
    await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'YES'], 'INVALID', { records }))
    const made = await system.market.getMarket(marketId)
    expect([made.outcome, made.ending]).to.deep.equal([Outcome.Invalid, 0n])
    expect(made.yesWeight).to.equal(Math.floor((30_000 + 45 * 65 + 30 * 39) / 2))
  })

  it('C21: the margin is tested to the last unit that scores make, on each pair of sides', async () => {
    const base = await loadFixture(fixture)
    const system = await deployVariant(base, { parameters: { minMarginBps: 1_000, minWorkers: 2 } })
    // 38,500 against 31,500: a lead of 7,000 of 70,000. Five less is 6,995 of 69,995.
    const weaker = [0, 60, 0] as const
    for (const first of Vote.outcomes) {
      for (const second of Vote.outcomes) {
        if (first === second) continue
        for (const [scores, isClear] of [
          [[100, 100, 50], true],
          [[100, 95, 54], false],
        ] as const) {
          const { marketId } = await requested(system, 2)
          const records = [record(second, weaker), record(first, scores)]
          const outcome = isClear ? first : 'INVALID'
          await deliver(system, await reportOf(system, marketId, ['YES', 'YES'], outcome, { records }))
          const made = await system.market.getMarket(marketId)
          expect(made.outcome).to.equal(BigInt(Vote.code(outcome)))
          expect(made.ending).to.equal(isClear ? 0 : 1)
        }
      }
    }
  })
})
