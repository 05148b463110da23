import { expect } from 'chai'
import { Bytes, Docket, Observation, Report, Round, Score, Vote, Wire } from '../../protocol/index.ts'
import { admitAll, attestDefence, manualQuestion, roundOf } from '../helpers/round.ts'

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
    const { report, tally, weights, bytes } = await conclude(['75120.5', '75120.5', '74000', '75100', null])
    expect(tally.outcome).to.equal('YES')
    expect(report.outcome).to.equal('YES')
    expect(report.records.map(({ vote }) => vote.outcome)).to.deep.equal(['YES', 'YES', 'NO', 'YES', null])
    expect(report.records[4]!.vote.reason).to.equal('silent')
    expect(Report.decode(bytes)).to.deep.equal(report)
    // What the contract does: weights from vote and scores, then the tally; checks against the rule.
    for (const [i, record] of report.records.entries()) {
      const scores = {
        res_quality: record.resQuality,
        src_quality: record.srcQuality,
        analysis_depth: record.analysisDepth,
      }
      if (record.vote.outcome === null) continue
      expect(BigInt(Score.weight(scores, record.vote.outcome))).to.equal(weights[i])
      expect(scores.src_quality, 'a counted check backs its vote').to.be.at.least(1)
      expect(Docket.fault(report.docket!.rule, report.docket!.checks[i]!, record.vote.outcome)).to.equal(null)
    }
    expect(weights[4]).to.equal(0n)
    expect(tally.yes).to.equal(weights[0]! + weights[1]! + weights[3]!)
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

  it('A4: a source that has a sample refutes who found none, which is not the fault of who looked too early', async () => {
    const { entries } = await conclude(['75120.5', '75120.5', '74000'])
    const doubting = entries.map((entry, i) => (i === 1 ? { ...entry, vote: Vote.cast('INVALID') } : entry))
    const said = (reference: Vote.Outcome) =>
      Round.veto(doubting, reference).map(({ vote }) => vote.outcome ?? vote.reason)
    expect(said('YES')).to.deep.equal(['YES', 'doubt-refuted', 'contradicted'])
    expect(said('NO')).to.deep.equal(['contradicted', 'doubt-refuted', 'NO'])
    expect(said('INVALID'), 'a source without a sample says nothing').to.deep.equal(['YES', 'INVALID', 'NO'])
    const [, refuted] = Round.veto(doubting, 'YES')
    expect(refuted).to.deep.include({ dimensions: null, evaluator: 'none' })
    expect(refuted!.answer).not.to.equal(null)
  })

  it('SPEC §4: the record of an agent changes no weight; who was struck before weighs nothing and counts for the quorum', async () => {
    const values = ['75120.5', '75120.5', '74000']
    const factors = [2_500, 15_000, 0]
    const round = roundOf(3)
    const workers = round.workers.map((worker, i) => ({ ...worker, factorBps: factors[i]! }))
    const { weights, tally, report } = await conclude(values, { ...round, workers })
    expect(weights[0]).to.equal(weights[1])
    expect(weights[2]).to.equal(0n)
    expect(tally).to.include({ voted: 3, no: 0n, outcome: 'YES' })
    expect(report.records[2]!.vote).to.deep.equal(Vote.cast('NO'))
  })

  it('A14: the report names the chain and the contract of the round', async () => {
    const { report, round } = await conclude(['75120.5'])
    expect(report).to.include({ chainId: round.chainId, market: round.market })
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
    const long = '§question A?\n§rule\nsource:coingecko:bitcoin\nop:gte\ntarget:75\ntolerance:165601'
    expect(Round.docketRule(roundOf(1, { question: long })), 'SPEC §1').to.equal(null)
  })

  it('32 full rounds of workers stay within report and observation', async () => {
    const values = Array.from({ length: 32 }, (_, i) => (i % 5 === 0 ? null : '75120.5'))
    const { bytes, entries } = await conclude(values)
    expect(bytes.length).to.equal(2_065)
    expect(Observation.encode(entries).length).to.be.at.most(25_000)
  })

  it('error: refuses a list that is not one entry a worker', async () => {
    const round = roundOf(2)
    expect(() => Round.admit(round, [])).to.throw(Round.WorkerMismatchError)
    expect(() => Round.conclude(round, [], { expiresAt })).to.throw(Round.WorkerMismatchError)
  })
})
