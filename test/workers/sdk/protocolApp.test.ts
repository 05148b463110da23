import { expect } from 'chai'
import { silent } from '../../../services/http/Log.ts'
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
