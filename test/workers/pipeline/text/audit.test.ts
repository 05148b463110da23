import { expect } from 'chai'
import { acquisitionScenario, type Story } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { outputOf } from '../../../../workers/pipeline/rule/judge.ts'
import { auditText, type FactStep, markUsed } from '../../../../workers/pipeline/text/audit.ts'

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

  it('S2-39 C4: the same evidence and replies give the trace of the proof', () => {
    for (const story of ['confirmed', 'silent', 'late', 'unavailable'] as const) {
      expect(audited(story).trace, story).to.deep.equal(proofs[story].trace)
    }
    expect(audited('silent').trace.policy.determinism).to.equal('recorded')
  })

  it('S2-35: each page and each fact is a step of its own, before what is agreed and concluded', () => {
    const ids = audited('confirmed').trace.steps.map((step) => step.step_id)
    const facts = ['first', 'second'].flatMap((one) => [1, 2, 3].map((i) => `${one}-reader-fact-${i}`))
    expect(ids).to.deep.equal([
      'search',
      'page-edgar',
      'page-newsroom',
      'page-wire',
      ...facts,
      'agree',
      'silence',
      'analysis',
    ])
  })

  it('S2-34: a fact cites its page and the reply that holds it', () => {
    const step = audited('confirmed').trace.steps.find((one) => one.step_id === 'second-reader-fact-1')!
    expect(step.inputs).to.deep.equal({
      evidence_ids: ['edgar', 'reply-second-reader-1'],
      prior_step_ids: ['search', 'page-edgar'],
    })
  })

  it('FREETEXT §2: the codes of a fact stand in its step, and the direction that code found', () => {
    const facts = ['first-reader-fact-2', 'first-reader-fact-3'].map((id) =>
      outputOf<FactStep>(audited('confirmed').trace, id),
    )
    expect(facts.map(({ codes }) => codes)).to.deep.equal([[], ['PLANNED']])
    expect(facts[0]).to.deep.include({ direction: { side: 'YES', by: 'wording' }, bears: 'YES' })
  })

  it('S2-39: no word of a model enters a step, only pieces of the page and of the question', () => {
    const { content } = proofs.confirmed.evidence.items.find(
      (item) => item.evidence_id === 'reply-first-reader-1',
    )!
    const [fact] = (JSON.parse(content) as { facts: Record<string, unknown>[] }).facts
    const made = {
      ...fact,
      page: 'nowhere',
      quote: 'These words are a model’s own.',
      subject: 'A name it made up',
      predicate: 'it is plain to see',
      value: '7,777,777',
      unit: 'wonders',
    }
    const spoiled = change(proofs.confirmed, 'reply-first-reader-1', {
      content: JSON.stringify({ facts: [made, { ...made, page: 'newsroom' }] }),
    })
    const text = JSON.stringify(audited('confirmed', spoiled).trace)
    for (const words of ['model’s own', 'made up', 'plain to see', 'wonders', '7,777,777'])
      expect(text).to.not.include(words)
    expect(text).to.include('QUOTE_ABSENT')
  })

  it('C35: says which sources were asked, and which answered', () => {
    expect(outputOf(audited('unavailable').trace, 'search')).to.deep.equal({
      asked: ['edgar', 'newsroom', 'wire', 'rumours'],
      answered: ['edgar', 'newsroom', 'wire', 'rumours'],
      after_deadline: true,
    })
    expect(outputOf(audited('unavailable').trace, 'page-edgar')).to.deep.include({ fault: 'error' })
  })

  it('S2-107: one page that was read before the deadline is enough to be too early', () => {
    const { retrieval } = proofs.confirmed.evidence.items[0]!
    const early = change(proofs.confirmed, 'edgar', {
      retrieval: { ...retrieval, retrieved_at: '2026-03-31T23:59:58Z' },
    })
    expect(outputOf(audited('confirmed', early).trace, 'analysis')).to.include({ finding: 'too-early' })
  })

  it('S2-37: its report counts', () => {
    expect(audited('confirmed').report.summary).to.equal('6 facts were given, 3 by both readers: affirmed.')
    expect(audited('silent').report.summary).to.equal('0 facts were given, 0 by both readers: silent.')
  })
})

describe('markUsed', () => {
  const used = ({ items }: Evidence.EvidenceBundle) =>
    items.filter((item) => item.used).map((item) => item.evidence_id)

  it('S2-33: rests on primary pages that were read and on pages with a deciding fact, never on replies', () => {
    const marked = (story: Story) => used(markUsed(proofs[story].prompt_spec, proofs[story].evidence))
    expect(marked('confirmed')).to.deep.equal(['edgar', 'newsroom'])
    expect(marked('silent')).to.deep.equal(['edgar', 'newsroom'])
    expect(marked('unavailable')).to.deep.equal([])
  })

  it('counts again what the bundle says of itself', () => {
    const { prompt_spec, evidence } = proofs.confirmed
    const all = { ...evidence, items: evidence.items.map((item) => ({ ...item, used: true })) }
    expect(markUsed(prompt_spec, all)).to.deep.equal(evidence)
  })
})
