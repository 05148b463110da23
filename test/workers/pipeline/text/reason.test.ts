import { expect } from 'chai'
import { acquisitionScenario, type Story } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { reason } from '../../../../workers/pipeline/text/reason.ts'

const proofs = {} as Record<Story, Proof.Proof>
const reasoned = (
  story: Story,
  change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem = (one) => one,
) => {
  const { prompt_spec, evidence } = proofs[story]
  return reason(prompt_spec, { ...evidence, items: evidence.items.map(change) })
}
const readAt = (retrieved_at: string) => (item: Evidence.EvidenceItem) => ({
  ...item,
  retrieval: { ...item.retrieval, retrieved_at },
})

describe('reason', () => {
  before(async () => {
    for (const story of ['confirmed', 'silent', 'late'] as const)
      proofs[story] = (await acquisitionScenario(story)).answered.proof!
  })

  it('FREETEXT §2: keeps what both readers found, and what decides', () => {
    const { agreed, alone, deciding, finding } = reasoned('confirmed')
    expect(agreed).to.deep.equal(['first-reader-fact-1', 'first-reader-fact-2', 'first-reader-fact-3'])
    expect([alone, deciding, finding]).to.deep.equal([
      [],
      ['first-reader-fact-1', 'first-reader-fact-2'],
      'affirmed',
    ])
  })

  it('FREETEXT §1: what only one reader has decides nothing', () => {
    const { alone, finding } = reasoned('confirmed', (item) =>
      item.evidence_id === 'reply-second-reader-1' ? { ...item, content: '{"facts":[]}' } : item,
    )
    expect(alone).to.have.length(3)
    expect(finding).to.equal('unread')
  })

  it('S2-107: nothing is decided before the deadline of the contract', () => {
    expect(reasoned('confirmed', readAt('2026-03-31T23:59:58Z')).finding).to.equal('too-early')
    expect(reasoned('confirmed', readAt('2026-03-31T23:59:59Z')).finding).to.equal('affirmed')
  })

  it('FREETEXT §2: silence is no No where a primary source cannot be seen', () => {
    expect(reasoned('silent')).to.deep.include({ finding: 'silent', silent: 'newsroom' })
    const away = (item: Evidence.EvidenceItem) =>
      item.evidence_id === 'edgar' ? { ...item, retrieval: { ...item.retrieval, status: 503 } } : item
    expect(reasoned('silent', away).finding).to.equal('unreachable')
  })

  it('a bundle without the readers’ replies comes to nothing', () => {
    const { facts, finding } = reasoned('late', (item) =>
      item.evidence_id === 'reply-first-reader-1' ? { ...item, content: 'YES' } : item,
    )
    expect([facts, finding]).to.deep.equal([[], 'unread'])
  })
})
