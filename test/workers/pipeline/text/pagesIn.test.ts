import { expect } from 'chai'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { itemOf, pagesIn, policyFor } from '../../../../workers/pipeline/text/pagesIn.ts'

describe('pagesIn', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })
  const pages = (change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem | null = (one) => one) => {
    const items = proof.evidence.items.flatMap((item) => change(item) ?? [])
    return pagesIn(proof.prompt_spec, { ...proof.evidence, items })
  }
  const faults = (given: ReturnType<typeof pages>) => given.pages.map(({ id, view }) => `${id} ${view.fault}`)

  it('has every page of an admitted class, with what its source is declared to be', () => {
    expect(faults(pages())).to.deep.equal(['edgar null', 'newsroom null', 'wire null'])
    const { source } = pages().pages[1]!.view
    expect(source).to.include({ role: 'primary', complete_for: 'all news releases of Aldermoor Systems' })
    expect(pages().pages[2]!.view.source.role).to.equal('secondary')
  })

  it('a page that did not come is there with a fault: its silence is none, and its class counts', () => {
    const given = pages((item) => (item.evidence_id === 'newsroom' ? null : item))
    expect(faults(given)[1]).to.equal('newsroom unreached')
    expect(given.pages[1]!.view.source.role).to.equal('primary')
  })

  it('S2-102: a page that was read long after the deadline says nothing, and is shown to no reader', () => {
    const given = pages((item) =>
      item.evidence_id === 'newsroom'
        ? { ...item, retrieval: { ...item.retrieval, retrieved_at: '2026-09-01T00:00:00Z' } }
        : item,
    )
    expect(faults(given)[1]).to.equal('newsroom untimely')
    expect(given.parts.flat().map((one) => one.page)).to.deep.equal(['edgar', 'wire'])
  })

  it('S2-36: a page that is proven less well than its source requires says nothing', () => {
    const [first, ...rest] = proof.prompt_spec.data_requirements
    const spec = { ...proof.prompt_spec, data_requirements: [{ ...first!, min_provenance_tier: 1 }, ...rest] }
    expect(pagesIn(spec, proof.evidence).pages[0]!.view.fault).to.equal('tier-too-low')
  })

  it('AUDIT B5: an error, a wall, a shell and an empty body say nothing', () => {
    const bodies = [
      [200, ''],
      [200, '<title>Just a moment...</title><p>Verify you are human by completing the action below.</p>'],
      [200, '<html><body><div id="root"></div><script src="/app.js"></script></body></html>'],
      [503, '<p>Service Unavailable</p>'],
    ] as const
    for (const [status, content] of bodies) {
      const given = pages((item) =>
        item.evidence_id === 'newsroom'
          ? { ...item, content, content_type: 'text/html', retrieval: { ...item.retrieval, status } }
          : item,
      )
      expect(given.pages[1]!.view.fault, content).to.not.equal(null)
      expect(given.parts.flat().map((one) => one.page)).to.not.include('newsroom')
    }
  })

  it('finds an item that was fetched, and none that a model said', () => {
    expect(itemOf(proof.evidence, 'edgar')!.evidence_id).to.equal('edgar')
    expect(itemOf(proof.evidence, 'reply-first-reader-1')).to.equal(undefined)
    expect(policyFor(proof.prompt_spec, 'nowhere')).to.equal(null)
  })
})
