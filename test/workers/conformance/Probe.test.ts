import { expect } from 'chai'
import { deadline, sampleMarket, sampleQuestion } from '../../../local/samples/proof.ts'
import { Wire } from '../../../protocol/index.ts'
import type { Exchange } from '../../../workers/conformance/exchange.ts'
import { read } from '../../../workers/conformance/Options.ts'
import * as Probe from '../../../workers/conformance/Probe.ts'
import * as questions from '../../../workers/conformance/questions.ts'
import { type FakeApi, startFakeApi } from '../../helpers/fakeApi.ts'

const answer = {
  determination: false,
  confidence: 0.25,
  evidence: 'It was not.',
  sources: ['https://a.example/'],
}

describe('a probe of a worker', () => {
  let api: FakeApi
  before(async () => {
    api = await startFakeApi(() => ({ body: JSON.stringify(answer) }))
  })
  after(() => api.close())

  const probeOf = (input: Parameters<typeof read>[0] = {}, path = '/') =>
    Probe.create(new URL(path, api.url), read(input))
  const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = api.calls.length
    await work()
    return api.calls.slice(before).map(({ method, path }) => `${method} ${path}`)
  }

  it('S1-3 S1-12: asks under the worker’s own path, and sends the same request once', async () => {
    const probe = probeOf({}, '/agents/7/')
    const { request } = probe.manual
    expect(
      await callsOf(() => Promise.all([probe.resolve(request), probe.resolve({ ...request })])),
    ).to.deep.equal(['POST /agents/7/a2a/resolve'])
    expect(await callsOf(() => probe.resolve(request))).to.deep.equal([])
    expect(await callsOf(() => probe.post('challenge', '{}'))).to.deep.equal(['POST /agents/7/a2a/challenge'])
    expect(
      await callsOf(() => probe.post('challenge', '{}')),
      'what is posted is sent each time',
    ).to.have.length(1)
  })

  it('gets a path once, and nothing from another origin', async () => {
    const probe = probeOf({}, '/agents/7')
    expect(await callsOf(() => probe.get('/health'))).to.deep.equal(['GET /agents/7/health'])
    expect(await callsOf(() => probe.get('/health'))).to.deep.equal([])
    expect(await callsOf(() => probe.get(`${api.url}/por/0x1`))).to.deep.equal(['GET /por/0x1'])
    for (const path of ['//evil.example/x', 'https://evil.example/', 'health', '']) {
      expect(await probe.get(path), path).to.equal(null)
    }
  })

  it('asks again while a worker says that it is busy, five times at most', async () => {
    const busy = { kind: 'status', status: 429, headers: { 'retry-after': '0' } } as const
    api.fail(busy, busy)
    const probe = probeOf()
    expect(await callsOf(() => probe.post('resolve', '{}'))).to.have.length(3)
    api.fail(busy, busy, busy, busy, busy)
    let reply: Exchange | undefined
    const calls = await callsOf(async () => {
      reply = await probe.post('resolve', '{}')
    })
    expect(calls).to.have.length(5)
    expect(reply).to.include({ status: 429 })
  })

  it('C3: imagines markets that no contract has, each at a place of its own', () => {
    const probe = probeOf({ chainId: 5 })
    const ids = [0, 1, 2].map((place) => probe.imagine(place, questions.manual).request.market_id)
    expect(new Set(ids).size).to.equal(3)
    expect(Math.min(...ids)).to.be.above(2 ** 52)
    expect(probe.imagine(0, questions.auto, 4).asked).to.deep.include({
      chainId: 5,
      round: 4,
      market: `0x${'00'.repeat(20)}`,
    })
    expect(probe.own).to.equal(null)
    expect([probe.manual.rule, probe.auto.rule === null]).to.deep.equal([null, false])
  })

  it('an own question takes the place of the kit’s one of its kind', () => {
    const auto = probeOf({ question: sampleQuestion, deadline, market: sampleMarket, marketId: 9, round: 2 })
    expect(auto.auto).to.equal(auto.own)
    expect(auto.own!.asked).to.deep.include({ marketId: 9, round: 2, market: sampleMarket })
    expect(auto.manual.asked.question).to.equal(questions.manual.question)
    const words = probeOf({ question: 'Will it rain?', deadline })
    expect(words.manual).to.equal(words.own)
    expect(words.own!.request.market_id).to.be.above(2 ** 52)
  })

  it('S1-15: challenges what the worker answered', async () => {
    const { request, subject } = await probeOf().defended()
    expect(request.request_id).to.equal(Wire.requestHash(subject.request))
    expect(request.challenges.length).to.be.at.least(3)
    expect(request.challenges.join(' ')).to.include('You are 25 % confident.')
  })
})

describe('what a probe reads', () => {
  const reply = (body: string | Uint8Array, status = 200): Exchange => ({
    kind: 'reply',
    status,
    contentType: 'application/json',
    body: typeof body === 'string' ? Buffer.from(body) : body,
    ms: 1,
    retryAfter: null,
  })

  it('S1-29: a text only where it is UTF-8', () => {
    expect(Probe.textOf(reply('ä'))).to.equal('ä')
    expect(Probe.textOf(reply(Uint8Array.of(0xff)))).to.equal(null)
    expect(Probe.textOf({ kind: 'timeout', ms: 5 })).to.equal(null)
  })

  it('S1-29: an object only where it is one, and nests no deeper than may be read', () => {
    expect(Probe.objectOf(reply('{"a":1}'))).to.deep.equal({ a: 1 })
    for (const text of ['[]', 'null', '7', '"x"', '{', '', '{"a":'.repeat(200)]) {
      expect(Probe.objectOf(reply(text)), text.slice(0, 10)).to.equal(null)
    }
    expect(Probe.objectOf(reply('{"a":{"b":{}}}'), 2)).to.equal(null)
    expect(Probe.objectOf(reply('{"a":{}}'), 2)).to.deep.equal({ a: {} })
  })

  it('S1-30 S1-31: an answer as the round would: late, an error, or what it says', () => {
    expect(Wire.readAnswer(Probe.replyOf(reply(JSON.stringify(answer)))).reply).to.deep.equal(answer)
    expect(Wire.readAnswer(Probe.replyOf({ kind: 'timeout', ms: 30_000 }))).to.deep.equal({
      reply: null,
      reason: 'late',
      detail: 'no whole reply within 30000 ms',
    })
    expect(Wire.readAnswer(Probe.replyOf(reply(JSON.stringify(answer), 500)))).to.include({
      reason: 'http-error',
    })
    expect(Wire.readDefence(Probe.replyOf(reply('{"responses":["a"]}'))).reply).to.deep.equal({
      responses: ['a'],
    })
    expect(Wire.readDefence(Probe.replyOf(reply('{}'))).reply).to.equal(null)
    expect(Wire.readDefence(Probe.replyOf({ kind: 'broken', detail: 'ECONNRESET' }))).to.include({
      reason: 'http-error',
      detail: 'no HTTP reply (ECONNRESET)',
    })
  })

  it('says an exchange in a few words', () => {
    expect(Probe.describe(reply('{}', 404))).to.equal('status 404, application/json, 2 bytes')
    expect(Probe.describe({ ...reply(''), contentType: '' } as Exchange)).to.include('no content type')
    expect(Probe.describe({ kind: 'oversized', bytes: 9 })).to.equal('a body of more than 9 bytes')
  })
})
