import { expect } from 'chai'
import type { Saying } from '../../local/samples/round.ts'
import { type Admission, type Observation, Round, RoundFile, Score, Wire } from '../../protocol/index.ts'
import { type Asked, askedOf, stageOf } from './fakeRound.ts'
import { type Host, load, type Replied, type Runtime, type Sent, saw } from './fakeRuntime.ts'

type Retained = { collected: Collected | null; late: Map<number, Admission.Admission> }
type Collected = {
  readonly admissions: readonly Admission.Admission[]
  readonly defences: readonly (Wire.Read<Wire.ChallengeReply> | null)[]
  readonly terms?: Admission.Terms
}
type Evaluated = { readonly entries: readonly Observation.Entry[]; readonly fallback: string | null }
const { evaluate, consensusCalls } = await load<{
  evaluate(runtime: Runtime, asked: Asked, entries: readonly Observation.Entry[], kept: Retained): Evaluated
  readonly consensusCalls: number
}>('evaluate')

const yes: Saying = { value: 'YES' }
const question = '§question Will the bill be signed by March?\n§rule\nsource:manual'
const llm = { url: 'https://model.example/v1/chat', model: 'judge-1', keySecret: 'LLM_KEY' }
const model = { evaluator: 'llm' as const, llm }

const completion = (content: string): Replied => ({
  body: { choices: [{ message: { role: 'assistant', content } }] },
})
/** Gives everybody the same grade. */
const grade =
  (score: number) =>
  ({ body }: Sent): Replied => {
    const { workers } = JSON.parse(JSON.parse(body).messages[1].content) as { workers: { id: string }[] }
    return completion(
      JSON.stringify({ scores: Object.fromEntries(workers.map(({ id }) => [id, Score.all(score)])) }),
    )
  }

async function evaluated(sayings: readonly Saying[], host: Host, keeps = true) {
  const stage = await stageOf(sayings, { host: { config: model, ...host }, ...manual })
  const { round, file } = stage
  const reads = file.answers.map((item) => Wire.readAnswer(RoundFile.replyOf(item)))
  const admissions = Round.admit(round, reads)
  const entries = Round.observe(round, admissions, [])
  const collected = keeps ? { admissions, defences: round.workers.map(() => null) } : null
  const result = evaluate(stage.runtime, askedOf(stage), entries, { collected, late: new Map() })
  return { ...result, before: entries, stage }
}
const manual = { round: { question } }

describe('scores of a model', () => {
  it('replace the rubric’s, of those who are scored', async () => {
    const { entries, before, fallback, stage } = await evaluated([yes, 'silent', yes], {
      confidentialHttp: grade(60),
    })
    expect(fallback).to.equal(null)
    expect(entries.map(({ evaluator }) => evaluator)).to.deep.equal(['llm', 'none', 'llm'])
    expect(entries[1]).to.equal(before[1])
    // Nothing here is cited, which takes what rests on sources, and nobody defended anything.
    expect(Object.values(entries[0]!.dimensions!).sort((a, b) => a - b)).to.deep.equal([
      0, 0, 0, 20, 60, 60, 60, 60,
    ])
    for (const { url, method, headers, timeout } of stage.confidential)
      expect({ url, method, timeout, key: headers.authorization }).to.deep.equal({
        url: llm.url,
        method: 'POST',
        timeout: '10s',
        key: 'Bearer {{.LLM_KEY}}',
      })
    expect(stage.confidential.length).to.be.within(1, 5)
    expect(stage.observed).to.have.length(consensusCalls)
  })

  it('SPEC §4: stand under what others found of an answer’s citations, directly asked too', async () => {
    const [url, quote] = ['https://www.reuters.com/bill', 'signed the bill on March 1']
    const citing: Saying = { value: 'YES', reply: { sources: [url], citations: [{ url, quote }] } }
    const finding: Saying = { value: null, reproductions: () => 'p' }
    const stage = await stageOf([citing, finding], {
      host: { config: model, confidentialHttp: grade(90) },
      ...manual,
    })
    const { round, file } = stage
    const terms = Round.termsOf(round, { requireSignature: false })
    const admissions = Round.admit(
      round,
      file.answers.map((item) => Wire.readAnswer(RoundFile.replyOf(item))),
      terms,
    )
    // Asked directly, a checker need not sign.
    const defences = file.defences.map(({ reply }) => {
      const { attestation: _, ...unsigned } = reply as Record<string, unknown>
      return Wire.readDefence({ value: unsigned })
    })
    const entries = Round.observe(round, admissions, defences, { terms })
    const kept = { collected: { admissions, defences, terms }, late: new Map() }
    const scored = evaluate(stage.runtime, askedOf(stage), entries, kept).entries
    expect(scored[0]!.testimony.citations).to.deep.equal(['p'])
    expect(scored[0]!).to.include({ evaluator: 'llm' })
    expect(scored[0]!.dimensions!.source_quality, 'an authority').to.equal(Score.reachCaps.authority)
  })

  it('are not wanted where the configuration says rubric: nothing is spent', async () => {
    const { entries, before, fallback, stage } = await evaluated([yes], { config: {} })
    expect(entries).to.equal(before)
    expect(fallback).to.equal(null)
    expect([stage.confidential, stage.observed]).to.deep.equal([[], []])
  })

  it('are not asked for where nobody is to be scored, or more than a model takes', async () => {
    expect((await evaluated(['silent'], {})).fallback).to.equal('nobody to score')
    const many = await evaluated(
      Array.from({ length: 17 }, () => yes),
      {},
    )
    expect(many.fallback).to.equal('too many workers for a model')
    expect(many.stage.observed).to.deep.equal([])
  })

  const failures: [string, Host['confidentialHttp']][] = [
    ['is down', () => null],
    ['says 500', () => ({ status: 500, body: '{}' })],
    ['talks prose', () => completion('All of them did very well.')],
    ['sends something else', () => ({ body: '<html></html>' })],
    ['scores nobody', () => completion('{"scores":{}}')],
  ]
  for (const [name, confidentialHttp] of failures) {
    it(`are the rubric’s where the model ${name}`, async () => {
      const { entries, before, fallback } = await evaluated([yes, yes], {
        confidentialHttp: confidentialHttp!,
      })
      expect(entries).to.equal(before)
      expect(fallback).to.be.a('string').and.not.equal('')
    })
  }

  it('are the rubric’s where a node has read nothing itself', async () => {
    expect((await evaluated([yes], {}, false)).fallback).to.equal('this node has read nothing')
  })

  it('are the rubric’s where a node has read something else than was agreed on', async () => {
    const stage = await stageOf([yes], { host: { config: model }, ...manual })
    const reads = stage.file.answers.map((item) => Wire.readAnswer(RoundFile.replyOf(item)))
    const admissions = Round.admit(stage.round, reads)
    const entries = Round.observe(stage.round, admissions, [])
    const unread = Round.admit(stage.round, [{ reply: null, reason: 'silent', detail: 'no reply' }])
    const kept = { collected: { admissions: unread, defences: [null] }, late: new Map() }
    expect(evaluate(stage.runtime, askedOf(stage), entries, kept).fallback).to.equal(
      'this node has read something else',
    )
  })

  it('are the rubric’s where nodes would ask different things', async () => {
    const { entries, before, fallback } = await evaluated([yes, yes], {
      confidentialHttp: grade(60),
      observations: (own) => [own, ...['a', 'b', 'c'].map((word) => saw(own, `"${word}"`))],
    })
    expect(entries).to.equal(before)
    expect(fallback).to.equal('nodes prepared different requests')
  })

  it('show the model nobody in particular', async () => {
    const { stage } = await evaluated([yes, yes], { confidentialHttp: grade(50) })
    for (const { body } of stage.confidential) expect(body).to.not.match(/agent_id|0x[0-9a-f]{40}/)
  })
})
