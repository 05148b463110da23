import { connect } from 'node:net'
import { expect } from 'chai'
import { type Server, serve } from '../../../services/http/serve.ts'
import { makeAgent } from '../../workers/agent/agents.ts'

describe('the server of a worker', function () {
  this.timeout(120_000)
  let server: Server
  let made: Awaited<ReturnType<typeof makeAgent>>

  before(async () => {
    made = await makeAgent()
    server = await serve(made.app, { host: '127.0.0.1', port: 0, connections: 100, receiveMs: 300 })
  })
  after(() => server.close(100))

  /** Everything that comes back on a bare socket until it is closed. */
  const talk = (...parts: (string | Uint8Array)[]): Promise<string> =>
    new Promise((resolve) => {
      const socket = connect(server.port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('error', () => {})
      socket.on('close', () => resolve(text))
      for (const part of parts) socket.write(part)
    })
  const head = (...headers: string[]) =>
    ['POST /a2a/challenge HTTP/1.1', 'host: w', 'content-type: application/json', ...headers, '', ''].join(
      '\r\n',
    )
  const body = '{"challenges":[]}'
  const statuses = (text: string) =>
    [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))

  it('closes a slow body after its time, with 408', async () => {
    const text = await talk(head('content-length: 5000'), 'x')
    expect(statuses(text)[0]).to.be.oneOf([400, 408])
  })

  it('closes a slow head after its time', async () => {
    expect(statuses(await talk('POST /a2a/resolve HTTP/1.1\r\nhost'))).to.deep.equal([408])
  })

  it('cuts off a chunked flood without a length at the limit', async () => {
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
    const text = await talk(head('transfer-encoding: chunked'), chunk.repeat(40))
    expect(statuses(text)).to.deep.equal([413])
    expect(text)
      .to.match(/connection: close/i)
      .and.to.contain('too-large')
  })

  it('answers each of several pipelined requests, in order', async () => {
    const one = head(`content-length: ${body.length}`) + body
    const last = head(`content-length: ${body.length}`, 'connection: close') + body
    expect(statuses(await talk(one + one + last))).to.deep.equal([200, 200, 200])
  })

  for (const [what, bytes] of [
    ['garbage', '\u0000\u0001\u0002 not http\r\n\r\n'],
    ['two lengths', head('content-length: 17\r\ncontent-length: 18') + body],
    ['a length and chunks', head('content-length: 17', 'transfer-encoding: chunked') + body],
    ['a negative length', head('content-length: -1') + body],
  ] as const) {
    it(`refuses ${what} with 400 in the worker's own words`, async () => {
      const text = await talk(bytes)
      expect(statuses(text)).to.deep.equal([400])
      expect(text)
        .to.contain('"reason":"bad-http"')
        .and.not.match(/^server:/im)
    })
  }

  it('refuses headers that are too long with 431', async () => {
    expect(statuses(await talk(head(`x: ${'x'.repeat(20_000)}`)))).to.deep.equal([431])
  })

  it('refuses a host that is none with 400', async () => {
    const text = await talk('GET /health HTTP/1.1\r\nhost: a/../b@c\r\nconnection: close\r\n\r\n')
    expect(statuses(text)).to.deep.equal([400])
    expect(text).to.contain('bad-http')
  })

  it('lets what is under way end before it stops, and takes nothing new', async () => {
    const other = await makeAgent()
    const open = other.resolver.hold()
    const stopping = await serve(other.app, { host: '127.0.0.1', port: 0, connections: 100, receiveMs: 300 })
    const url = `http://127.0.0.1:${stopping.port}`
    const answer = fetch(`${url}/a2a/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"market_id":1,"question":"Will it rain?"}',
    })
    while (other.resolver.tasks.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    const closed = stopping.close(60_000)
    const refused = await fetch(`${url}/health`).catch(() => 'refused')
    expect(refused).to.equal('refused')
    open()
    expect((await answer).status).to.equal(200)
    await closed
  })
})
