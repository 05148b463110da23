import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { silent } from '../../../services/http/Log.ts'
import { checkWorker } from '../../../workers/conformance/index.ts'
import { undecided } from '../../../workers/sdk/AgentResponse.ts'
import { agentCard } from '../../../workers/sdk/card.ts'
import {
  createWorker,
  OtherMarketError,
  UnguardedSignerError,
  UnknownCallersError,
} from '../../../workers/sdk/createWorker.ts'
import { health } from '../../../workers/sdk/health.ts'
import { memoryStore } from '../../../workers/sdk/memoryStore.ts'
import { chainId, fakeChain, key, later, make, market, post, requestOf, signer } from './workers.ts'

const plain = { market_id: 42, question: 'Will it rain?' }
const get = (path: string) => new Request(`http://worker.example${path}`)
// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the test that looks at it
const jsonOf = async (response: Response | Promise<Response>): Promise<any> => (await response).json()

describe('createWorker', () => {
  it('S1-3 S1-12: serves both endpoints, and refuses other paths and methods', async () => {
    const { worker, ask } = make()
    expect((await ask('/a2a/resolve', plain)).status).to.equal(200)
    expect((await ask('/a2a/challenge', { challenges: ['Why?'] })).status).to.equal(200)
    expect((await worker.fetch(get('/a2a/resolve'))).status).to.equal(405)
    expect((await worker.fetch(get('/elsewhere'))).status).to.equal(404)
  })

  it('S1-29: refuses what is not a request with a reason, and does not ask the author’s code', async () => {
    const { ask, asked } = make({ limits: { bodyBytes: 2_000 } })
    const cases: [unknown, number, string, Record<string, string>?][] = [
      ['{"market_id": 1', 400, 'not-json'],
      [{ ...plain, market_id: 'one' }, 400, 'schema-mismatch'],
      [{ ...plain, question: '\ud800' }, 400, 'schema-mismatch'],
      [`{"market_id":1,"question":${'['.repeat(200)}${']'.repeat(200)}}`, 400, 'too-deep'],
      [{ ...plain, context: 'x'.repeat(2_000) }, 413, 'too-large'],
      [plain, 415, 'wrong-content-type', { 'content-type': 'text/plain' }],
    ]
    for (const [body, status, reason, headers] of cases) {
      const reply = await ask('/a2a/resolve', body, headers)
      expect([reply.status, JSON.parse(reply.text).error.reason]).to.deep.equal([status, reason])
      expect(reply.headers.get('x-content-type-options')).to.equal('nosniff')
    }
    expect(asked).to.deep.equal([])
  })

  it('S1-30 S1-31: answers 503 with Retry-After where the work is late, and the work goes on', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { ask } = make({
      limits: { resolveMs: 20 },
      async resolve() {
        await gate
        return { determination: true, confidence: 1, evidence: 'Late.', sources: [] }
      },
    })
    const late = await ask('/a2a/resolve', plain)
    expect([late.status, late.headers.get('retry-after')]).to.deep.equal([503, '5'])
    finish()
    expect((await ask('/a2a/resolve', plain)).status).to.equal(200)
  })

  it('tells the author’s code when its time is up', async () => {
    const { ask } = make({
      limits: { workMs: 20 },
      resolve: (_, { signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('out of time')))),
    })
    expect((await ask('/a2a/resolve', plain)).status).to.equal(500)
  })

  it('refuses work beyond its queue', async () => {
    let finish = () => {}
    const gate = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { ask } = make({
      limits: { running: 1, waiting: 0 },
      async resolve() {
        await gate
        return { determination: true, confidence: 1, evidence: 'Yes.', sources: [] }
      },
    })
    const first = ask('/a2a/resolve', plain)
    await new Promise((resolve) => setTimeout(resolve, 20))
    const second = await ask('/a2a/resolve', { ...plain, market_id: 43 })
    expect([second.status, JSON.parse(second.text).error.reason]).to.deep.equal([503, 'overloaded'])
    finish()
    expect((await first).status).to.equal(200)
  })

  it('serves an A2A card, for the address it is called by or the one it is given', async () => {
    const path = '/.well-known/agent-card.json'
    const reply = await make({ signer, name: 'Ada' }).worker.fetch(get(path))
    expect(reply.headers.get('cache-control')).to.equal('no-store')
    const card = agentCard.parse(await reply.json())
    expect(card.name).to.equal('Ada')
    expect(card.supportedInterfaces[0]!.url).to.equal('http://worker.example/a2a')
    expect(card.capabilities.extensions[0]!.params).to.include({
      agent_id: 3,
      chain_id: chainId,
      market,
      signer: signer.address,
    })
    const placed = await make({ publicUrl: 'https://ada.example/worker' }).worker.fetch(get(path))
    expect(placed.headers.get('cache-control')).to.include('public')
    expect((await jsonOf(placed)).supportedInterfaces[0].url).to.equal('https://ada.example/worker/a2a')
  })

  it('says whether it is well, and as whom it signs', async () => {
    const { worker } = make()
    expect(health.parse(await jsonOf(worker.fetch(get('/health'))))).to.deep.include({
      ready: true,
      agent_id: 3,
      signer: null,
      signing: 'off: no key',
      chain: null,
    })
    const chain = fakeChain()
    let at = later
    const signing = make({ signer, chain, now: () => at }).worker
    expect(await jsonOf(signing.fetch(get('/health')))).to.deep.include({
      signer: signer.address,
      signing: 'on',
    })
    chain.isBroken = true
    at += 5_000
    const ill = await signing.fetch(get('/health'))
    expect(ill.status).to.equal(503)
    expect(await ill.text()).to.not.include('secret')
    const broken = { ...memoryStore(), get: () => Promise.reject(new Error('the disk is gone')) }
    expect((await make({ store: broken }).worker.fetch(get('/health'))).status).to.equal(503)
  })

  it('asks for a token where hashes of tokens are given', async () => {
    const tokenHashes = [createHash('sha256').update('open sesame').digest('hex')]
    const { ask } = make({ callers: { tokenHashes } })
    expect((await ask('/a2a/resolve', plain)).status).to.equal(401)
    const known = await ask('/a2a/resolve', plain, { authorization: 'Bearer open sesame' })
    expect(known.status, 'a space is not part of a token').to.equal(401)
    const hashes = [createHash('sha256').update('sesame').digest('hex')]
    const other = make({ callers: { tokenHashes: hashes } })
    const reply = await other.ask('/a2a/resolve', plain, { authorization: 'Bearer sesame' })
    expect(reply.status).to.equal(200)
  })

  it('SPEC §6: off local chains signs only for callers that it knows, unless it is told to be open', async () => {
    const lines: string[] = []
    const log = { ...silent, warn: (_: object, text?: string) => lines.push(text ?? '') }
    const live = { signer, chainId: 8_453, log }
    expect(() => make(live)).to.throw(UnknownCallersError, '8453')
    expect(() => make({ ...live, callers: { tokenHashes: [] } })).to.throw(UnknownCallersError)
    make({ ...live, callers: { tokenHashes: ['ab'.repeat(32)] } })
    make({ ...live, signer: null })
    make({ ...live, chainId: 1_337 })
    expect(lines).to.deep.equal([])
    const open = make({ ...live, callers: { open: true } })
    expect((await open.ask('/a2a/resolve', plain)).status).to.equal(200)
    expect(lines).to.have.length(1)
  })

  it('limits each address that it knows, and not the sum of those it does not', async () => {
    const callers = { rate: { perSecond: 0.01, burst: 2 }, trustedProxyHeader: 'x-real-ip' }
    const { ask } = make({ callers })
    const from = async (address?: string) =>
      (await ask('/a2a/resolve', plain, address === undefined ? {} : { 'x-real-ip': address })).status
    expect([await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')]).to.deep.equal([
      200, 200, 429,
    ])
    expect(await from('192.0.2.2')).to.equal(200)
    expect([await from(), await from(), await from()]).to.deep.equal([200, 200, 200])
  })

  it('logs requests and faults, but no body and no key', async () => {
    const lines: string[] = []
    const write = (fields: object, message: string) => void lines.push(`${message} ${JSON.stringify(fields)}`)
    const log = { debug: write, info: write, warn: write, error: write }
    const { ask } = make({ log, signer })
    await ask('/a2a/resolve', requestOf({ question: 'Who knows the password?' }))
    expect(lines.join('\n')).to.include('signed an answer').and.include('/a2a/resolve')
    expect(lines.join('\n')).to.not.include('password').and.not.include(key.slice(2))
  })

  it('listens, and closes', async () => {
    const { worker } = make()
    const { url, port, close } = await worker.listen({ port: 0 })
    expect(url).to.equal(`http://127.0.0.1:${port}`)
    const request = post('/a2a/resolve', plain)
    const reply = await fetch(`${url}/a2a/resolve`, {
      method: 'POST',
      headers: request.headers,
      body: await request.text(),
    })
    expect(reply.status).to.equal(200)
    await close()
    const error = await fetch(`${url}/health`).catch((error: unknown) => error)
    expect(error).to.be.instanceOf(Error)
    expect((await worker.fetch(get('/health'))).status, 'not ready any more').to.equal(503)
  })

  it('S1-3 … S1-34: keeps every rule, signatures included', async function () {
    this.timeout(120_000)
    const evidence = 'Version 16.0 is dated September 10, 2024.'
    const { worker } = make({
      signer,
      market: `0x${'00'.repeat(20)}`,
      now: Date.now,
      resolve: ({ question }) =>
        question.includes('Unicode')
          ? { determination: true, confidence: 0.97, evidence, sources: ['https://www.unicode.org/'] }
          : undecided('I read no prices.'),
    })
    const { url, close } = await worker.listen({ port: 0 })
    const report = await checkWorker(url, { strict: true, signer: signer.address })
    await close()
    const broken = report.rules.filter(({ status }) => status === 'fail' || status === 'warn')
    expect(broken).to.deep.equal([])
    expect(report.counts.pass).to.be.greaterThan(70)
  })

  it('error: a signer without a word on rounds and on where signatures are kept', () => {
    expect(() => make({ signer, chain: undefined })).to.throw(UnguardedSignerError)
    expect(() => make({ signer, store: undefined })).to.throw(UnguardedSignerError)
    expect(() => make({ signer: null, chain: undefined, store: undefined })).to.not.throw()
    expect(() => make({ signer, chain: null })).to.not.throw()
  })

  it('error: an agent id, a chain or a market that cannot be', () => {
    const { resolve, challenge } = { resolve: () => ({}) as never, challenge: () => ({ responses: [] }) }
    for (const odd of [{ agentId: -1 }, { chainId: 0.5 }, { market: '0x12' as const }])
      expect(() => createWorker({ agentId: 1, chainId, market, resolve, challenge, ...odd })).to.throw(
        Object.keys(odd)[0]!,
      )
    const other = { ...fakeChain(), chainId: 1 }
    expect(() => make({ chain: other })).to.throw(OtherMarketError)
    const checksummed = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    expect(() => make({ market: checksummed, chain: fakeChain() })).to.not.throw()
  })
})
