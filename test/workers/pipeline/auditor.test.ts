import { expect } from 'chai'
import {
  acquisitionScenario,
  repliesOf,
  scriptedModel,
  text,
} from '../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../protocol/index.ts'
import { auditor } from '../../../workers/pipeline/auditor.ts'
import { load } from '../../../workers/pipeline/text/Prompts.ts'
import type { VerifiedEvidence } from '../../../workers/pipeline/verifyEvidence.ts'

describe('auditor', () => {
  let proof: Proof.Proof
  let fetched: VerifiedEvidence
  let replies: readonly Evidence.EvidenceItem[]
  before(async () => {
    proof = (await acquisitionScenario('confirmed')).answered.proof!
    const { items } = proof.evidence
    fetched = { ...proof.evidence, items: items.filter(isPage) } as VerifiedEvidence
    replies = items.filter((item) => item.evidence_id === 'reply-prompt-engineer')
  })
  const isPage = (item: Evidence.EvidenceItem) => item.source.provider !== 'model'

  /** Runs it, and keeps what the model is shown. */
  async function run(evidence: VerifiedEvidence = fetched) {
    const shown: { pages: { page: string; text: string }[] }[] = []
    const scripted = scriptedModel(repliesOf('confirmed'))
    const complete: typeof scripted.complete = (prompt, options) => {
      shown.push(JSON.parse(prompt.user))
      return scripted.complete(prompt, options)
    }
    const now = () => 1_775_203_200
    const reading = { model: { ...scripted, complete }, now, prompts: load(), text }
    const result = await auditor({ reading }, { spec: proof.prompt_spec, replies }, evidence)
    return { ...result, shown }
  }

  it('S2-39 S2-113: asks two readers on the same data, and keeps what each said', async () => {
    const { evidence, shown } = await run()
    expect(shown).to.have.length(2)
    expect(shown[0]).to.deep.equal(shown[1])
    expect(shown[0]).to.deep.include({
      question: proof.prompt_spec.market.question,
      rules: '',
      window: { from: null, to: '2026-03-30' },
    })
    expect(evidence.items.map((item) => item.evidence_id)).to.deep.equal(
      proof.evidence.items.map((item) => item.evidence_id),
    )
  })

  it('C4: comes to the same trace and marks as the whole procedure', async () => {
    const { trace, evidence } = await run()
    expect(trace).to.deep.equal(proof.trace)
    expect(evidence.items.map((item) => item.used)).to.deep.equal(
      proof.evidence.items.map((item) => item.used),
    )
  })

  it('shows readers no page that could not be read, and none of a class that is not admitted', async () => {
    const items = fetched.items.map((item) =>
      item.evidence_id === 'wire' ? { ...item, retrieval: { ...item.retrieval, status: 503 } } : item,
    )
    const { shown } = await run({ ...fetched, items } as VerifiedEvidence)
    expect(shown[0]!.pages.map(({ page }) => page)).to.deep.equal(['edgar', 'newsroom'])
  })

  it('FREETEXT §2: shows whole pages, in as many calls as they need', async () => {
    const body = `<h1>Log</h1>${Array.from({ length: 900 }, (_, i) => `<p>Entry ${i} of the log of the harbour, with words to fill it.</p>`).join('')}`
    const items = fetched.items.map((item) =>
      item.evidence_id === 'wire' ? { ...item, content: body, content_type: 'text/html' } : item,
    )
    const { shown, evidence } = await run({ ...fetched, items } as VerifiedEvidence)
    expect(shown.length).to.be.above(3)
    const texts = shown.flatMap(({ pages }) => pages.map(({ text }) => text)).join('\n')
    for (const i of [0, 450, 899]) expect(texts).to.include(`Entry ${i} of the log`)
    const replies = evidence.items.filter(({ evidence_id }) => evidence_id.startsWith('reply-first-reader'))
    expect(replies).to.have.length(shown.length / 2)
  })

  it('S2-113: the second reader may be another model', async () => {
    const now = () => 1_775_203_200
    const one = scriptedModel(repliesOf('confirmed'), 'one')
    const reading = { model: one, secondModel: { ...one, name: 'other' }, now, prompts: load(), text }
    const { evidence } = await auditor({ reading }, { spec: proof.prompt_spec, replies }, fetched)
    const saidBy = evidence.items.flatMap(({ source }) => (source.provider === 'model' ? [source.uri] : []))
    expect(saidBy.slice(-2)).to.deep.equal(['model:one', 'model:other'])
  })

  it('S2-22: needs a model for free text', async () => {
    const error = await auditor({}, { spec: proof.prompt_spec, replies }, fetched).catch(
      (one: unknown) => one,
    )
    expect(error).to.include({ stage: 'auditor', code: 'NO_MODEL' })
  })
})
