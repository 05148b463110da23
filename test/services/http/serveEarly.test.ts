import { expect } from 'chai'
import { Hono } from 'hono'
import { type EarlyServer, serveEarly, urlOf } from '../../../services/http/serveEarly.ts'

describe('serveEarly', () => {
  const options = { host: '127.0.0.1', port: 0, connections: 10, receiveMs: 1_000 }
  let server: EarlyServer | undefined
  afterEach(() => server?.close(0))

  it('knows its address before it can answer, and sends callers away until then', async () => {
    server = await serveEarly('gateway', options)
    expect(server.port).to.be.greaterThan(0)
    const response = await fetch(`${server.url}/health`)
    expect([response.status, response.headers.get('retry-after')]).to.deep.equal([503, '1'])
    expect(await response.json()).to.deep.equal({
      error: { reason: 'not-ready-yet', message: 'The gateway is starting.', request_id: '-' },
    })
  })

  it('AUDIT C8: lives while it starts', async () => {
    server = await serveEarly('gateway', options)
    expect((await fetch(`${server.url}/live`)).status).to.equal(200)
    expect((await fetch(`${server.url}/ready`)).status).to.equal(503)
  })

  it('answers with the app from then on', async () => {
    server = await serveEarly('gateway', options)
    server.answerWith(new Hono().get('/health', (c) => c.text('well')))
    expect(await (await fetch(`${server.url}/health`)).text()).to.equal('well')
  })

  it('fails where the port is taken', async () => {
    server = await serveEarly('gateway', options)
    const error = await serveEarly('gateway', { ...options, port: server.port }).catch((thrown) => thrown)
    expect(error).to.have.property('code', 'EADDRINUSE')
  })
})

describe('urlOf', () => {
  it('puts an IPv6 address into brackets', () => {
    expect(urlOf('127.0.0.1', 80)).to.equal('http://127.0.0.1:80')
    expect(urlOf('::1', 4200)).to.equal('http://[::1]:4200')
  })
})
