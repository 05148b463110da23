import { expect } from 'chai'
import {
  acquisitionContext,
  acquisitionScenario,
  acquisitionTask,
  expected,
  pages,
  pagesTransport,
  repliesOf,
  scriptedModel,
  stories,
  text,
} from '../../../../cli/commands/worker/acquisition.ts'
import { Json, Verification, Wire } from '../../../../protocol/index.ts'
import { encodedBytes } from '../../../../workers/pipeline/Account.ts'
import { llm } from '../../../../workers/pipeline/llm.ts'
import { replay } from '../../../../workers/pipeline/replay.ts'
import { stages } from '../../../../workers/pipeline/Stage.ts'
import { verifyTrace } from '../../../../workers/pipeline/verifyTrace.ts'
import { ignoreTimestamp } from '../../../workers/pipeline/tamper.ts'

const sources = new Map()

describe('the acquisition example', () => {
  for (const story of stories) {
    it(`S2-110: ${story} ends in ${expected[story].outcome} by rule ${expected[story].rule}, proven and replayable`, async () => {
      const { answered, events } = await acquisitionScenario(story)
      const { reply, proof } = answered
      expect(reply.outcome).to.equal(expected[story].outcome)
      expect(proof!.bundle.verdict.resolution_rule_id).to.equal(expected[story].rule)
      expect(events.filter((event) => event.type === 'finished').map((event) => event.stage)).to.deep.equal([
        ...stages,
      ])
      expect(Verification.verifyPorBundle(proof)).to.include({ ok: true, por_root: reply.por!.root })
      expect(replay(proof!, { sources })).to.deep.equal({ executed: true, ok: true, findings: [] })
      expect(Wire.readAnswer(JSON.stringify(reply)).reason).to.equal(null)
      for (const response of Object.values(
        llm(acquisitionContext(story)).prepare(acquisitionTask(), answered),
      )) {
        expect(encodedBytes(response)).to.be.within(1, Wire.limits.response)
      }
    })
  }

  it('S2-39 C4: the same pages and the same replies give the same bytes', async () => {
    const [first, second] = [await acquisitionScenario('confirmed'), await acquisitionScenario('confirmed')]
    expect(Json.canonical(second.answered.proof)).to.equal(Json.canonical(first.answered.proof))
    expect(second.answered.reply).to.deep.equal(first.answered.reply)
  })

  it('S2-39: what the model said is kept as evidence, and no verdict rests on it', async () => {
    const { proof } = (await acquisitionScenario('confirmed')).answered
    const replies = proof!.evidence.items.filter((item) => item.source.provider === 'model')
    expect(replies.map((item) => item.evidence_id)).to.deep.equal([
      'reply-prompt-engineer',
      'reply-first-reader-1',
      'reply-second-reader-1',
    ])
    expect(replies.every((item) => !item.used)).to.equal(true)
    for (const { provenance } of replies) {
      expect(provenance.proof).to.deep.equal({ input_tokens: 0, output_tokens: 0, cost_micro_usd: 0 })
    }
    expect(proof!.trace.policy.determinism).to.equal('recorded')
    expect(proof!.prompt_spec.prompt_hashes).to.have.length(7)
  })

  it('FREETEXT §2: a primary source decides; a single wire is less sure, and decides where rules admit reports', async () => {
    const title = 'Aldermoor Systems has agreed to acquire Brightquay Robotics'
    const body = pages.confirmed.wire!.body.replace(/Aldermoor Systems agrees to acquire[^<]*/, title)
    const [, , given] = (JSON.parse(repliesOf('confirmed')['first-reader']) as { facts: object[] }).facts
    const reader = JSON.stringify({ facts: [{ ...given, quote: title, predicate: 'has agreed to acquire' }] })
    const model = scriptedModel({ ...repliesOf('silent'), 'first-reader': reader, 'second-reader': reader })
    const transport = pagesTransport({ ...pages.silent, wire: { status: 200, body } })
    const { reply } = (await acquisitionScenario('silent', { transport, model })).answered
    // To agree to it is another verb than the one asked about, so its direction is the readers' word alone.
    expect(reply).to.include({ outcome: 'YES', confidence: 0.65 })
    // Two primary sources, of two domains.
    expect((await acquisitionScenario('confirmed')).answered.reply.confidence).to.equal(0.95)
  })

  it('S2-110: rumours decide nothing, admitted or not', async () => {
    const [, newsroom] = (JSON.parse(repliesOf('confirmed')['first-reader']) as { facts: object[] }).facts
    const quote =
      'Aldermoor Systems acquires Brightquay Robotics, a reader who asked not to be named tells us.'
    const rumour = { ...newsroom, page: 'rumours', quote, predicate: 'acquires', date: '2026-03-09' }
    const reader = JSON.stringify({ facts: [{ ...rumour, modality: 'rumoured' }] })
    const model = scriptedModel({ ...repliesOf('rumours'), 'first-reader': reader, 'second-reader': reader })
    for (const admit of [['primary'], ['primary', 'wire', 'secondary']] as const) {
      const changes = { model, text: { ...text, admit: [...admit] } }
      const { reply, proof } = (await acquisitionScenario('rumours', changes)).answered
      expect(reply.outcome, admit.join()).to.not.equal('YES')
      expect(replay(proof!, { sources }).ok).to.equal(true)
    }
  })

  it('C35: one primary source that is down is enough to see no silence', async () => {
    const served = { ...pages.silent, edgar: { status: 503, body: '' } }
    const { answered } = await acquisitionScenario('silent', { transport: pagesTransport(served) })
    expect(answered.reply.outcome).to.equal('INVALID')
    expect(answered.proof!.bundle.verdict.resolution_rule_id).to.equal('unreachable')
  })

  it('S2-107: pages read before the deadline decide nothing', async () => {
    const transport = pagesTransport(pages.confirmed, Date.UTC(2026, 2, 20) / 1_000)
    const { answered } = await acquisitionScenario('confirmed', { transport })
    expect(answered.reply.outcome).to.equal('INVALID')
    expect(answered.proof!.bundle.verdict.resolution_rule_id).to.equal('too-early')
  })

  it('S2-110 S2-73: an auditor that ignored a filing’s date is found at the leaf of that step', async () => {
    const { proof } = (await acquisitionScenario('late')).answered
    const { proof: tampered, leaf } = ignoreTimestamp(proof!)
    expect(tampered.bundle.verdict.outcome).to.equal('YES')
    expect(Verification.verifyPorBundle(tampered).ok).to.equal(true)
    const { ok, findings } = verifyTrace(tampered.prompt_spec, tampered.evidence, tampered.trace)
    expect(ok).to.equal(false)
    expect(findings[0]).to.include({ code: 'OUTSIDE_WINDOW', tree: 'reasoning', leaf_index: leaf })
    expect(findings[0]!.message).to.include('2026-04-02')
    const replayed = replay(tampered, { sources }).findings
    expect(replayed[0]).to.include({ tree: 'reasoning', leaf_index: leaf })
    expect(replayed.map((one) => one.code)).to.include('VERDICT_MISMATCH')
    const challenge = Verification.challengeOf(tampered, findings[0]!, 0)!
    expect(challenge.branch.leaf).to.not.equal(undefined)
  })
})
