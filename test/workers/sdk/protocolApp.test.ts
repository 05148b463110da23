import { expect } from 'chai'
import { makeRegistrationFile, registrationFile } from '../../../services/chain/registrationFile.ts'
import { silent } from '../../../services/http/Log.ts'
import type { Task } from '../../../workers/sdk/a2a/Task.ts'
import { makeCard } from '../../../workers/sdk/card.ts'
import { makeHealth } from '../../../workers/sdk/health.ts'
import { protocolApp } from '../../../workers/sdk/protocolApp.ts'
import { chainId, market, post } from './workers.ts'

describe('protocolApp', () => {
  const counted: object[] = []
  const stopping = new AbortController()
  const { app, close } = protocolApp({
    routes: new Map([['/own/:name', 'GET, HEAD']]),
    log: silent,
    metrics: {
      requests: { inc: (labels) => void counted.push(labels) },
      seconds: { observe() {} },
    },
    rateLimit: null,
    callers: { tokenHashes: [], trustedProxyHeader: null },
    limits: { bodyBytes: 1_000, resolveMs: 1_000, challengeMs: 1_000 },
    stopping: stopping.signal,
    publicUrl: null,
    resolve: async ({ market_id }) => `{"resolved":${market_id}}`,
    challenge: async ({ challenges }) => `{"challenged":${challenges.length}}`,
    cardAt: (publicUrl) =>
      makeCard({
        name: 'Ada',
        publicUrl,
        agentId: 3,
        personality: 'own',
        market,
        chainId,
        signer: null,
        needsToken: false,
        hasOpenapi: false,
        hasProofs: false,
      }),
    registrationAt: (endpoint) => makeRegistrationFile({ agentId: 3, endpoint, chainId, registry: market }),
    health: makeHealth({
      agentId: 3,
      personality: 'own',
      signer: null,
      signing: 'off: no key',
      readStore: async () => ({ value: true, reason: null }),
      maxLagS: null,
      chain: null,
      queue: { running: 0, waiting: 0 },
      stopping: stopping.signal,
      now: () => 0,
    }),
  })
  app.get('/own/:name', (c) => c.text(c.req.param('name')))
  close()

  it('gives requests of either kind to their handler, and its bytes back', async () => {
    const resolved = await app.fetch(post('/a2a/resolve', { market_id: 5, question: 'Why?' }))
    expect(await resolved.text()).to.equal('{"resolved":5}')
    const challenged = await app.fetch(post('/a2a/challenge', { challenges: ['Why?'] }))
    expect(await challenged.text()).to.equal('{"challenged":1}')
    expect(challenged.headers.get('content-type')).to.equal('application/json')
  })

  it('takes routes of one’s own, and refuses other methods on all of them', async () => {
    expect(await (await app.request('/own/path')).text()).to.equal('path')
    for (const path of ['/own/path', '/health', '/.well-known/agent-card.json']) {
      const reply = await app.request(path, { method: 'DELETE' })
      expect([reply.status, reply.headers.get('allow')], path).to.deep.equal([405, 'GET, HEAD'])
    }
  })

  it('AUDIT D2: serves its card in both places, byte for byte the same', async () => {
    const read = async (path: string) => (await app.request(path)).text()
    const card = await read('/.well-known/agent-card.json')
    expect(JSON.parse(card).name).to.equal('Ada')
    expect(await read('/.well-known/agent.json')).to.equal(card)
  })

  it('AUDIT D3: serves its registration file, with the address it was asked at', async () => {
    const reply = await app.request('http://ada.example/.well-known/agent-registration.json')
    const { services } = registrationFile.parse(await reply.json())
    expect(services).to.deep.equal([{ name: 'A2A', endpoint: 'http://ada.example', version: '1.0' }])
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
  })

  it('AUDIT D4: gives what A2A asks for to the same handlers', async () => {
    const ask = async (data: object) => {
      const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ data }] }
      const call = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } }
      const reply = await app.fetch(post('/a2a', call, { 'a2a-version': '1.0' }))
      const { result } = (await reply.json()) as { result: { task: Task } }
      return result.task.artifacts?.map(({ parts }) => parts.map((part) => part.data))
    }
    expect(await ask({ market_id: 5, question: 'Why?' })).to.deep.equal([[{ resolved: 5 }]])
    expect(await ask({ challenges: ['Why?', 'How?'] })).to.deep.equal([[{ challenged: 2 }]])
  })

  it('counts requests by route, and never by what a caller wrote', async () => {
    counted.length = 0
    await app.request('/own/path')
    await app.request('/secret')
    expect(counted).to.deep.equal([
      { route: '/own/:name', method: 'GET', status: 200 },
      { route: 'other', method: 'GET', status: 404 },
    ])
  })

  it('says 503 at /health while it stops', async () => {
    expect((await app.request('/health')).status).to.equal(200)
    stopping.abort()
    expect((await app.request('/health')).status).to.equal(503)
  })
})
