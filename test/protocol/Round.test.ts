import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import fc from 'fast-check'
import {
  Bytes,
  Challenge,
  Docket,
  Limits,
  Merkle,
  Observation,
  Payout,
  Plan,
  Report,
  Round,
  Score,
  Tally,
  Transcript,
  Vote,
  Wire,
} from '../../protocol/index.ts'
import { budget } from '../helpers/budget.ts'
import { admitAll, attestDefence, manualQuestion, roundOf } from '../helpers/round.ts'

const minima = Limits.read(
  JSON.parse(readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8')),
)

const ballot = (outcome: Vote.Outcome | null, weight: bigint): Tally.Ballot => ({
  vote: outcome === null ? Vote.none('silent') : Vote.cast(outcome),
  weight,
})

describe('Limits', () => {
  it('reads the minimum of the published quotas', () => {
    expect(minima).to.deep.equal({
      httpCalls: 5,
      httpResponseBytes: 100_000,
      reads: 15,
      readBytes: 5_000,
      consensusCalls: 20,
      observationBytes: 25_000,
      reportBytes: 5_000,
    })
  })

  it('error: says what a limit looks like', () => {
    const file = JSON.parse(readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8'))
    file.HTTPAction.CallLimit = 'many'
    expect(() => Limits.read(file)).to.throw('"many" is no limit')
  })
})

describe('Plan', () => {
  it('S1-2 C2: n = 1…32 × budgets 5 and 15 × small and full replies × auto and manual fit every quota', () => {
    let plans = 0
    for (let workers = 1; workers <= 32; workers++) {
      for (const httpCalls of [5, 15]) {
        for (const [answerBytes, defenceBytes] of [
          [600, 200],
          [Wire.limits.answer, Wire.limits.defence],
        ] as const) {
          for (const isAuto of [true, false]) {
            const limits = { ...minima, httpCalls }
            const plan = Plan.make({ workers, limits, isAuto, answerBytes, defenceBytes })
            if (Plan.isRefusal(plan)) throw new Error(plan.message)
            expect(plan.httpCalls).to.be.at.most(httpCalls)
            expect(plan.reads).to.be.at.most(limits.reads)
            expect(plan.consensusCalls).to.be.at.most(limits.consensusCalls)
            expect(plan.observationBytes).to.be.at.most(limits.observationBytes)
            expect(plan.reportBytes).to.be.at.most(Report.maxSize)
            expect(plan.probes, 'someone who was left out can be asked').to.be.at.least(1)
            expect(plan.reference).to.equal(isAuto)
            for (const [batches, bytes] of [
              [plan.answers, answerBytes],
              [plan.defences, defenceBytes],
            ] as const) {
              expect(covered(batches)).to.deep.equal(Array.from({ length: workers }, (_, i) => i))
              for (const { count } of batches) {
                const size = Plan.batchOverhead + count * (bytes + Plan.itemOverhead)
                expect(size).to.be.at.most(limits.httpResponseBytes - 10_000)
              }
            }
            plans++
          }
        }
      }
    }
    expect(plans).to.equal(256)
  })

  const covered = (batches: readonly Plan.Batch[]) =>
    batches.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i))

  it('at 32 workers and the minimum: two batches of answers, one of defences, one reference, one probe', () => {
    const plan = Plan.make({ workers: 32, limits: minima, isAuto: true })
    expect(plan).to.deep.include({ httpCalls: 5, reference: true, probes: 1, reads: 6, consensusCalls: 3 })
    expect((plan as Plan.Plan).answers).to.deep.equal([
      { from: 0, count: 16 },
      { from: 16, count: 16 },
    ])
    expect((plan as Plan.Plan).defences).to.deep.equal([{ from: 0, count: 32 }])
  })

  it('C2: direct mode is for two workers at a budget of 5, for seven at 15, and else refused', () => {
    const direct = (workers: number, httpCalls: number) =>
      Plan.make({ workers, limits: { ...minima, httpCalls }, isAuto: true, mode: 'direct' })
    expect(Plan.isRefusal(direct(2, 5))).to.equal(false)
    expect(direct(3, 5)).to.deep.include({ refused: 'httpCalls', needed: 7, available: 5 })
    expect(Plan.isRefusal(direct(7, 15))).to.equal(false)
    expect(Plan.isRefusal(direct(8, 15))).to.equal(true)
  })

  it('error: each quota that is too small is named, with what is needed', () => {
    const refused = (change: Partial<Limits.Limits>, workers = 32) => {
      const plan = Plan.make({ workers, limits: { ...minima, ...change }, isAuto: true })
      return Plan.isRefusal(plan) ? plan.refused : null
    }
    expect(refused({ httpCalls: 3 })).to.equal('httpCalls')
    expect(refused({ httpCalls: 4 })).to.equal(null)
    expect(refused({ httpResponseBytes: 12_000 })).to.equal('httpResponseBytes')
    expect(refused({ reads: 3 })).to.equal('reads')
    expect(refused({ reads: 4 })).to.equal(null)
    expect(refused({ consensusCalls: 1 })).to.equal('consensusCalls')
    expect(refused({ observationBytes: 9_000 })).to.equal('observationBytes')
    expect(refused({ reportBytes: 2_140 })).to.equal('reportBytes')
    expect(refused({ reportBytes: 2_141 })).to.equal(null)
    expect(refused({}, 33)).to.equal('workers')
    expect(refused({}, 0)).to.equal('workers')
  })

  it('probes rotate, so that nobody is left out for ever', () => {
    const seen = new Set<number>()
    for (let attempt = 0; attempt < 5; attempt++)
      for (const i of Plan.probed([1, 4, 6, 8, 9], 1, attempt)) seen.add(i)
    expect([...seen].sort()).to.deep.equal([1, 4, 6, 8, 9])
    expect(Plan.probed([3, 5], 2, 7)).to.deep.equal([3, 5])
    expect(Plan.probed([1, 2, 3], 2, 1)).to.deep.equal([1, 3])
  })
})

describe('Tally', () => {
  it('C22: quorum is two thirds of those who joined, rounded up', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 10, 32].map(Tally.quorum)).to.deep.equal([1, 2, 2, 3, 4, 4, 5, 7, 22])
    expect(() => Tally.quorum(0)).to.throw(Tally.NoWorkersError)
    expect(Tally.retryQuorum(3, 3)).to.equal(3)
    expect(Tally.retryQuorum(9, 3)).to.equal(6)
  })

  it('S1-41: the heaviest side wins, not the larger one', () => {
    const tally = Tally.count([ballot('YES', 900n), ballot('NO', 300n), ballot('NO', 300n)])
    expect(tally).to.deep.include({ outcome: 'YES', yes: 900n, no: 600n, marginBps: 2_000 })
  })

  it('C21: a tie, a lead under the margin, and no weight at all are Invalid', () => {
    expect(Tally.decide({ yes: 500n, no: 500n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 5_499n, no: 4_501n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 5_500n, no: 4_500n, invalid: 0n })).to.equal('YES')
    expect(Tally.decide({ yes: 0n, no: 0n, invalid: 0n })).to.equal('INVALID')
    expect(Tally.decide({ yes: 1n, no: 0n, invalid: 9n })).to.equal('INVALID')
  })

  it('without quorum there is no outcome', () => {
    const silent = [ballot(null, 0n), ballot(null, 0n)]
    expect(Tally.count([ballot('YES', 9n), ...silent]).outcome).to.equal(null)
    expect(Tally.count([ballot('YES', 9n), ballot('YES', 9n), ballot(null, 0n)]).outcome).to.equal('YES')
  })

  it('an appeal’s weights are added to what stands', () => {
    const standing = { yes: 1_000n, no: 0n, invalid: 0n }
    expect(Tally.count([ballot('NO', 500n)], { standing }).outcome).to.equal('YES')
    expect(Tally.count([ballot('NO', 3_000n)], { standing }).outcome).to.equal('NO')
  })

  it('property: the order of workers changes nothing', () => {
    const arbitrary = fc.array(
      fc.record({ outcome: fc.constantFrom('YES', 'NO', 'INVALID', null), weight: fc.bigInt(0n, 15_000n) }),
      { minLength: 1, maxLength: 32 },
    )
    fc.assert(
      fc.property(arbitrary, fc.nat(), (list, turn) => {
        const ballots = list.map(({ outcome, weight }) => ballot(outcome as Vote.Outcome | null, weight))
        const turned = ballots.map((_, i) => ballots[(i + turn) % ballots.length]!)
        expect(Tally.count(turned)).to.deep.equal(Tally.count(ballots))
      }),
    )
  })

  it('property: workers who could not change the outcome, don’t, however they vote', () => {
    const weights = fc.tuple(fc.bigInt(0n, 9_000n), fc.bigInt(0n, 9_000n), fc.bigInt(0n, 9_000n))
    const omitted = fc.array(
      fc.record({ outcome: fc.constantFrom(...Vote.outcomes), weight: fc.bigInt(0n, 5_000n) }),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(weights, omitted, ([yes, no, invalid], left) => {
        const tally = Tally.count([ballot('YES', yes), ballot('NO', no), ballot('INVALID', invalid)])
        const most = left.reduce((sum, { weight }) => sum + weight, 0n)
        if (Tally.couldChange(tally, most, left.length)) return
        const totals = Tally.add(
          left.map(({ outcome, weight }) => ballot(outcome, weight)),
          tally,
        )
        expect(Tally.decide(totals)).to.equal(tally.outcome)
      }),
      { numRuns: budget(300, 5_000) },
    )
  })

  it('without quorum, left-out workers matter when they could make one', () => {
    const short = Tally.count([ballot('YES', 1n), ballot(null, 0n), ballot(null, 0n)])
    expect(Tally.couldChange(short, 0n, 1)).to.equal(true)
    expect(Tally.couldChange(short, 0n, 0)).to.equal(false)
  })
})

describe('Payout', () => {
  const worker = (vote: Vote.Vote, weight = 100n, stake = 1_000n): Payout.Stake => ({ vote, weight, stake })
  const yes = worker(Vote.cast('YES'))
  const no = worker(Vote.cast('NO'))
  const invalid = worker(Vote.cast('INVALID'))
  const silent = worker(Vote.none('silent'), 0n)
  const omitted = worker(Vote.none('omitted-unprobed'), 0n)
  const struck = worker(Vote.none('struck'), 0n)
  const all = [yes, no, invalid, silent, omitted, struck]

  it('Yes: agreed shares pool and slashes, wrong and silent lose half, doubt and the left-out keep, struck lose all', () => {
    // 300 + 500 (wrong) + 500 (silent) + 750 (struck, less the challenger's quarter)
    expect(Payout.preview('YES', 300n, all)).to.deep.equal({
      workers: [3_050n, 500n, 1_000n, 500n, 1_000n, 0n],
      creator: 0n,
      challengers: 250n,
    })
  })

  it('Invalid by vote: only those who said so share a fifth of the pool and the slashes', () => {
    expect(Payout.preview('INVALID', 300n, all)).to.deep.equal({
      workers: [1_000n, 1_000n, 2_310n, 500n, 1_000n, 0n],
      creator: 240n,
      challengers: 250n,
    })
  })

  it('Invalid by default: all who answered share the slashes, the creator has the pool back', () => {
    const { workers, creator } = Payout.preview('INVALID-by-default', 300n, [yes, no, silent])
    expect(workers).to.deep.equal([1_250n, 1_250n, 500n])
    expect(creator).to.equal(300n)
  })

  it('Invalid without a record: everyone has everything back', () => {
    expect(Payout.preview('INVALID-no-record', 300n, all)).to.deep.equal({
      workers: all.map(({ stake }) => stake),
      creator: 300n,
      challengers: 0n,
    })
  })

  it('nobody agreed: what nobody earned is the creator’s', () => {
    expect(Payout.preview('YES', 300n, [no, no]).creator).to.equal(1_300n)
  })

  it('property: every wei in comes out, and nobody pays more than the stake', () => {
    const outcomes: Payout.Ending[] = ['YES', 'NO', 'INVALID', 'INVALID-by-default', 'INVALID-no-record']
    const stake = fc.record({
      vote: fc.constantFrom(...all.map(({ vote }) => vote)),
      weight: fc.bigInt(0n, 15_000n),
      stake: fc.bigInt(0n, 10n ** 20n),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...outcomes),
        fc.bigInt(0n, 10n ** 20n),
        fc.array(stake, { maxLength: 32 }),
        (ending, pool, stakes) => {
          const { workers, creator, challengers } = Payout.preview(ending, pool, stakes)
          const paid = workers.reduce((sum, amount) => sum + amount, creator + challengers)
          expect(paid).to.equal(stakes.reduce((sum, one) => sum + one.stake, pool))
          expect([...workers, creator, challengers].every((amount) => amount >= 0n)).to.equal(true)
        },
      ),
    )
  })

  it('error: refuses negative amounts', () => {
    expect(() => Payout.preview('YES', -1n, [])).to.throw(Payout.NegativeAmountError)
  })
})

describe('Challenge', () => {
  const position = (outcome: Vote.Outcome, confidenceBps: number, responseHash: string) => ({
    outcome,
    confidenceBps,
    responseHash,
  })

  it('S1-15: opposite view, what would change your mind, weakest point', () => {
    const positions = [
      position('YES', 8_250, '0xaa'),
      position('NO', 9_000, '0xbb'),
      null,
      position('NO', 9_000, '0xba'),
    ]
    const challenges = Challenge.challengesFor(positions, 0)
    expect(challenges).to.have.length(3)
    expect(challenges[0]).to.include('2 of 2 other workers').and.include('0xba').and.include('YES')
    expect(challenges[1]).to.include('82.50 %')
    expect(challenges[2]).to.include('weakest')
    expect(Challenge.challengesFor(positions, 2)).to.deep.equal([])
  })

  it('the order of workers changes nothing', () => {
    const positions = [
      position('YES', 8_000, '0x1'),
      position('NO', 7_000, '0x2'),
      position('INVALID', 7_000, '0x3'),
    ]
    const turned = [positions[0]!, positions[2]!, positions[1]!]
    expect(Challenge.challengesFor(turned, 0)).to.deep.equal(Challenge.challengesFor(positions, 0))
  })

  it('without opposition the question is put all the same', () => {
    const [first] = Challenge.challengesFor([position('NO', 10_000, '0x1')], 0)
    expect(first).to.include('opposite of NO')
  })
})

describe('Round', () => {
  const expiresAt = 1_771_632_600

  async function conclude(values: readonly (string | null)[], round = roundOf(values.length)) {
    const admissions = await admitAll(round, values)
    const requests = Round.challenges(round, admissions)
    const defences = await Promise.all(
      requests.map(async (request, i) =>
        request === null
          ? null
          : Wire.readDefence(
              JSON.stringify(
                await attestDefence(round, i, request, [
                  'CoinGecko’s sample of $75,120 at 23:59:40 UTC is the first after the deadline.',
                  'A correction of that sample below $75,000 at CoinGecko would change my mind.',
                  'It is a single source, but it is the one that the rule names.',
                ]),
              ),
            ),
      ),
    )
    const entries = Round.observe(round, admissions, defences)
    return { round, admissions, entries, ...Round.conclude(round, entries, { expiresAt }) }
  }

  it('S1-40 S1-41: answers become votes, scores, weights, an outcome and a report that the contract can re-check', async () => {
    const { report, tally, weights, bytes, round } = await conclude([
      '75120.5',
      '75120.5',
      '74000',
      '75100',
      null,
    ])
    expect(tally.outcome).to.equal('YES')
    expect(report.outcome).to.equal('YES')
    expect(report.records.map(({ vote }) => vote.outcome)).to.deep.equal(['YES', 'YES', 'NO', 'YES', null])
    expect(report.records[4]!.vote.reason).to.equal('silent')
    expect(Report.decode(bytes)).to.deep.equal(report)
    // What the contract does: weights from scores and frozen factors, then the tally; checks against the rule.
    for (const [i, record] of report.records.entries()) {
      const scores = {
        res_quality: record.resQuality,
        src_quality: record.srcQuality,
        analysis_depth: record.analysisDepth,
      }
      expect(BigInt(Score.weight(scores, round.workers[i]!.factorBps))).to.equal(weights[i])
      if (record.vote.outcome === null) continue
      expect(Docket.fault(report.docket!.rule, report.docket!.checks[i]!, record.vote.outcome)).to.equal(null)
    }
    expect(weights[4]).to.equal(0n)
    expect(tally.yes).to.equal(weights[0]! + weights[1]! + weights[3]!)
  })

  it('the transcript has 4n + 3 leaves, each provable under the reported root', async () => {
    const { transcript, report } = await conclude(['75120.5', '74000', null])
    const tree = Transcript.build(transcript)
    expect(tree.count).to.equal(Transcript.leafCount(3))
    expect(report).to.include({ roundRoot: tree.root, leafCount: 15 })
    const leaves = Transcript.leaves(transcript)
    for (const [index, leaf] of leaves.entries()) {
      const branch = Merkle.prove(tree, index)
      expect(Merkle.verify({ root: tree.root, count: 15, index, leaf, branch })).to.equal(true)
    }
    expect(Bytes.toText(leaves[0]!)).to.equal(transcript.question)
    expect(leaves[1]![0]).to.equal(1)
    expect(leaves[Transcript.leafIndex(1, 'check')]![0]).to.equal(2)
    expect(leaves[Transcript.leafIndex(2, 'answer')]).to.deep.equal(Uint8Array.of(0))
    expect(JSON.parse(Bytes.toText(leaves[Transcript.leafIndex(0, 'answer')]!))).to.have.all.keys(
      'agent_id',
      'confidence_bps',
      'outcome',
      'por_root',
      'request_hash',
      'response_hash',
      'signature',
    )
    expect(JSON.parse(Bytes.toText(leaves[Transcript.leafIndex(2, 'scores')]!))).to.include({
      reason: 'silent',
      vote: null,
    })
    expect(JSON.parse(Bytes.toText(leaves[14]!))).to.have.all.keys(
      'invalid',
      'no',
      'outcome',
      'quorum',
      'yes',
    )
  })

  it('nodes that agree on the packed observation conclude the same bytes', async () => {
    const { round, entries, bytes } = await conclude(['75120.5', '75120.5', null])
    const received = Observation.decode(Observation.encode(entries))
    expect(Bytes.toHex(Round.conclude(round, received, { expiresAt }).bytes)).to.equal(Bytes.toHex(bytes))
  })

  it('a source that contradicts takes votes away and gives none', async () => {
    const { round, entries } = await conclude(['75120.5', '75120.5', '74000'])
    const vetoed = Round.veto(entries, 'NO')
    expect(vetoed.map(({ vote }) => vote.reason)).to.deep.equal(['contradicted', 'contradicted', null])
    expect(Round.conclude(round, vetoed, { expiresAt }).tally.outcome).to.equal(null)
    expect(Round.veto(entries, null)).to.deep.equal(entries)
  })

  it('a source that has a sample now does not contradict who found none', async () => {
    const { entries } = await conclude(['75120.5', '75120.5', '74000'])
    const doubting = entries.map((entry, i) => (i === 1 ? { ...entry, vote: Vote.cast('INVALID') } : entry))
    const vetoed = Round.veto(doubting, 'YES')
    expect(vetoed.map(({ vote }) => vote.outcome ?? vote.reason)).to.deep.equal([
      'YES',
      'INVALID',
      'contradicted',
    ])
  })

  it('C3: who is asked only after the challenges were made gets none, and changes nobody’s', async () => {
    const round = roundOf(3)
    const admissions = await admitAll(round, ['75120.5', '75120.5', '74000'])
    const late = [2]
    const without = [admissions[0]!, admissions[1]!, { answer: null, vote: Vote.none('silent'), detail: '' }]
    const requests = Round.challenges(round, admissions, { late })
    expect(requests).to.deep.equal(Round.challenges(round, without))
    expect(requests[2]).to.equal(null)
    const [first, , third] = Round.observe(round, admissions, [null, null, null], { late })
    expect(third).to.deep.include({ vote: Vote.cast('NO'), defence: null, evaluator: 'rubric' })
    expect(third!.answer).not.to.equal(null)
    // Nothing was asked of it, so nothing is held against it.
    expect(third!.dimensions!.collaboration).to.be.greaterThan(first!.dimensions!.collaboration)
    const packed = Observation.encode([third!])
    expect(Observation.encode(Observation.decode(packed))).to.deep.equal(packed)
  })

  it('a challenge moves scores, never a vote', async () => {
    const round = roundOf(2)
    const admissions = await admitAll(round, ['75120.5', '75120.5'])
    const undefended = Round.observe(round, admissions, [null, null])
    expect(undefended.map(({ vote }) => vote.outcome)).to.deep.equal(['YES', 'YES'])
    expect(undefended[0]!.dimensions!.collaboration).to.equal(0)
    expect(undefended[0]!.defence).to.include({ asked: 3, answered: 0 })
    const { entries } = await conclude(['75120.5', '75120.5'])
    expect(entries[0]!.dimensions!.collaboration).to.be.greaterThan(0)
  })

  it('a manual rule has no docket, and a § text with an error is treated as one', () => {
    expect(Round.docketRule(roundOf(1, { question: manualQuestion }))).to.equal(null)
    expect(Round.docketRule(roundOf(1, { question: 'Will it rain?' }))).to.equal(null)
    const broken = '§question A?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75e3'
    expect(Round.docketRule(roundOf(1, { question: broken }))).to.equal(null)
    const mismatch = '§question A?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75\ndeadline:5'
    expect(Round.docketRule(roundOf(1, { question: mismatch })), 'C56').to.equal(null)
  })

  it('32 full rounds of workers stay within report and observation', async () => {
    const values = Array.from({ length: 32 }, (_, i) => (i % 5 === 0 ? null : '75120.5'))
    const { bytes, entries } = await conclude(values)
    expect(bytes.length).to.equal(2_032)
    expect(Observation.encode(entries).length).to.be.at.most(25_000)
  })

  it('error: refuses a list that is not one entry a worker', async () => {
    const round = roundOf(2)
    expect(() => Round.admit(round, [])).to.throw(Round.WorkerMismatchError)
    expect(() => Round.conclude(round, [], { expiresAt })).to.throw(Round.WorkerMismatchError)
  })
})
