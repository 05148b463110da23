import { expect } from 'chai'
import type { Proof } from '../../../../protocol/index.ts'
import { auditRule } from '../../../../workers/pipeline/rule/audit.ts'
import {
  agreementIn,
  isTouchWording,
  judgeRule,
  outputOf,
  ruleCheck,
} from '../../../../workers/pipeline/rule/judge.ts'
import { deadline, sampleQuestion } from '../helpers.ts'
import { withOutputs } from '../tamper.ts'
import { compiledOf, crossCheck, evidenceOf, proofOf, withRule } from './cases.ts'

const verdictOf = async (value: string, question = sampleQuestion, other: { value: string } | null = null) =>
  (await proofOf(value, question, other)).bundle.verdict

describe('judgeRule', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = await proofOf('80000')
  })

  it('S2-41 S2-45: maps the finding to the market’s own rule, and points at the steps that decide', () => {
    const verdict = judgeRule(proof.prompt_spec, proof.trace)
    expect(verdict).to.include({ market_id: '1', outcome: 'YES', resolution_rule_id: 'met' })
    expect(verdict.resolution_time).to.equal(proof.prompt_spec.market.resolution_deadline)
    const pointed = verdict.selected_leaf_refs.map((j) => proof.trace.steps[j]!.step_id)
    expect(pointed).to.deep.equal(['compare', 'analysis'])
  })

  it('S2-32: is surer of a better tier', () => {
    const freshness = outputOf<object>(proof.trace, 'check-freshness')
    const confidences = [0, 1, 2, 3].map((tier) => {
      const trace = withOutputs(proof.trace, { 'check-freshness': { ...freshness, tier } })
      return judgeRule(proof.prompt_spec, trace).confidence_bps
    })
    expect(confidences).to.deep.equal([9_900, 9_800, 9_700, 9_500])
  })

  it('S0-40: two providers make it surer, a narrow margin and words of a touch less sure', async () => {
    const touch = sampleQuestion.replace('trade at $75,000 or more', 'hit $75,000')
    expect((await verdictOf('80000', sampleQuestion, { value: '80000' })).confidence_bps).to.equal(9_700)
    expect((await verdictOf('75075')).confidence_bps).to.equal(8_500)
    expect((await verdictOf('75075.01')).confidence_bps).to.equal(9_500)
    expect((await verdictOf('80000', touch)).confidence_bps).to.equal(9_000)
    expect((await verdictOf('75000', touch)).confidence_bps).to.equal(8_000)
  })

  it('AUDIT D8 S2-42: an INVALID has no confidence, whatever its reason: a client of the seed reads it as a No', async () => {
    const disagreeing = await verdictOf('80000', sampleQuestion, { value: '90000' })
    expect(disagreeing).to.include({ outcome: 'INVALID', confidence_bps: 0 })
    const compiled = compiledOf()
    const { trace } = auditRule(compiled.spec, await evidenceOf(compiled, '[]'))
    expect(judgeRule(compiled.spec, trace)).to.include({ outcome: 'INVALID', confidence_bps: 0 })
    const strict = withRule('op:gte', 'target:75000', 'resolver:brevis:zktls')
    expect(await verdictOf('80000', strict)).to.include({ outcome: 'INVALID', confidence_bps: 0 })
  })

  it('S2-47: refuses a finding that the market has no rule for, and a trace without its steps', () => {
    const made = withOutputs(proof.trace, { analysis: { finding: 'probably' } })
    expect(() => judgeRule(proof.prompt_spec, made)).to.throw('the market has no rule probably.')
    const steps = proof.trace.steps.filter((one) => one.step_id !== 'compare')
    expect(() => judgeRule(proof.prompt_spec, { ...proof.trace, steps })).to.throw(
      'there is no step compare.',
    )
    try {
      outputOf(proof.trace, 'nowhere')
    } catch (error) {
      expect(error).to.include({ stage: 'judge', code: 'REJECTED_TRACE' })
    }
  })
})

describe('isTouchWording', () => {
  it('C55: sees words that ask for a touch, unless the rule measures one', () => {
    const wording = (question: string) => isTouchWording(compiledOf(question).spec)
    expect(wording(sampleQuestion)).to.equal(false)
    const hit = [
      '§question Will BTC hit $75,000?',
      '§rule',
      'source:coingecko:bitcoin',
      'op:gte',
      'target:75000',
    ]
    expect(wording(hit.join('\n'))).to.equal(true)
    expect(wording([...hit, 'metric:price_usd_high'].join('\n'))).to.equal(false)
  })
})

describe('agreementIn', () => {
  it('S0-40: finds the agreement of two providers, and none of one', async () => {
    const { trace } = await proofOf('80000', sampleQuestion, { value: '80000' })
    expect(agreementIn(trace)).to.deep.equal({
      difference_bps: 0,
      tolerance_bps: crossCheck.toleranceBps,
      agree: true,
    })
    expect(agreementIn((await proofOf('80000')).trace)).to.equal(null)
  })
})

describe('ruleCheck', () => {
  it('C54: is the rule’s own sample, whatever a second provider says', async () => {
    const { evidence, bundle } = await proofOf('80000', sampleQuestion, { value: '90000' })
    const check = { observed_at: deadline + 40, value: '80000', tier: 3, result: 'INVALID' }
    expect(ruleCheck(evidence, bundle.verdict)).to.deep.equal(check)
    const reversed = { ...evidence, items: [...evidence.items].reverse() }
    expect(ruleCheck(reversed, bundle.verdict)).to.deep.equal(check)
  })

  it('C54: is empty where the source has no sample, or is missing', async () => {
    const compiled = compiledOf()
    const silent = await evidenceOf(compiled, '[]')
    const { verdict } = (await proofOf('80000')).bundle
    const draft = { ...verdict, outcome: 'INVALID' as const }
    const empty = { observed_at: 0, value: '0', tier: 3, result: 'INVALID' }
    expect(ruleCheck(silent, draft)).to.deep.equal(empty)
    expect(ruleCheck({ ...silent, items: [] }, draft)).to.deep.equal(empty)
  })
})
