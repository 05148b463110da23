import { expect } from 'chai'
import fc from 'fast-check'
import { type Evidence, Instant } from '../../../../protocol/index.ts'
import { auditRule, bps, type Freshness, type RuleAnalysis } from '../../../../workers/pipeline/rule/audit.ts'
import { outputOf } from '../../../../workers/pipeline/rule/judge.ts'
import { deadline, points, sampleQuestion } from '../helpers.ts'
import { compiledOf, crossCheck, evidenceOf, withRule } from './cases.ts'

const compiled = compiledOf()
const strict = compiledOf(withRule('op:gte', 'target:75000', 'resolver:brevis:zktls'))
const panel = compiledOf(sampleQuestion, crossCheck)

const findingOf = ({ trace }: ReturnType<typeof auditRule>): RuleAnalysis =>
  outputOf<{ finding: RuleAnalysis }>(trace, 'analysis').finding

const audit = async (
  ...[page, other]: [Parameters<typeof evidenceOf>[1], Parameters<typeof evidenceOf>[2]?]
) => auditRule(compiled.spec, await evidenceOf(compiled, page, other ?? null))

/** The audit of evidence whose one item is changed. */
const changed = async (change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem) => {
  const evidence = await evidenceOf(compiled, points('80000'))
  return auditRule(compiled.spec, { ...evidence, items: evidence.items.map(change) })
}

describe('auditRule', () => {
  it('C54: compares the sample with the target, to the last digit', async () => {
    for (const [value, finding, met] of [
      ['75000', 'met', true],
      ['74999.999999999999999999', 'not-met', false],
    ] as const) {
      const audited = await audit(points(value))
      expect(findingOf(audited)).to.equal(finding)
      expect(outputOf<{ met: boolean }>(audited.trace, 'compare').met).to.equal(met)
      expect(audited.report.summary).to.equal(`The sample is ${value}; gte 75000: ${finding}.`)
    }
  })

  it('S2-36: has a finding for all that keeps a sample from deciding', async () => {
    expect(findingOf(await audit('[]'))).to.equal('no-sample')
    expect(
      findingOf(await changed((item) => ({ ...item, retrieval: { ...item.retrieval, status: 503 } }))),
    ).to.equal('unreachable')
    const early = Instant.format(deadline - 1)
    expect(
      findingOf(
        await changed((item) => ({ ...item, retrieval: { ...item.retrieval, retrieved_at: early } })),
      ),
    ).to.equal('too-early')
    const outside = (item: Evidence.EvidenceItem) => ({
      ...item,
      normalized: { observed_at: '2026-02-19T00:00:00Z', value: '80000' },
    })
    expect(findingOf(await changed(outside))).to.equal('no-sample')
    const evidence = await evidenceOf(strict, points('80000'))
    expect(findingOf(auditRule(strict.spec, evidence))).to.equal('tier-too-low')
  })

  it('S2-36: what no contract can hold is no sample', async () => {
    const value = '9'.repeat(70)
    const audited = await changed((item) => ({ ...item, normalized: { ...item.normalized!, value } }))
    expect(findingOf(audited)).to.equal('no-sample')
    expect(outputOf<Freshness>(audited.trace, 'check-freshness')).to.include({
      in_window: true,
      has_sample: false,
    })
  })

  it('C35: reasons over nothing too: without its item the source was unreachable', async () => {
    const evidence = await evidenceOf(compiled, points('80000'))
    const audited = auditRule(compiled.spec, { ...evidence, items: [] })
    expect(findingOf(audited)).to.equal('unreachable')
    expect(audited.report.summary).to.equal('No sample: unreachable.')
    expect(audited.trace.evidence_refs).to.deep.equal([])
  })

  it('S0-40: a second provider must have a sample within the tolerance', async () => {
    const agreement = async (other: string | null) => {
      const audited = auditRule(panel.spec, await evidenceOf(panel, points('80000'), other))
      return [findingOf(audited), outputOf(audited.trace, 'check-agreement')]
    }
    expect(await agreement(points('80400'))).to.deep.equal([
      'met',
      { difference_bps: 50, tolerance_bps: 50, agree: true },
    ])
    expect(await agreement(points('80400.01'))).to.deep.equal([
      'disagreement',
      { difference_bps: 51, tolerance_bps: 50, agree: false },
    ])
    for (const silent of ['[]', null]) {
      expect(await agreement(silent)).to.deep.equal([
        'disagreement',
        { difference_bps: null, tolerance_bps: 50, agree: false },
      ])
    }
  })

  it('S2-34: every step but the first rests on earlier steps, and cites items that are there', async () => {
    const { trace } = auditRule(panel.spec, await evidenceOf(panel, points('80000'), points('80001')))
    const seen: string[] = []
    for (const { step_id, inputs } of trace.steps) {
      expect(seen, step_id).to.include.members(inputs.prior_step_ids)
      seen.push(step_id)
    }
    expect(seen).to.deep.equal([
      'search',
      'extract-sample',
      'extract-cross-check',
      'check-freshness',
      'check-agreement',
      'compare',
      'analysis',
    ])
    expect(trace.evidence_refs).to.deep.equal(['cross-check', 'sample'])
  })

  it('S2-39 C4: the same evidence gives the same steps', async () => {
    expect((await audit(points('80000'))).trace).to.deep.equal((await audit(points('80000'))).trace)
    expect((await audit(points('80000'))).trace.policy.determinism).to.equal('deterministic')
  })
})

describe('bps', () => {
  it('is away from zero, signed, and null without a base or beyond a ratio', () => {
    expect(bps('101', '100', '100')).to.equal(100)
    expect(bps('100.001', '100', '100')).to.equal(1)
    expect(bps('99.999', '100', '100')).to.equal(-1)
    expect(bps('-1', '1', '-1')).to.equal(-20_000)
    expect(bps('1', '1', '1')).to.equal(0)
    expect(bps('1', '0', '0')).to.equal(null)
    expect(bps('100001.1', '1', '1')).to.equal(null)
    expect(bps('100000', '0', '1')).to.equal(1_000_000_000)
  })

  it('turns its sign when the two are swapped', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((one) => String(one / 100))
    fc.assert(
      fc.property(cents, cents, (a, b) => {
        expect((bps(a, b, '7')! + bps(b, a, '7')!) | 0).to.equal(0)
      }),
    )
  })
})
