import { expect } from 'chai'
import fc from 'fast-check'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import { type Proof, Trace, Verdict } from '../../../../protocol/index.ts'
import { Confidence } from '../../../../workers/facts/index.ts'
import { judge } from '../../../../workers/pipeline/judge.ts'
import type { FactStep } from '../../../../workers/pipeline/text/audit.ts'
import { rules } from '../../../../workers/pipeline/text/findings.ts'
import { decidingIn, factsIn, pagesOf } from '../../../../workers/pipeline/text/judge.ts'
import { verifyVerdict } from '../../../../workers/pipeline/verifyVerdict.ts'
import { withOutputs } from '../tamper.ts'

let proof: Proof.Proof

const factOf = (change: Partial<FactStep> = {}): FactStep => ({
  page: 'newsroom',
  quote: 'It acquired it.',
  subject: null,
  predicate: null,
  object: null,
  value: null,
  unit: null,
  dated: null,
  modality: 'asserted',
  proposed: 'YES',
  codes: [],
  direction: null,
  bears: 'YES',
  ...change,
})

type Made = {
  readonly facts?: readonly FactStep[]
  readonly finding?: string
  readonly silent?: string | null
  readonly counted?: { readonly page: string; readonly count: number } | null
}

/** A trace of these facts, all of them agreed and deciding. */
function traceOf({
  facts = [],
  finding = 'affirmed',
  silent = null,
  counted = null,
}: Made): Trace.ReasoningTrace {
  const step = (step_id: string, type: Trace.ReasoningStep['type'], output: unknown) =>
    Trace.commit({
      step_id,
      type,
      inputs: { evidence_ids: [], prior_step_ids: [] },
      action: 'x',
      output: output as never,
    })
  const ids = facts.map((_, i) => `first-reader-fact-${i + 1}`)
  return {
    ...proof.trace,
    steps: [
      ...proof.trace.steps.filter(({ step_id }) => step_id.startsWith('page-')),
      ...facts.map((fact, i) => step(ids[i]!, 'extract', fact)),
      step('agree', 'deduce', { agreed: ids, alone: [] }),
      step('silence', 'check', { silent, counted }),
      step('analysis', 'aggregate', { finding, deciding: ids }),
    ],
  }
}

const judged = (made: Made) => judge(proof.prompt_spec, traceOf(made))

describe('judgeText', () => {
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  it('S2-47: the rule of the market decides the outcome, whatever the finding is', () => {
    for (const { rule_id: finding, outcome } of rules.filter((one) => one.outcome === 'INVALID'))
      expect(judged({ finding })).to.include({ outcome, resolution_rule_id: finding, confidence_bps: 0 })
    expect(judged({ finding: 'silent', silent: 'newsroom' })).to.include({ outcome: 'NO' })
    expect(judged({ facts: [factOf()] })).to.include({ outcome: 'YES', resolution_rule_id: 'affirmed' })
  })

  it('FREETEXT §2: takes the confidence from the published table', () => {
    const direction = { side: 'YES', by: 'date' }
    const wire = factOf({ page: 'wire' })
    const cases = [
      [[factOf({ direction })], Confidence.table['statement/primary/confirmed']],
      [[factOf()], Confidence.table['statement/primary/read']],
      [[{ ...wire, direction }], Confidence.table['statement/secondary/confirmed']],
      [[wire], Confidence.table['statement/secondary/read']],
      [[factOf(), wire], Confidence.table['statement/primary/read'] + Confidence.perDomain],
      [[factOf(), factOf({ quote: 'Again.' })], Confidence.table['statement/primary/read']],
    ] as const
    for (const [facts, confidence_bps] of cases) expect(judged({ facts })).to.include({ confidence_bps })
    expect(judged({ finding: 'silent', silent: 'newsroom' }).confidence_bps).to.equal(
      Confidence.table['silence/primary/confirmed'],
    )
    const counted = { page: 'newsroom', count: 2 }
    expect(judged({ finding: 'counted', counted }).confidence_bps).to.equal(
      Confidence.table['count/primary/confirmed'],
    )
  })

  it('S2-47: a yes or no that its own steps do not bear is refused', () => {
    const cases: Made[] = [
      { facts: [] },
      { facts: [factOf({ bears: 'NO' })] },
      { facts: [factOf({ codes: ['PLANNED'] })] },
      { facts: [factOf()], finding: 'denied' },
      { finding: 'silent' },
      { finding: 'counted' },
      { finding: 'made-up' },
    ]
    for (const made of cases) expect(() => judged(made), JSON.stringify(made)).to.throw('judge failed')
    const alone = withOutputs(traceOf({ facts: [factOf()] }), { agree: { agreed: [], alone: [] } })
    expect(() => judge(proof.prompt_spec, alone)).to.throw('do not bear YES')
  })

  it('dates a decision by the earliest deciding fact, and by the deadline where none has a day', () => {
    const [march, april] = ['2026-03-12T00:00:00Z', '2026-04-01T00:00:00Z']
    const facts = [factOf({ dated: april }), factOf({ dated: march, page: 'wire' })]
    expect(judged({ facts }).resolution_time).to.equal(march)
    expect(judged({ facts: [factOf()] }).resolution_time).to.equal('2026-03-31T23:59:59Z')
    expect(judged({ facts: [factOf({ dated: 'soon' })] }).resolution_time).to.equal('2026-03-31T23:59:59Z')
  })

  it('S2-48: points at the deciding steps and at the analysis, at most 64', () => {
    const facts = Array.from({ length: 80 }, (_, i) => factOf({ quote: `Passage ${i}.` }))
    const { selected_leaf_refs } = judged({ facts })
    expect(selected_leaf_refs).to.have.length(64)
    expect(selected_leaf_refs.at(-1)).to.equal(traceOf({ facts }).steps.length - 1)
  })

  it('S2-81: whatever facts there are, what is judged is a verdict, and is the one that is expected', () => {
    const fact = fc.record({
      page: fc.constantFrom('edgar', 'newsroom', 'wire', 'nowhere'),
      bears: fc.constantFrom('YES' as const, 'NO' as const),
      codes: fc.constantFrom([], ['PLANNED']),
    })
    fc.assert(
      fc.property(fc.array(fact, { maxLength: 5 }), fc.constantFrom(...rules), (drawn, { rule_id }) => {
        const trace = traceOf({ facts: drawn.map(factOf), finding: rule_id })
        try {
          const verdict = judge(proof.prompt_spec, trace)
          expect(Verdict.schema.omit({ justification_hash: true }).parse(verdict)).to.deep.equal(verdict)
          expect(verifyVerdict(proof.prompt_spec, trace, verdict)).to.deep.equal({ ok: true, problems: [] })
          const sides = new Set(drawn.map(({ bears }) => bears))
          if (verdict.outcome !== 'INVALID') expect([...sides]).to.deep.equal([verdict.outcome])
        } catch (error) {
          expect((error as Error).message).to.match(/^judge failed with REJECTED_TRACE/)
        }
      }),
    )
  })

  it('finds pages, facts and those that decide in a trace', () => {
    expect(pagesOf(proof.trace).map(({ page }) => page)).to.deep.equal(['edgar', 'newsroom', 'wire'])
    expect(factsIn(proof.trace)).to.have.length(6)
    expect(decidingIn(proof.trace).map(({ id }) => id)).to.deep.equal([
      'first-reader-fact-1',
      'first-reader-fact-2',
    ])
  })
})
