import { expect } from 'chai'
import { acquisitionScenario } from '../../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../../protocol/index.ts'
import { pagesIn } from '../../../../workers/pipeline/text/pagesIn.ts'
import { callId, readingsIn } from '../../../../workers/pipeline/text/readings.ts'

describe('readingsIn', () => {
  let proof: Proof.Proof
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
  })
  const readings = (change: (item: Evidence.EvidenceItem) => Evidence.EvidenceItem | null = (one) => one) => {
    const items = proof.evidence.items.flatMap((item) => change(item) ?? [])
    return readingsIn({ ...proof.evidence, items }, pagesIn(proof.prompt_spec, proof.evidence))
  }
  const withReply = (content: string) =>
    readings((item) => (item.evidence_id === callId('first-reader', 1) ? { ...item, content } : item))

  it('finds the facts of both readers, each with its page and the reply that holds it', () => {
    const { 'first-reader': first, 'second-reader': second } = readings()
    expect(first).to.have.length(3)
    expect(second).to.have.length(3)
    expect(first![0]).to.deep.include({ page: 'edgar', reply: 'reply-first-reader-1' })
    expect(first![0]!.fact.url).to.match(/^https:\/\/efts\.sec\.gov\//)
  })

  it('S2-50: a reader of whom a reply is missing, or is not of the schema, read nothing', () => {
    const gone = readings((item) => (item.evidence_id === callId('second-reader', 1) ? null : item))
    expect(gone['second-reader']).to.equal(null)
    expect(gone['first-reader']).to.have.length(3)
    expect(withReply('{"facts":[]} ')['first-reader']).to.deep.equal([])
    expect(withReply('{"facts":{}}')['first-reader']).to.equal(null)
  })

  it('a reply counts only as what a model said: a page of that name is none', () => {
    const forged = readings((item) =>
      item.evidence_id === callId('first-reader', 1)
        ? { ...item, source: { ...item.source, provider: 'web' } }
        : item,
    )
    expect(forged['first-reader']).to.equal(null)
  })

  it('a fact that two overlapping pieces show is one', () => {
    const { content } = proof.evidence.items.find(({ evidence_id: id }) => id === callId('first-reader', 1))!
    const { facts } = JSON.parse(content) as { facts: unknown[] }
    expect(withReply(JSON.stringify({ facts: [...facts, facts[0]] }))['first-reader']).to.have.length(3)
  })
})
