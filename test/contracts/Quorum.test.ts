import { expect } from 'chai'
import { parseEther } from 'ethers'
import { network } from 'hardhat'
import { deployCrowd, joinCrowd, requestedCrowd } from '../../local/ledger/crowd.ts'
import { docketAt, ruleAt } from '../../local/ledger/docket.ts'
import {
  ask,
  defaultParameters,
  deliver,
  deploySystem,
  deployVariant,
  joinAll,
  manualQuestion,
  Outcome,
  refusal,
  reportOf,
  requested,
  type Saying,
  Status,
  type System,
  settle,
  treasury,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable } from '../../local/ledger/payout.ts'
import { Bytes, Hash, Report, Tally, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers } = connection
const { loadFixture, time } = networkHelpers
const { quorumGrace, challengeWindow, minWorkers } = defaultParameters
const fixture = () => deploySystem(connection)

async function crowded() {
  const base = await deploySystem(connection)
  const system = await deployVariant(base, { parameters: { minWorkers: 1 } })
  return { system, crowd: await deployCrowd(system) }
}

async function usual() {
  const system = await deploySystem(connection)
  return { system, crowd: await deployCrowd(system) }
}

const votes = (count: number, n: number, others: Saying = 'silent'): Saying[] =>
  Array.from({ length: n }, (_, i) => (i < count ? 'YES' : others))

/** What the contract says of a round: its outcome, or null for no quorum. */
async function tallied(system: System, marketId: bigint, sayings: readonly Saying[]) {
  const report = await reportOf(system, marketId, sayings, null)
  const refused = await refusal(system, Bytes.toHex(Report.encode(report)))
  return refused?.name === 'OutcomeMismatch' ? Vote.fromCode(Number(refused.args[1])) : null
}

describe('quorum', () => {
  it('S1x-8 C22: is ⌈2n/3⌉ of those who are asked, for every n from 1 to 32', async () => {
    const { system, crowd } = await loadFixture(crowded)
    for (let n = 1; n <= 32; n++) {
      const { marketId } = await requestedCrowd(system, crowd, n)
      const needed = Math.floor((2 * n + 2) / 3)
      expect(Tally.quorum(n)).to.equal(needed)
      expect(await tallied(system, marketId, votes(needed, n)), `${needed} of ${n}`).to.equal('YES')
      expect(await tallied(system, marketId, votes(needed - 1, n)), `${needed - 1} of ${n}`).to.equal(null)
    }
  })

  it('votes make it, and no reason does, be it the worker’s fault or not', async () => {
    const { system, crowd } = await loadFixture(crowded)
    const { marketId } = await requestedCrowd(system, crowd, 3)
    for (const reason of Object.keys(Vote.reasons) as Vote.Reason[]) {
      if (Vote.isReserved(reason)) continue
      expect(await tallied(system, marketId, ['YES', reason, reason]), reason).to.equal(null)
      expect(await tallied(system, marketId, ['YES', reason, 'YES']), reason).to.equal('YES')
    }
    // A vote without any score is a vote.
    const report = await reportOf(system, marketId, ['YES', 'YES', 'silent'], 'YES')
    const records = report.records.map((record, i) =>
      i === 1 ? { ...record, resQuality: 0, srcQuality: 0, analysisDepth: 0 } : record,
    )
    expect(await refusal(system, Bytes.toHex(Report.encode({ ...report, records })))).to.equal(null)
  })

  it('A1: of an appeal it is minWorkers, however many joined: silence shields no lie', async () => {
    const { system, crowd } = await loadFixture(usual)
    const { market, appellant } = system
    for (const n of [3, 4, 9, 16]) {
      const { marketId } = await requested(system, 3)
      await deliver(system, await reportOf(system, marketId, ['YES', 'YES', 'NO'], 'YES'))
      await market
        .connect(appellant)
        .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
      await joinCrowd(system, crowd, marketId, n)
      await ask(system, marketId)
      expect(await tallied(system, marketId, votes(minWorkers, n)), `3 of ${n}`).to.equal('YES')
      expect(await tallied(system, marketId, votes(minWorkers - 1, n)), `2 of ${n}`).to.equal(null)
    }
  })

  for (const vote of ['YES', 'INVALID'] as const) {
    it(`C21: votes without any score count, and share alike: ${vote}`, async () => {
      const system = await loadFixture(fixture)
      const { marketId } = await requested(system, 3)
      const report = await reportOf(system, marketId, [vote, vote, vote], vote)
      const records = report.records.map(({ vote }) => ({
        ...{ vote, resQuality: 0, srcQuality: 0, analysisDepth: 0 },
      }))
      await deliver(system, { ...report, records })
      const made = await system.market.getMarket(marketId)
      // A Yes that nothing backs has half of 30,000; a doubt needs no source.
      const weight = vote === 'YES' ? 15_000n : 30_000n
      expect([made.yesWeight + made.invalidWeight, made.noWeight]).to.deep.equal([3n * weight, 0n])
      await settle(system, marketId)
      const { workers } = await expectTable(system, marketId)
      expect(new Set(workers).size).to.equal(1)
      expect(workers[0]! > parseEther('0.5')).to.equal(true)
      await expectEmptied(system, marketId)
    })
  }
})

describe('a round without quorum', () => {
  it('is reported after the grace, at its second, and no sooner', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await requested(system, 3)
    const asked = await time.latest()
    const due = asked + quorumGrace
    const report = await reportOf(system, marketId, votes(1, 3), null, { expiresAt: due })
    await time.setNextBlockTimestamp(due - 1)
    const early = await deliver(system, report, { expectRefusal: true })
    expect(early.isProcessed).to.equal(false)
    expect((await market.getMarket(marketId)).round).to.equal(1)
    await time.setNextBlockTimestamp(due)
    const { receipt } = await deliver(system, report)
    const events = receipt.logs
      .filter(({ address }) => address === system.address)
      .map((log) => market.interface.parseLog(log)!)
    expect(events.map(({ name }) => name)).to.deep.equal(['ResolutionRequested', 'RoundReported'])
    expect([...events[0]!.args]).to.deep.equal([marketId, manualQuestion])
    expect([...events[1]!.args].slice(0, 3)).to.deep.equal([marketId, 1n, Outcome.None])
  })

  it('is no outcome: the same workers are asked again, with a timeout, a grace and a cooldown of their own', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId } = await requested(system, 3)
    await time.increase(quorumGrace)
    await deliver(system, await reportOf(system, marketId, votes(1, 3), null))
    const asked = await time.latest()
    const made = await market.getMarket(marketId)
    expect(made.status).to.equal(Status.Requested)
    expect(made.outcome).to.equal(Outcome.None)
    expect(made.round).to.equal(2)
    expect(made.requestedAt).to.equal(asked)
    expect(made.windowEnd).to.equal(0)
    expect([made.joined, made.seats, made.appeals, made.answeredBefore]).to.deep.equal([3n, 3n, 0n, 1n])
    expect((await market.getRound(marketId, 0, 16)).isRepeat).to.equal(true)
    expect([made.yesWeight, made.noWeight, made.invalidWeight]).to.deep.equal([0n, 0n, 0n])
    expect((await market.getWorker(marketId, 0)).vote).to.equal(Outcome.None)
    await expect(market.requestResolution(marketId)).to.be.revertedWithCustomError(market, 'TooEarly')
    const again = await reportOf(system, marketId, votes(0, 3), null)
    expect((await refusal(system, Bytes.toHex(Report.encode(again))))!.name).to.equal('TooEarly')
    // With a quorum it needs no grace.
    await deliver(system, await reportOf(system, marketId, ['NO', 'NO', 'NO'], 'NO'))
    expect(await market.outcomeOf(marketId)).to.equal(Outcome.No)
  })

  it('the next needs ⌈2/3⌉ of those who answered in either, and at least minWorkers: every case of 9 after 4', async () => {
    const { system, crowd } = await loadFixture(usual)
    const { marketId } = await requestedCrowd(system, crowd, 9)
    await time.increase(quorumGrace)
    // Seats 0, 2, 4 and 6 answered, which is not enough of nine.
    const first = Array.from({ length: 9 }, (_, i): Saying => (i % 2 === 0 && i < 8 ? 'YES' : 'late'))
    await deliver(system, await reportOf(system, marketId, first, null))
    for (let again = 0; again <= 4; again++) {
      for (let others = 0; others <= 5; others++) {
        const who = [...[0, 2, 4, 6].slice(0, again), ...[1, 3, 5, 7, 8].slice(0, others)]
        const sayings = first.map((_, i): Saying => (who.includes(i) ? 'NO' : 'silent'))
        const needed = Tally.retryQuorum(4 + others, minWorkers)
        const isQuorate = again + others >= needed
        expect(await tallied(system, marketId, sayings), `${again} again, ${others} others`).to.equal(
          isQuorate ? 'NO' : null,
        )
      }
    }
  })

  it('the next never has a quorum below minWorkers, and has one at it', async () => {
    const base = await loadFixture(fixture)
    for (const [least, outcome] of [
      [3, null],
      [2, 'YES'],
    ] as const) {
      const system = await deployVariant(base, { parameters: { minWorkers: least } })
      const { marketId } = await requested(system, 4)
      await time.increase(quorumGrace)
      await deliver(system, await reportOf(system, marketId, votes(0, 4), null))
      expect(await tallied(system, marketId, votes(2, 4))).to.equal(outcome)
      expect(await tallied(system, marketId, votes(3, 4))).to.equal('YES')
    }
  })

  it('A8: who answered only in the first is absent, who was silent in both is slashed; nobody earns by it', async () => {
    const system = await loadFixture(fixture)
    const { market } = system
    const { marketId, workers } = await requested(system, 6)
    await time.increase(quorumGrace)
    await deliver(
      system,
      await reportOf(system, marketId, ['NO', 'YES', 'silent', 'late', 'YES', 'no-endpoint'], null),
    )
    expect((await market.getMarket(marketId)).answeredBefore).to.equal(0b010011)
    const second: Saying[] = ['silent', 'YES', 'YES', 'silent', 'YES', 'omitted-unprobed']
    await deliver(system, await reportOf(system, marketId, second, 'YES'))
    await settle(system, marketId)
    const stake = parseEther('0.5')
    const [silent, absent] = [stake / 2n, stake / 10n]
    const share = parseEther('0.97') / 3n
    const due = [stake - absent, stake + share, stake + share, stake - silent, stake + share, stake - absent]
    const table = await expectTable(system, marketId)
    expect(table.workers).to.deep.equal(due)
    for (const [i, { wallet, agentId }] of workers.entries()) {
      await expect(market.claim(marketId, i)).to.changeEtherBalance(system.ethers, wallet, due[i]!)
      const { count } = await market.reputationOf(agentId)
      expect(count, String(i)).to.equal([0, 1, 1, 1, 1, 0][i])
    }
    const dust = parseEther('0.97') - 3n * share
    expect(await market.creditOf(system.creator.address)).to.equal(0)
    const forfeited = parseEther('0.03') + silent + 2n * absent + dust
    expect(await market.creditOf(treasury)).to.equal(forfeited)
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(forfeited)
  })

  it('twice: Resolved as Invalid by default after the second grace; its weights are in no tally', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId, workers } = await requested(system, 6)
    await time.increase(quorumGrace)
    await deliver(
      system,
      await reportOf(system, marketId, ['YES', 'NO', 'silent', 'silent', 'YES', 'silent'], null),
    )
    const asked = await time.latest()
    const sayings: Saying[] = ['YES', 'silent', 'NO', 'http-error', 'silent', 'gateway-altered']
    const report = await reportOf(system, marketId, sayings, null, { expiresAt: asked + quorumGrace })
    await time.setNextBlockTimestamp(asked + quorumGrace - 1)
    expect((await deliver(system, report, { expectRefusal: true })).isProcessed).to.equal(false)
    await time.setNextBlockTimestamp(asked + quorumGrace)
    await deliver(system, report)
    const made = await market.getMarket(marketId)
    expect(made.status).to.equal(Status.Resolved)
    expect(made.outcome).to.equal(Outcome.Invalid)
    expect(made.ending).to.equal(1)
    expect(made.round).to.equal(2)
    expect(made.windowEnd).to.equal(asked + quorumGrace + challengeWindow)
    expect([made.yesWeight, made.noWeight, made.invalidWeight]).to.deep.equal([0n, 0n, 0n])
    await settle(system, marketId)
    expect(await market.statusOf(marketId)).to.equal(Status.Invalid)
    // The pool is the creator's; what the one that was silent in both loses is the treasury's.
    const stake = parseEther('0.5')
    const slash = stake / 2n
    const due = [stake, stake, stake, stake - slash, stake, stake]
    expect((await expectTable(system, marketId)).workers).to.deep.equal(due)
    for (const [i, { wallet, agentId }] of workers.entries()) {
      await expect(market.claim(marketId, i), String(i)).to.changeEtherBalance(system.ethers, wallet, due[i]!)
      expect((await market.reputationOf(agentId)).count).to.equal(0)
    }
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    expect(await market.creditOf(treasury)).to.equal(slash)
    expect(await system.ethers.provider.getBalance(system.address)).to.equal(parseEther('1') + slash)
  })

  it('of silence alone, twice: what all are slashed is the treasury’s, never the creator’s', async () => {
    const system = await loadFixture(fixture)
    const { market, creator } = system
    const { marketId } = await requested(system, 3)
    for (const _ of [1, 2]) {
      await time.increase(quorumGrace)
      await deliver(system, await reportOf(system, marketId, votes(0, 3), null))
    }
    await settle(system, marketId)
    const slashed = 3n * parseEther('0.25')
    await expectTable(system, marketId)
    expect(await market.creditOf(creator.address)).to.equal(parseEther('1'))
    expect(await market.creditOf(treasury)).to.equal(slashed)
    await expectEmptied(system, marketId)
  })

  it('a repeated round keeps as many records as it has: what follows them is nobody’s', async () => {
    const system = await loadFixture(fixture)
    const { market, appellant } = system
    const { marketId, deadline } = await requested(system, 3)
    // The docket follows the records; its first byte reads like the record of a struck worker.
    const sourceId = Hash.of(`0xfc${'00'.repeat(31)}`)
    const docketOf = (sayings: readonly Saying[]) => docketAt(deadline, sayings, { sourceId })
    await time.increaseTo(ruleAt(deadline).readyAt + quorumGrace)
    for (const [sayings, outcome] of [
      [votes(1, 3), null],
      [votes(3, 3), 'YES'],
    ] as const)
      await deliver(system, await reportOf(system, marketId, sayings, outcome, { docket: docketOf(sayings) }))
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    await joinAll(system, marketId, 4, 3)
    await ask(system, marketId)
    await deliver(system, await reportOf(system, marketId, ['NO', 'NO', 'NO', 'NO'], 'NO'))
    for (const i of [32, 33, 34, 35]) {
      const { vote, reason } = await market.getWorker(marketId, i)
      expect([vote, reason]).to.deep.equal([Outcome.No, 0n])
    }
  })
})
