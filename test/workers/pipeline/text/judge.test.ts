import { expect } from 'chai'
import fc from 'fast-check'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import { type Proof, Trace, Verdict } from '../../../../protocol/index.ts'
import { judge } from '../../../../workers/pipeline/judge.ts'
import { type Checked, concludeText, type Silence } from '../../../../workers/pipeline/text/conclude.ts'
import { threshold } from '../../../../workers/pipeline/text/judge.ts'
import { verifyVerdict } from '../../../../workers/pipeline/verifyVerdict.ts'
import { withOutputs } from '../tamper.ts'

let proof: Proof.Proof

const silence: Silence = {
  searchable: true,
  primaries: [{ evidence_id: 'p0', answered: true, readable: true, mentioned: false, accounted: false }],
}

const claimOf = fc.record({
  stance: fc.constantFrom('affirms' as const, 'denies' as const),
  evidence_id: fc.constantFrom('p0', 'p1', 'w0'),
  class: fc.constantFrom('primary' as const, 'wire' as const, 'secondary' as const),
  admitted: fc.boolean(),
  day: fc.integer({ min: 10, max: 28 }),
})
type Drawn = typeof claimOf extends fc.Arbitrary<infer drawn> ? drawn : never

const checkedOf = (drawn: readonly Drawn[]): Checked[] =>
  drawn.map((one, i) => ({
    id: `claim-${i}`,
    claim: {
      evidence_id: one.evidence_id,
      quote: 'q',
      stance: one.stance,
      date: null,
      proposed_by: 'auditor',
    },
    check: {
      dated: { from: `2026-03-${one.day}T00:00:00Z`, to: `2026-03-${one.day}T23:59:59Z`, by_day: true },
      in_window: one.admitted,
      class: one.class,
      class_admitted: true,
      tier_admitted: true,
      relevant: true,
      firm: true,
      stance_holds: true,
      admitted: one.admitted,
    },
  }))

/** A trace with these claims, whose analysis says what its steps come to. */
function traceOf(
  checked: readonly Checked[],
  assumptions = 0,
  rejected = 0,
  primaries = silence,
): Trace.ReasoningTrace {
  const step = (step_id: string, type: Trace.ReasoningStep['type'], output: unknown) =>
    Trace.commit({
      step_id,
      type,
      inputs: { evidence_ids: [], prior_step_ids: [] },
      action: 'x',
      output: output as never,
    })
  return {
    ...proof.trace,
    steps: [
      step('search', 'search', { after_deadline: true }),
      ...checked.flatMap(({ id, claim, check }) => [
        step(id, 'extract', claim),
        step(id.replace('claim', 'check'), 'check', check),
      ]),
      step('check-proposals', 'check', {
        rejected: Array.from({ length: rejected }, () => ({})),
        assumptions,
      }),
      step('check-silence', 'check', primaries),
      step('analysis', 'aggregate', { finding: concludeText(checked, primaries, true) }),
    ],
  }
}

describe('judgeText', () => {
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })

  const some = fc.array(claimOf, { maxLength: 6 })
  const few = fc.nat({ max: 5 })

  it('S2-3 S2-41: always gives a verdict of the schema by a rule of the market, the same twice', () => {
    fc.assert(
      fc.property(some, few, few, (drawn, assumptions, rejected) => {
        const trace = traceOf(checkedOf(drawn), assumptions, rejected)
        const verdict = judge(proof.prompt_spec, trace)
        expect(Verdict.schema.omit({ justification_hash: true }).safeParse(verdict).success).to.equal(true)
        expect(judge(proof.prompt_spec, trace)).to.deep.equal(verdict)
        expect(verifyVerdict(proof.prompt_spec, trace, verdict)).to.deep.equal({ ok: true, problems: [] })
      }),
    )
  })

  it('S2-38: more assumptions or more made-up proposals never raise the confidence, and never turn the outcome', () => {
    fc.assert(
      fc.property(some, few, few, (drawn, assumptions, rejected) => {
        const before = judge(proof.prompt_spec, traceOf(checkedOf(drawn), assumptions, rejected))
        for (const [a, r] of [
          [assumptions + 1, rejected],
          [assumptions, rejected + 1],
        ] as const) {
          const after = judge(proof.prompt_spec, traceOf(checkedOf(drawn), a, r))
          expect(after.confidence_bps).to.be.at.most(before.confidence_bps)
          expect(after.outcome === before.outcome || after.outcome === 'INVALID').to.equal(true)
        }
      }),
    )
  })

  it('S2-101: an admitted denial never leaves YES, an admitted affirmation never leaves NO', () => {
    fc.assert(
      fc.property(some, claimOf, (drawn, more) => {
        const verdict = judge(proof.prompt_spec, traceOf(checkedOf([...drawn, { ...more, admitted: true }])))
        expect(verdict.outcome).to.not.equal(more.stance === 'denies' ? 'YES' : 'NO')
      }),
    )
  })

  it('S2-33: what is not admitted changes nothing', () => {
    fc.assert(
      fc.property(some, claimOf, (drawn, more) => {
        const [before, after] = [drawn, [...drawn, { ...more, admitted: false }]].map((one) =>
          judge(proof.prompt_spec, traceOf(checkedOf(one))),
        )
        expect(after!.outcome).to.equal(before!.outcome)
        expect(after!.confidence_bps).to.equal(before!.confidence_bps)
      }),
    )
  })

  it('S2-42: a yes or no is never said below the threshold', () => {
    fc.assert(
      fc.property(some, few, few, (drawn, assumptions, rejected) => {
        const { outcome, confidence_bps } = judge(
          proof.prompt_spec,
          traceOf(checkedOf(drawn), assumptions, rejected),
        )
        expect(outcome === 'INVALID' || confidence_bps >= threshold).to.equal(true)
      }),
    )
  })

  it('C35: silence is NO only where every primary source was read and none speaks of it', () => {
    const flags = fc.record({
      answered: fc.constant(true),
      readable: fc.boolean(),
      mentioned: fc.boolean(),
      accounted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(flags, { maxLength: 4 }), fc.boolean(), (sources, searchable) => {
        const primaries = sources.map((one, i) => ({ evidence_id: `p${i}`, ...one }))
        const { outcome } = judge(proof.prompt_spec, traceOf([], 0, 0, { searchable, primaries }))
        const isSilent =
          searchable &&
          sources.length > 0 &&
          sources.every((one) => one.readable && (!one.mentioned || one.accounted))
        expect(outcome).to.equal(isSilent ? 'NO' : 'INVALID')
      }),
    )
  })

  it('S2-47: refuses a trace whose analysis is not what its steps come to', () => {
    const trace = withOutputs(traceOf([]), { analysis: { finding: 'affirmed' } })
    expect(() => judge(proof.prompt_spec, trace)).to.throw('silent')
    expect(verifyVerdict(proof.prompt_spec, trace, proof.bundle.verdict).ok).to.equal(false)
  })
})
