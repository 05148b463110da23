import { expect } from 'chai'
import { acquisitionScenario, type Story } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { outputOf } from '../../../../workers/pipeline/rule/judge.ts'
import { auditText, markUsed } from '../../../../workers/pipeline/text/audit.ts'
import type { Silence } from '../../../../workers/pipeline/text/conclude.ts'

const proofs = {} as Record<Story, Proof.Proof>
const change = (
  { evidence }: Proof.Proof,
  id: string,
  changes: Partial<Evidence.EvidenceItem>,
): Evidence.EvidenceBundle => ({
  ...evidence,
  items: evidence.items.map((item) => (item.evidence_id === id ? { ...item, ...changes } : item)),
})

describe('auditText', () => {
  before(async () => {
    for (const story of ['confirmed', 'silent', 'late', 'unavailable'] as const) {
      proofs[story] = (await acquisitionScenario(story)).answered.proof!
    }
  })
  const audited = (story: Story, evidence = proofs[story].evidence) =>
    auditText(proofs[story].prompt_spec, evidence)
  const silenceOf = (story: Story, evidence = proofs[story].evidence) =>
    outputOf<Silence>(audited(story, evidence).trace, 'check-silence')

  it('S2-39 C4: the same evidence and replies give the trace of the proof', () => {
    for (const story of ['confirmed', 'silent', 'late', 'unavailable'] as const) {
      expect(audited(story).trace, story).to.deep.equal(proofs[story].trace)
    }
    expect(audited('silent').trace.policy.determinism).to.equal('recorded')
  })

  it('S2-35: every claim is a step of its own with its check, before what is counted and weighed', () => {
    const ids = audited('confirmed').trace.steps.map((step) => step.step_id)
    const claims = [0, 1, 2, 3].flatMap((i) => [`claim-${i}`, `check-${i}`])
    expect(ids).to.deep.equal(['search', ...claims, 'check-proposals', 'check-silence', 'weigh', 'analysis'])
  })

  it('S2-34: a claim cites its page and the reply that proposed it', () => {
    const step = audited('confirmed').trace.steps.find((one) => one.step_id === 'claim-0')!
    expect(step.inputs.evidence_ids).to.deep.equal(['edgar', 'reply-auditor'])
  })

  it('C35: says which sources were asked, and which answered', () => {
    expect(outputOf(audited('unavailable').trace, 'search')).to.deep.equal({
      asked: ['edgar', 'newsroom', 'wire', 'rumours'],
      answered: ['wire', 'rumours'],
      after_deadline: true,
    })
  })

  it('S2-107: one page that was read before the deadline is enough to be too early', () => {
    const { retrieval } = proofs.confirmed.evidence.items[0]!
    const early = change(proofs.confirmed, 'edgar', {
      retrieval: { ...retrieval, retrieved_at: '2026-03-31T23:59:58Z' },
    })
    const { trace } = audited('confirmed', early)
    expect(outputOf(trace, 'analysis')).to.deep.equal({ finding: 'too-early' })
  })

  it('C35: a primary page that names the deed is silent only if a passage of it was quoted and set aside', () => {
    expect(silenceOf('silent').primaries.every((one) => one.readable && !one.mentioned)).to.equal(true)
    const late = silenceOf('late').primaries
    expect(late.every((one) => one.mentioned && one.accounted)).to.equal(true)
    const unquoted = change(proofs.late, 'reply-auditor', { content: '{"claims":[],"assumptions":[]}' })
    expect(silenceOf('late', unquoted).primaries.every((one) => one.mentioned && !one.accounted)).to.equal(
      true,
    )
  })

  it('S2-38: counts what was supposed, and each admitted date that is known by the day only', () => {
    const discounts = (story: Story, evidence = proofs[story].evidence) =>
      outputOf<{ assumptions: number }>(audited(story, evidence).trace, 'check-proposals').assumptions
    // The filing of EDGAR bears a day, the two feeds a second.
    expect(discounts('confirmed')).to.equal(1)
    const supposing = change(proofs.confirmed, 'reply-skeptic', {
      content: '{"claims":[],"assumptions":["it is the same company"]}',
    })
    expect(discounts('confirmed', supposing)).to.equal(2)
    expect(audited('confirmed', supposing).report.assumptions).to.deep.equal(['it is the same company'])
  })

  it('S2-37: its report counts both sides', () => {
    expect(audited('confirmed').report.summary).to.equal('3 admitted claims affirm, 0 deny: affirmed.')
    expect(audited('silent').report.summary).to.equal('0 admitted claims affirm, 0 deny: silent.')
  })
})

describe('markUsed', () => {
  const used = ({ items }: Evidence.EvidenceBundle) =>
    items.filter((item) => item.used).map((item) => item.evidence_id)

  it('S2-33: rests on primary pages that were read and on pages with an admitted claim, never on replies', () => {
    const marked = (story: Story) => used(markUsed(proofs[story].prompt_spec, proofs[story].evidence))
    expect(marked('confirmed')).to.deep.equal(['edgar', 'newsroom', 'wire'])
    expect(marked('silent')).to.deep.equal(['edgar', 'newsroom'])
    expect(marked('unavailable')).to.deep.equal([])
  })

  it('counts again what the bundle says of itself', () => {
    const { prompt_spec, evidence } = proofs.confirmed
    const all = { ...evidence, items: evidence.items.map((item) => ({ ...item, used: true })) }
    expect(markUsed(prompt_spec, all)).to.deep.equal(evidence)
  })
})
