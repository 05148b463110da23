import { expect } from 'chai'
import fc from 'fast-check'
import { Hash, Instant } from '../../../../protocol/index.ts'
import {
  compileRule,
  createdIn,
  crossCheckIn,
  forbidden,
  timeframe,
} from '../../../../workers/pipeline/rule/compile.ts'
import * as Subject from '../../../../workers/pipeline/Subject.ts'
import { created, deadline, sampleQuestion, taskOf } from '../helpers.ts'
import { compiledOf, crossCheck, withRule } from './cases.ts'

const missingOf = (question: string, changes: Parameters<typeof taskOf>[1] = {}): readonly string[] => {
  const compiled = compileRule(Subject.ofTask(taskOf(question, changes)))
  return compiled.status === 'INVALID' ? compiled.missing_fields : []
}

describe('compileRule', () => {
  it('S2-16 S2-19: the spec says what decides: the source’s hash, the comparison and the window', () => {
    const { market } = compiledOf().spec
    expect(market.resolution_rules.predicate).to.deep.equal({
      source_id: Hash.ofText('coingecko:bitcoin:price_usd'),
      op: 'gte',
      target: '75000',
    })
    expect(market.resolution_window.start).to.equal(Instant.format(deadline))
    expect(market.event_definition).to.include('the first sample from').and.include('gte 75000')
    expect(market.resolution_rules.rules.map((one) => `${one.rule_id} ${one.outcome}`)).to.deep.equal([
      'met YES',
      'not-met NO',
      'no-sample INVALID',
      'unreachable INVALID',
      'too-early INVALID',
      'tier-too-low INVALID',
    ])
  })

  it('S2-18: plans one request for each requirement, with the tier that it must have', () => {
    const { plan, requirements } = compiledOf(sampleQuestion, crossCheck)
    expect(plan.plan_id).to.equal('plan-1-1')
    expect(plan.steps.map((one) => [one.step_id, one.target, one.max_tier])).to.deep.equal([
      ['fetch-sample', 'coingecko:bitcoin:price_usd', 3],
      ['fetch-cross-check', 'binance:BTCUSDT:price', 3],
    ])
    expect(requirements.map((one) => one.sourceId)).to.deep.equal([
      Hash.ofText('coingecko:bitcoin:price_usd'),
      Hash.ofText('binance:btcusdt:price'),
    ])
  })

  it('S2-33: a rule that wants a proof asks it of the sample, and not of the second provider', () => {
    const question = withRule('op:gte', 'target:75000', 'resolver:brevis:zktls')
    const { spec } = compiledOf(question, crossCheck)
    expect(spec.market.min_provenance_tier).to.equal(0)
    expect(spec.data_requirements.map((one) => one.min_provenance_tier)).to.deep.equal([0, 3])
  })

  it('S0-40: a second provider adds a rule for disagreement', () => {
    const { rules } = compiledOf(sampleQuestion, crossCheck).spec.market.resolution_rules
    expect(rules.at(-1)).to.deep.equal({
      rule_id: 'disagreement',
      outcome: 'INVALID',
      condition: 'the second provider is off by more than 50 bps, or has no sample',
    })
  })

  it('C55: a high is measured from the market’s creation to its deadline', () => {
    const { spec, requirements } = compiledOf(withRule('metric:price_usd_high', 'op:gte', 'target:75000'))
    expect(requirements[0]!.window.from).to.equal(created)
    expect(spec.market.event_definition).to.include('the extreme of all samples')
  })

  it('S2-95 S2-21: names everything that the question leaves open, each once', () => {
    expect(missingOf(sampleQuestion, { deadline: null })).to.deep.equal(['deadline'])
    expect(missingOf(withRule('op:near'), { deadline: null })).to.include.members([
      'deadline',
      'question:INVALID_OP',
      'question:MISSING_TARGET',
    ])
    expect(
      missingOf(withRule('metric:price_usd_low', 'op:lte', 'target:1'), { created: null }),
    ).to.deep.equal(['created'])
    expect(missingOf('§question Will it rain?\n§rule\nsource:manual')).to.deep.equal(['rule'])
  })

  it('a name that is too long for the models is as good as missing', () => {
    const question = withRule('op:gte', 'target:1').replace('bitcoin', 'b'.repeat(3_000))
    expect(missingOf(question)).to.not.deep.equal([])
  })

  it('S2-56: forbids what no agent of the procedure may do', () => {
    expect(compiledOf().spec.forbidden_behaviors).to.deep.equal([...forbidden])
  })

  it('C4: is a pure function of its subject', () => {
    expect(compiledOf(sampleQuestion, crossCheck)).to.deep.equal(compiledOf(sampleQuestion, crossCheck))
  })
})

describe('crossCheckIn', () => {
  it('finds the second provider again that a spec was compiled with', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9._/-]{1,20}$/)
    const asset = fc.stringMatching(/^[A-Za-z0-9._/:-]{1,30}$/)
    const other = fc.record({
      provider: fc.stringMatching(/^[a-z][a-z0-9-]{0,19}$/),
      asset,
      metric: word,
      toleranceBps: fc.integer({ min: 0, max: 10_000 }),
    })
    fc.assert(
      fc.property(other, (one) => {
        expect(crossCheckIn(compiledOf(sampleQuestion, one).spec)).to.deep.equal(one)
      }),
    )
  })

  it('finds none where there is none, or where its words are none of ours', () => {
    expect(crossCheckIn(compiledOf().spec)).to.equal(null)
    const { spec } = compiledOf(sampleQuestion, crossCheck)
    const data_requirements = spec.data_requirements.map((one) => ({ ...one, description: 'somewhere near' }))
    expect(crossCheckIn({ ...spec, data_requirements })).to.equal(null)
  })
})

describe('createdIn', () => {
  const semantics = (text: string) => ({ ...compiledOf().spec.prediction_semantics, timeframe: text })

  it('finds the creation again in what timeframe writes', () => {
    expect(createdIn(semantics(timeframe(created, deadline)))).to.equal(created)
  })

  it('finds none where none is written', () => {
    expect(timeframe(null, deadline)).to.equal(`up to ${Instant.format(deadline)}`)
    for (const text of [timeframe(null, deadline), '', 'soon to come', 'to']) {
      expect(createdIn(semantics(text)), text).to.equal(null)
    }
  })
})
