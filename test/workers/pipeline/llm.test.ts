import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  acquisitionContext,
  type acquisitionScenario,
  acquisitionTask,
  question,
  repliesOf,
  scriptedModel,
  text,
} from '../../../cli/commands/worker/acquisition.ts'
import { Question, Wire } from '../../../protocol/index.ts'
import type { Model } from '../../../services/model/Model.ts'
import { openRecorded } from '../../../services/model/openRecorded.ts'
import { record } from '../../../services/model/record.ts'
import { llm } from '../../../workers/pipeline/llm.ts'
import type { Task } from '../../../workers/pipeline/Resolver.ts'
import { own, points, sampleQuestion, sources, taskOf, transportOf } from './helpers.ts'

const ask = (changes: Parameters<typeof acquisitionScenario>[1], task: Partial<Task> = {}) =>
  llm({ ...acquisitionContext('confirmed'), ...changes }).resolve({ ...acquisitionTask(), ...task })

describe('llm', () => {
  it('abstains without a model, and says so', async () => {
    const { reply, proof } = await ask({ model: null })
    expect(reply).to.include({ outcome: 'INVALID', determination: false, confidence: 0 })
    expect(reply.evidence).to.include('no model')
    expect(proof).to.equal(null)
  })

  it('abstains when a recording is missing, in whichever role', async () => {
    for (const role of ['prompt-engineer', 'first-reader', 'second-reader'] as const) {
      const { [role]: _, ...rest } = repliesOf('confirmed')
      const { reply } = await ask({ model: scriptedModel(rest) })
      expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
      expect(reply.evidence).to.include(`gave nothing as ${role}`)
    }
  })

  it('S2-39: says with recordings what it said when they were made, and abstains where the pages have changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'recordings-'))
    try {
      const scripted = scriptedModel(repliesOf('confirmed'))
      const first = await ask({ model: record(scripted, folder) })
      const again = await ask({ model: openRecorded(folder) })
      expect(again.reply.evidence).to.equal(first.reply.evidence)
      expect(again.proof!.bundle.por_root).to.equal(first.proof!.bundle.por_root)
      const { transport } = acquisitionContext('late')
      const other = await ask({ model: openRecorded(folder), transport })
      expect(other.reply).to.include({ outcome: 'INVALID', confidence: 0 })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('S2-105: gives up a model that does not answer in time', async () => {
    const model: Model = { name: 'slow', complete: () => new Promise(() => {}) }
    const { reply } = await ask({ model, timeouts: { promptEngineer: 5 } })
    expect(reply).to.include({ outcome: 'INVALID', confidence: 0 })
  })

  it('S2-20 S2-95: an ambiguous question is INVALID with what is missing', async () => {
    const said = JSON.parse(repliesOf('confirmed')['prompt-engineer']) as object
    const missing = JSON.stringify({ ...said, missing_fields: ['event', 'criteria'] })
    const { reply } = await ask({ model: scriptedModel({ 'prompt-engineer': missing }) })
    expect(reply.outcome).to.equal('INVALID')
    expect(reply.evidence).to.include('missing_fields: event, criteria')
  })

  it('S2-21 S2-23: a missing deadline or source is found before any model is asked', async () => {
    const silent = { name: 'none', complete: () => Promise.reject(new Error('It was asked.')) }
    const cases = [
      [{ model: silent }, { deadline: null }, 'deadline'],
      [
        {
          model: silent,
          text: {
            ...text,
            sources: text.sources.slice(0, 2).map((one) => ({ ...one, topics: ['Jupiter'] })),
          },
        },
        {},
        'sources',
      ],
    ] as const
    for (const [changes, task, field] of cases) {
      const { reply } = await ask(changes, task)
      expect(reply.evidence).to.include(`missing_fields: ${field}`)
    }
  })

  it('S1: the whole answer, signed, keeps the limit of the wire with the most there is to say', async () => {
    const title =
      `Aldermoor Systems has announced the acquisition of Brightquay Robotics ${'"ä" '.repeat(130)}`.trim()
    const sources = Array.from({ length: 12 }, (_, i) => ({
      ...text.sources[1]!,
      id: `page-${i}`,
      url: `https://newsroom-${String(i).padStart(2, '0')}.example/`.padEnd(128, 'x'),
      description: `Page ${i} of Aldermoor Systems ${'long '.repeat(60)}`,
    }))
    const [first] = (JSON.parse(repliesOf('confirmed')['first-reader']) as { facts: object[] }).facts
    const said = { ...first, quote: title, subject: 'Aldermoor Systems', object: 'Brightquay Robotics' }
    const facts = sources.map(({ id }) => ({
      ...said,
      page: id,
      predicate: 'has announced the acquisition of',
    }))
    const reader = JSON.stringify({ facts })
    const model = scriptedModel({
      ...repliesOf('confirmed'),
      'first-reader': reader,
      'second-reader': reader,
    })
    const { reply } = await ask({
      model,
      text: { ...text, sources },
      transport: async () => ({
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: `<main><p>March 12, 2026</p><p>${title}</p></main>`,
        retrievedAt: Date.UTC(2026, 3, 3) / 1_000,
        method: 'REPLAY',
      }),
      porUri: (root) => `http://127.0.0.1/${root}`.padEnd(256, 'x'),
    })
    expect(reply.outcome).to.equal('YES')
    expect(reply.sources).to.have.length(8)
    const attestation = {
      signer: `0x${'ab'.repeat(20)}`,
      signature: `0x${'ab'.repeat(65)}`,
      request_hash: `0x${'ab'.repeat(32)}`,
    }
    expect(Wire.readAnswer(JSON.stringify({ ...reply, attestation }))).to.deep.include({ reason: null })
    expect(reply.evidence.endsWith('YES.')).to.equal(true)
  })

  it('decides a manual § question by its words', async () => {
    const request = { ...acquisitionTask().request, question: `§question ${question}\n§rule\nsource:manual` }
    const { reply } = await ask({}, { request, parsed: Question.parse(request.question) })
    expect(reply.outcome).to.equal('YES')
    expect(reply.rule_check).to.equal(undefined)
  })

  it('asks no model about an auto rule', async () => {
    const model = { name: 'none', complete: () => Promise.reject(new Error('It was asked.')) }
    const resolver = llm({
      ...acquisitionContext('confirmed'),
      model,
      sources,
      transport: transportOf({ [own]: points('80000') }),
    })
    const { reply } = await resolver.resolve(taskOf(sampleQuestion))
    expect(reply.outcome).to.equal('YES')
  })

  it('S2-12: fetches only what the configuration names, whatever the question says', async () => {
    const asked: string[] = []
    const { transport } = acquisitionContext('confirmed')
    const request = {
      ...acquisitionTask().request,
      question: `${question} See https://evil.example/aldermoor`,
    }
    const noting: typeof transport = (one, options) => {
      asked.push(one.url)
      return transport(one, options)
    }
    await ask({ transport: noting }, { request })
    expect(asked).to.deep.equal(text.sources.map((one) => one.url))
  })

  it('gives a model the evidence as data, and our words as instructions', async () => {
    const seen: { system: string; user: string }[] = []
    const recorded = scriptedModel(repliesOf('confirmed'))
    const complete: Model['complete'] = (prompt) => {
      seen.push(prompt)
      return recorded.complete(prompt)
    }
    const model: Model = { ...recorded, complete }
    await ask({ model })
    expect(seen).to.have.length(3)
    for (const { system, user } of seen) {
      expect(system).to.not.include('Aldermoor')
      expect(JSON.parse(user)).to.be.an('object')
    }
  })
})
