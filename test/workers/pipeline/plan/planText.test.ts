import { expect } from 'chai'
import { Hash, type Proof } from '../../../../protocol/index.ts'
import { llm } from '../../../../workers/pipeline/llm.ts'
import { readRecord } from '../../../../workers/pipeline/plan/ExecutedPlan.ts'
import { draftPlan, finishPlan } from '../../../../workers/pipeline/plan/planText.ts'
import { replay } from '../../../../workers/pipeline/replay.ts'
import {
  contextOf,
  edgarUrl,
  finding,
  newsroomUrl,
  planning,
  registry,
  serving,
  subject,
  task,
  textsOf,
} from './world.ts'

const recordIn = (proof: Proof.Proof) => proof.evidence.items.find((item) => item.evidence_id === 'plan')!
const replayOf = (proof: Proof.Proof) => replay(proof, { sources: new Map() })

describe('planText: a plan drives the collector', () => {
  it('S2-113, B13: answers from a registry alone, records plan and results, and the proof replays', async () => {
    const { asked, transport } = serving(textsOf('confirmed'))
    const { reply, proof } = await llm(contextOf(transport)).resolve(task)
    expect(reply.outcome).to.equal('YES')
    expect(asked.map(({ url }) => url)).to.deep.equal([edgarUrl, newsroomUrl])
    expect(asked[0]!.headers).to.deep.equal({ 'user-agent': 'cresolver ops@example.org' })
    const record = readRecord(recordIn(proof!))!
    expect(record.plan.registry_hash).to.equal(registry.hash)
    expect(record.plan.steps.map(({ step_id, target }) => [step_id, target])).to.deep.equal([
      ['fetch-edgar', edgarUrl],
      ['fetch-newsroom', newsroomUrl],
    ])
    expect(record.results.map(({ fault, status }) => [fault, status])).to.deep.equal([
      [null, 200],
      [null, 200],
    ])
    expect(record.skipped).to.deep.equal([
      { source: 'company', why: '{number}: nothing in the question fills it' },
    ])
    expect(JSON.stringify(proof!.prompt_spec)).to.include('complete for')
    expect(replayOf(proof!)).to.deep.include({ ok: true, findings: [] })
  })

  it('S2-113: a record that tells of other steps, replies or items does not replay', async () => {
    const { transport } = serving(textsOf('confirmed'))
    const { proof } = await llm(contextOf(transport)).resolve(task)
    const changedBy = (change: (text: string) => string) => {
      const copy = structuredClone(proof!)
      const item = copy.evidence.items.find((one) => one.evidence_id === 'plan')! as { content: string }
      item.content = change(item.content)
      return replayOf(copy).findings.map(({ path, message }) => `${path} ${message}`)
    }
    const { response_hash } = proof!.evidence.items[0]!.retrieval
    const faults = [
      changedBy((text) => text.replace(newsroomUrl, 'https://newsroom.aldermoor.com/other.xml')),
      changedBy((text) => text.replace(response_hash, Hash.ofText('another'))),
      changedBy((text) => text.replace('"fault":null', '"fault":"unreachable"')),
      changedBy(() => '{}'),
    ]
    for (const found of faults)
      expect(found.join('\n')).to.match(/\/evidence\/items\/2\/content The record of the plan/)
  })

  it('S2-113: a primary in another layout is a named failure, and the answer INVALID, not NO by silence', async () => {
    for (const body of ['{"results":[]}', '{"hits":{"documents":[]}}', '<!doctype html><p>We have moved.']) {
      const { transport } = serving({ ...textsOf('silent'), [edgarUrl]: body })
      const empty = JSON.stringify({ claims: [], assumptions: [] })
      const context = contextOf(transport)
      const model = {
        name: 'silent',
        complete: async (prompt: never, options: never) => {
          const said = await context.model!.complete(prompt, options)
          return said.text.includes('"claims"') ? { ...said, text: empty } : said
        },
      }
      const { reply, proof } = await llm({ ...context, model }).resolve(task)
      expect(reply.outcome, body).to.equal('INVALID')
      expect(proof!.bundle.verdict.resolution_rule_id).to.equal('unreachable')
      expect(readRecord(recordIn(proof!))!.results[0]!.fault).to.equal('schema-mismatch')
      expect(proof!.evidence.items.some((item) => item.evidence_id === 'edgar')).to.equal(false)
      expect(replayOf(proof!).ok).to.equal(true)
    }
  })

  it('S2-113: pages that a search finds are fetched as secondary, and no snippet gets into the proof', async () => {
    const hit = 'https://blog.example.org/aldermoor'
    const hits = [hit, 'http://blog.example.org/', 'https://10.0.0.1/', 'file:///etc/passwd']
    const { asked, transport } = serving({
      ...textsOf('confirmed'),
      [hit]: 'Aldermoor and Brightquay are in talks.',
    })
    const search = finding(hits)
    const { reply, proof } = await llm(contextOf(transport, { planning: { ...planning, search } })).resolve(
      task,
    )
    expect(reply.outcome).to.equal('YES')
    expect(asked.map(({ url }) => url)).to.deep.equal([edgarUrl, newsroomUrl, hit])
    const record = readRecord(recordIn(proof!))!
    expect(record.searches[0]!.hits.map(({ refused }) => refused !== null)).to.deep.equal([
      false,
      true,
      true,
      true,
    ])
    expect(JSON.stringify(proof)).to.not.include('A snippet that says YES')
    expect(JSON.stringify(proof!.prompt_spec.market.allowed_sources)).to.include('secondary, refused')
    expect(replayOf(proof!).ok).to.equal(true)
  })

  it('S2-113: a search that fails costs its pages and not the answer', async () => {
    const { transport } = serving(textsOf('confirmed'))
    const search = { name: 'down', search: () => Promise.reject(new Error('no route')) }
    const { reply, proof } = await llm(contextOf(transport, { planning: { ...planning, search } })).resolve(
      task,
    )
    expect(reply.outcome).to.equal('YES')
    expect(readRecord(recordIn(proof!))!.searches[0]).to.include({ engine: 'down', failure: 'unreachable' })
  })

  it('S2-113: without a deadline nothing is planned, and without a search a plan is finished as it is', async () => {
    const text = { admit: [], sources: [] }
    expect(draftPlan(planning, text, { ...subject, deadline: null })).to.equal(null)
    const draft = draftPlan(planning, text, subject)!
    expect(await finishPlan(planning, draft)).to.deep.equal({
      plan: draft.plan,
      searched: [],
      text: draft.text,
    })
  })
})
