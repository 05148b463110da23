import { expect } from 'chai'
import { Instant, Question, Rule } from '../../../protocol/index.ts'
import { DryRun, UnsupportedRequirementError } from '../../../protocol/source/index.ts'

const now = Instant.parse('2026-02-21T10:17:23Z')
const ruleOf = (...lines: string[]) =>
  Question.validate(['§question Q', '§rule', ...lines, 'op:gte', 'target:2'].join('\n')).rule
const asOf = Instant.parse('2026-02-21T09:00:00Z')

describe('DryRun', () => {
  it('B8: is of a deadline for which all is published by now', () => {
    for (const lines of [
      ['source:coingecko:bitcoin'],
      ['source:coingecko:bitcoin', 'metric:market_cap_high'],
      ['source:binance:BTCUSDT', 'tolerance:7200'],
      ['source:binance:BTCUSDT', 'metric:price_low', 'tolerance:0'],
      ['source:defillama:aave'],
      ['source:defillama:aave', 'metric:tvl_high'],
      ['source:http:elbe', 'metric:level'],
    ]) {
      const rule = ruleOf(...lines)
      const times = DryRun.timesOf(rule, now)
      expect(Rule.readyAt(rule, times), lines.join(' ')).to.be.below(now)
      const { from, to } = Rule.window(rule, times)
      expect(to - from, 'there is time for a sample').to.be.at.least(Rule.tolerance(rule) === 0 ? 3_600 : 1)
    }
  })

  it('highs and lows are of whole hours, and of a day where a provider has one value a day', () => {
    const times = DryRun.timesOf(ruleOf('source:binance:BTCUSDT', 'metric:price_high'), now)
    expect([times.created % 3_600, times.deadline % 3_600, times.deadline - times.created]).to.deep.equal([
      0, 0, 3_600,
    ])
    const daily = DryRun.timesOf(ruleOf('source:defillama:aave', 'metric:tvl_low'), now)
    expect(daily.deadline - daily.created).to.be.at.least(86_400)
  })

  it('says what the answer would be', () => {
    const sample = { observedAt: asOf, value: '2.5' }
    const run = DryRun.ofSample(ruleOf('source:coingecko:x'), asOf, sample)
    expect(run).to.deep.equal({ kind: 'answered', deadline: asOf, sample, outcome: 'YES' })
    expect(DryRun.sentence(run)).to.equal(
      'The source says 2.5 (2026-02-21T09:00:00Z): today the answer would be YES.',
    )
    expect(DryRun.report(run)).to.include({ kind: 'answered', value: '2.5', outcome: 'YES' })
    expect(DryRun.isBad(run)).to.equal(false)
  })

  it('silence is bad of a source that keeps what was, and says nothing of others', () => {
    const bad = (...lines: string[]) => DryRun.isBad(DryRun.ofSample(ruleOf(...lines), asOf, null))
    expect(bad('source:coingecko:x')).to.equal(true)
    expect(bad('source:polymarket:7', 'metric:resolved_yes')).to.equal(false)
    expect(bad('source:web:bulletin', 'metric:level')).to.equal(false)
  })

  it('a refusal is bad, and a source that is away is not', () => {
    const error = new UnsupportedRequirementError('coingecko', 'it is not there.')
    const refused = { kind: 'refused', deadline: asOf, error } as const
    expect(DryRun.isBad(refused)).to.equal(true)
    expect(DryRun.isBad({ ...refused, kind: 'away' })).to.equal(false)
    expect(DryRun.report(refused)).to.deep.equal({
      kind: 'refused',
      deadline: '2026-02-21T09:00:00Z',
      value: null,
      observed_at: null,
      outcome: null,
      says: 'The source cannot answer this: coingecko cannot be asked for this: it is not there.',
    })
  })
})
