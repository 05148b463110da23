import { expect } from 'chai'
import {
  acquisitionScenario,
  repliesOf,
  scriptedModel,
  text,
} from '../../../cli/commands/worker/acquisition.ts'
import type { Evidence, Proof } from '../../../protocol/index.ts'
import { auditor, shownCharacters } from '../../../workers/pipeline/auditor.ts'
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
    const shown: { evidence: { evidence_id: string; content: string }[] }[] = []
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

  it('S2-39: asks for what speaks for the event and for what speaks against it, on the same data', async () => {
    const { evidence, shown } = await run()
    expect(shown).to.have.length(2)
    expect(shown[0]).to.deep.equal(shown[1])
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

  it('shows a model no page that could not be read, and of a long page its beginning', async () => {
    const items = fetched.items.map((item) => {
      if (item.evidence_id === 'wire') return { ...item, retrieval: { ...item.retrieval, status: 503 } }
      return item.evidence_id === 'rumours' ? { ...item, content: 'x'.repeat(shownCharacters + 1) } : item
    })
    const { shown } = await run({ ...fetched, items } as VerifiedEvidence)
    const pages = shown[0]!.evidence
    expect(pages.map((page) => page.evidence_id)).to.deep.equal(['edgar', 'newsroom', 'rumours'])
    expect(pages[2]!.content).to.have.length(shownCharacters)
  })

  it('S2-22: needs a model for free text', async () => {
    const error = await auditor({}, { spec: proof.prompt_spec, replies }, fetched).catch(
      (one: unknown) => one,
    )
    expect(error).to.include({ stage: 'auditor', code: 'NO_MODEL' })
  })
})
