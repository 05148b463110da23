import { expect } from 'chai'
import { parseEther } from 'ethers'
import * as fc from 'fast-check'
import { network } from 'hardhat'
import { type Crowd, deployCrowd, joinCrowd, type PackedReputation } from '../../local/ledger/crowd.ts'
import {
  ask,
  createMarket,
  deliver,
  deploySystem,
  deployVariant,
  reportOf,
  type System,
  settle,
  waitUntil,
} from '../../local/ledger/market.ts'
import { expectEmptied, expectTable, type Turned } from '../../local/ledger/payout.ts'
import { type Report, Score, Tally, Vote } from '../../protocol/index.ts'

const connection = await network.create()
const { networkHelpers } = connection

const parameters = {
  maxWorkers: 5,
  wrongSlashBps: 3_333,
  silentSlashBps: 6_667,
  doubtSlashBps: 777,
  absentSlashBps: 1_111,
  invalidRewardBps: 1_234,
  feeBps: 321,
  bondBps: 777,
}

/** Agents with all sorts of histories, three cohorts of at most six. */
async function fixture() {
  const base = await deploySystem(connection)
  const system = await deployVariant(base, { parameters, reputations: 'PackedReputation' })
  const crowd = await deployCrowd(system, 18)
  const reputations = system.reputations as unknown as PackedReputation
  for (const [i, agentId] of crowd.agentIds.entries()) {
    const count = [0, 3, 17, 400][i % 4]!
    const sum = BigInt(count * ((i * 37) % 101))
    await reputations.put(agentId, {
      count,
      correct: count,
      sumRes: sum,
      sumSrc: sum / 3n,
      sumDepth: sum / 2n,
    })
  }
  return { system, crowd }
}

const reasons = (Object.keys(Vote.reasons) as Vote.Reason[]).filter((reason) => !Vote.isReserved(reason))
const record: fc.Arbitrary<Report.Record> = fc.record({
  vote: fc.oneof(
    { weight: 4, arbitrary: fc.constant(Vote.cast('YES')) },
    { weight: 4, arbitrary: fc.constant(Vote.cast('NO')) },
    { weight: 2, arbitrary: fc.constant(Vote.cast('INVALID')) },
    { weight: 2, arbitrary: fc.constantFrom(...reasons).map(Vote.none) },
  ),
  resQuality: fc.integer({ min: 0, max: 100 }),
  srcQuality: fc.constantFrom(0, 1, 40, 100),
  analysisDepth: fc.integer({ min: 0, max: 100 }),
})
// Most appeals are of one mind, or nothing would ever turn.
const cohort = fc.oneof(
  fc.array(record, { minLength: 3, maxLength: 6 }),
  fc
    .tuple(fc.constantFrom(...Vote.outcomes), fc.array(record, { minLength: 3, maxLength: 6 }))
    .map(([outcome, records]) => records.map((one) => ({ ...one, vote: Vote.cast(outcome) }))),
)
const story = fc.record({
  reward: fc.bigInt(parseEther('0.001'), parseEther('3')),
  first: fc.array(record, { minLength: 3, maxLength: 6 }),
  appeals: fc.array(fc.option(cohort), { maxLength: 2 }),
  ruling: fc.constantFrom('none' as const, ...Vote.outcomes),
  cost: fc.bigInt(0n, parseEther('1')),
})

const ballotsOf = (records: readonly Report.Record[]) =>
  records.map(({ vote, resQuality, srcQuality, analysisDepth }) => {
    const scores = { res_quality: resQuality, src_quality: srcQuality, analysis_depth: analysisDepth }
    return { vote, weight: BigInt(vote.outcome === null ? 0 : Score.weight(scores, vote.outcome)) }
  })

/** Reports a round as a DON would, after the grace where it has no quorum. */
async function report(system: System, marketId: bigint, records: readonly Report.Record[], quorum: number) {
  const { yesWeight, noWeight, invalidWeight } = await system.market.getMarket(marketId)
  const standing = { yes: yesWeight, no: noWeight, invalid: invalidWeight }
  const tally = Tally.count(ballotsOf(records), { standing, quorum })
  if (tally.outcome === null) await system.time.increase(system.parameters.quorumGrace)
  const sayings = records.map(() => 'YES' as const)
  await deliver(system, await reportOf(system, marketId, sayings, tally.outcome, { records }))
  return tally
}

/** As many records as there are seats. */
const seated = (records: readonly Report.Record[]) => records.slice(0, parameters.maxWorkers)

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

const all = (outcome: Vote.Outcome, count: number): Report.Record[] =>
  Array.from({ length: count }, (_, i) => ({
    vote: Vote.cast(outcome),
    resQuality: 90 - i,
    srcQuality: 40,
    analysisDepth: 7 * i,
  }))

/** Stories that chance may leave out: an outcome that stands, is turned once, twice, back again, and by a ruling. */
const examples: Story[] = (
  [
    [[], 'none'],
    [[all('YES', 3), all('NO', 3)], 'none'],
    [[all('NO', 5)], 'none'],
    [[all('YES', 3), all('NO', 6)], 'none'],
    [[all('NO', 5), all('YES', 5)], 'none'],
    [[null, all('NO', 3)], 'NO'],
  ] as const
).map(([appeals, ruling]) => ({
  ...{ reward: parseEther('1') + 7n, first: [...all('YES', 2), ...all('NO', 1)], appeals: [...appeals] },
  ...{ ruling, cost: parseEther('0.01') },
}))

/** Plays a market to its end, and says what turned its outcome last. */
async function play(system: System, crowd: Crowd, { reward, first, appeals, ruling, cost }: Story) {
  const { market, appellant, arbiter, challenger, parameters } = system
  const { marketId } = await createMarket(system, { reward })
  await joinCrowd(system, crowd, marketId, first.length)
  await ask(system, marketId)
  const tally = await report(system, marketId, seated(first), Tally.quorum(seated(first).length))
  if (tally.outcome === null) {
    const votes = seated(first).map(({ vote }) => vote)
    const answered = votes.filter(({ outcome }) => outcome !== null).length
    await report(system, marketId, seated(first), Tally.retryQuorum(answered, parameters.minWorkers))
  }
  let turned: Turned = {}
  for (const [i, records] of appeals.entries()) {
    await market
      .connect(appellant)
      .escalate(marketId, await market.outcomeOf(marketId), { value: await market.bondOf(marketId) })
    if (records !== null) await joinCrowd(system, crowd, marketId, records.length, 6 * (i + 1))
    await ask(system, marketId)
    if (records === null) continue
    const before = await market.outcomeOf(marketId)
    const { leader } = await report(system, marketId, seated(records), parameters.minWorkers)
    const isTurned = leader !== null && BigInt(Vote.code(leader)) !== before
    if (isTurned) turned = { decidedIn: i + 1, turnedBy: 'appeal' }
  }
  if (appeals.length === 2 && ruling !== 'none') {
    const before = await market.outcomeOf(marketId)
    await market.connect(arbiter).hold(marketId, challenger.address, cost)
    await market.connect(arbiter).rule(marketId, Vote.code(ruling))
    const isTurned = BigInt(Vote.code(ruling)) !== before
    if (isTurned) turned = { decidedIn: 2, turnedBy: 'ruling', rulingCost: cost }
  }
  await waitUntil(system, (await market.getMarket(marketId)).windowEnd)
  await settle(system, marketId)
  return { marketId, turned }
}

describe('the payout of markets with appeals', () => {
  it('S1-42 A11: is that of protocol/Payout.ts, to the wei, over random markets with up to two appeals and a ruling', async function () {
    this.timeout(600_000)
    const { system, crowd } = await networkHelpers.loadFixture(fixture)
    const met = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { marketId, turned } = await play(system, crowd, told)
        await expectTable(system, marketId, turned)
        await expectEmptied(system, marketId)
        const kind = `${turned.turnedBy ?? 'nothing'} ${turned.decidedIn ?? 0} of ${told.appeals.length}`
        met.set(kind, (met.get(kind) ?? 0) + 1)
      }),
      { numRuns: 48, endOnFailure: true, examples: examples.map((one) => [one]) },
    )
    // Outcomes that stood, that the first and the second appeal turned, and the ruling, were all met.
    for (const kind of [
      'nothing 0 of 0',
      'nothing 0 of 2',
      'appeal 1 of 1',
      'appeal 2 of 2',
      'ruling 2 of 2',
    ])
      expect([...met.keys()], kind).to.include(kind)
  })
})
