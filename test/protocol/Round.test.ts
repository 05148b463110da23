import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import {
  Bytes,
  Docket,
  Limits,
  Observation,
  Plan,
  Report,
  Reproduction,
  Round,
  Score,
  Vote,
  Wire,
} from '../../protocol/index.ts'
import { admitAll, attest, attestDefence, manualQuestion, read, replyOf, roundOf } from '../helpers/round.ts'

const minima = Limits.read(
  JSON.parse(readFileSync(new URL('../../workflow/limits.json', import.meta.url), 'utf8')),
)

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

  describe('citations', () => {
    const question = manualQuestion
    const pageOf = (i: number, k: number) => ({
      url: `https://p${i}-${k}.example/`,
      quote: `words on page ${i} ${k}`,
    })

    async function citing(workers: number, sizes: { full?: boolean } = {}) {
      const round = roundOf(workers, { question })
      const reads = await Promise.all(
        round.workers.map(async (_, i) => {
          const citations = [pageOf(i, 0), pageOf(i, 1)].map(({ url, quote }) =>
            sizes.full ? { url: url.padEnd(128, 'x'), quote: quote.padEnd(200, 'x') } : { url, quote },
          )
          const sources = citations.map(({ url }) => url)
          const { rule_check: _check, ...reply } = replyOf(i % 2 === 0 ? '75120.5' : '74000', {
            citations,
            sources,
          })
          return read(await attest(round, i, reply))
        }),
      )
      const admissions = Round.admit(round, reads)
      return { round, admissions, requests: Round.challenges(round, admissions) }
    }

    const defend = (
      { round, requests }: Awaited<ReturnType<typeof citing>>,
      found: (asked: number, i: number) => string | undefined,
    ) =>
      Promise.all(
        requests.map(async (request, i) => {
          const said = found(request!.reproduce?.length ?? 0, i)
          return Wire.readDefence(
            JSON.stringify(await attestDefence(round, i, request!, ['a', 'b', 'c'], said)),
          )
        }),
      )

    it('SPEC §6: go out by lot to others, without who cited them, at most 8 to each', async () => {
      const { requests } = await citing(6)
      const lists = requests.map((request) => request!.reproduce ?? [])
      expect(lists.flat()).to.have.length(6 * 2 * 3)
      for (const [i, list] of lists.entries()) {
        expect(list.length).to.be.at.most(8)
        for (const item of list) {
          expect(item).to.have.all.keys('url', 'quote')
          expect(item.url.startsWith(`https://p${i}-`), 'never its own').to.equal(false)
        }
      }
    })

    it('a round without citations asks as it did: the key is not there', async () => {
      const round = roundOf(3)
      for (const request of Round.challenges(round, await admitAll(round, ['75120.5', '75120.5', '74000'])))
        expect(request).not.to.have.property('reproduce')
    })

    it('SPEC §6: verdicts and counts stand in each entry, and nodes that agree on it agree on them', async () => {
      const told = await citing(4)
      const defences = await defend(told, (asked, i) => (i === 3 ? 'f' : 'p').repeat(asked))
      const entries = Round.observe(told.round, told.admissions, defences)
      for (const { testimony } of entries.slice(0, 3)) {
        expect(testimony.citations).to.deep.equal(['p', 'p'])
        expect(testimony.agreed).to.equal(testimony.decided)
      }
      expect(entries[3]!.testimony).to.deep.equal({ citations: ['p', 'p'], agreed: 0, decided: 6 })
      expect(Observation.decode(Observation.encode(entries))).to.deep.equal(entries)
      const exhibits = Round.exhibits(told.round, told.admissions, defences)
      expect(exhibits[0]).to.deep.include({ is_manual: true, is_exempt: false, agreed: 6, decided: 6 })
      expect(exhibits[0]!.citations![0]).to.deep.equal({ ...pageOf(0, 0), verdict: 'p', reach: 'other' })
    })

    it('a defence that is missing or not its own could not tell, and fails nobody', async () => {
      const told = await citing(4)
      const silent = Round.observe(told.round, told.admissions, [null, null, null, null])
      for (const { testimony } of silent)
        expect(testimony).to.deep.equal({ citations: ['o', 'o'], agreed: 0, decided: 0 })
      const others = await defend(told, (asked) => 'f'.repeat(asked))
      // Each brings the words of its neighbour.
      const swapped = Round.observe(told.round, told.admissions, [...others.slice(1), others[0]!])
      for (const { testimony } of swapped) expect(testimony.citations).to.deep.equal(['o', 'o'])
    })

    it('SPEC §4: what only a probe brought is in no lot, stays open, and has src 1', async () => {
      const { round, admissions } = await citing(4)
      const late = [3]
      const requests = Round.challenges(round, admissions, { late })
      const told = { round, admissions, requests: requests.slice(0, 3) }
      for (const request of told.requests)
        for (const { url } of request!.reproduce!) expect(url.startsWith('https://p3-')).to.equal(false)
      const defences = [...(await defend(told, (asked) => 'p'.repeat(asked))), null]
      const entries = Round.observe(round, admissions, defences, { late })
      expect(entries[3]!.testimony).to.deep.equal(Reproduction.open([pageOf(3, 0), pageOf(3, 1)]))
      expect(Round.observeLate(round, 3, admissions[3]!), 'alone as among others').to.deep.equal(entries[3])
      const { report } = Round.conclude(round, entries, { expiresAt })
      expect(report.records[3]!.srcQuality).to.equal(1)
    })

    it('32 workers with two full citations each stay within every quota, and this is what they take', async () => {
      const told = await citing(32, { full: true })
      const bodies = told.requests.map((request) => Bytes.fromText(JSON.stringify(request)).length)
      const items = told.requests.map((request) => request!.reproduce?.length ?? 0)
      const defences = await defend(told, (asked) => 'p'.repeat(asked))
      const entries = Round.observe(told.round, told.admissions, defences)
      const observation = Observation.encode(entries).length
      const plan = Plan.make({ workers: 32, limits: minima, isAuto: true }) as Plan.Plan
      const answers = Plan.batchOverhead + 16 * (Wire.limits.answer + Plan.itemOverhead)
      const defended = Plan.batchOverhead + 32 * (Wire.limits.defence + Plan.itemOverhead)
      console.log(
        [
          `items ${items.reduce((sum, one) => sum + one, 0) / 3}, checks ${items.reduce((sum, one) => sum + one, 0)}, longest list ${Math.max(...items)}`,
          `largest challenge request ${Math.max(...bodies)} bytes`,
          `observation ${observation} bytes, at most ${plan.observationBytes} of ${minima.observationBytes}`,
          `16 full answers ${answers} bytes, 32 full defences ${defended}, of ${minima.httpResponseBytes}`,
          `calls ${plan.httpCalls} of ${minima.httpCalls}, one of them a probe`,
        ]
          .map((line) => `      ${line}`)
          .join('\n'),
      )
      expect(items.reduce((sum, one) => sum + one, 0)).to.equal(64 * 3)
      expect(Math.max(...items)).to.be.at.most(8)
      expect(plan.observationBytes).to.equal(9_635)
      expect(observation).to.be.at.most(plan.observationBytes)
      expect(plan.observationBytes).to.be.at.most(minima.observationBytes)
      expect(answers).to.be.at.most(minima.httpResponseBytes - 10_000)
      expect(defended).to.be.at.most(minima.httpResponseBytes - 10_000)
      for (const { testimony } of entries) expect(testimony.citations).to.deep.equal(['p', 'p'])
    }).timeout(120_000)
  })

  it('error: refuses a list that is not one entry a worker', async () => {
    const round = roundOf(2)
    expect(() => Round.admit(round, [])).to.throw(Round.WorkerMismatchError)
    expect(() => Round.conclude(round, [], { expiresAt })).to.throw(Round.WorkerMismatchError)
  })
})
