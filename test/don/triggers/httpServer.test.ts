import { request as send } from 'node:http'
import { expect } from 'chai'
import { type ListenOptions, listen, type Received } from '../../../don/triggers/httpServer.ts'

type Answer = {
  status: number
  body: { error?: { code: number; message: string } }
  headers: NodeJS.Dict<unknown>
}

describe('an address that takes JSON by POST', () => {
  let received: Received[] = []
  let respond: ListenOptions['answer'] = async () => ({ status: 200, body: {} })
  const servers: Awaited<ReturnType<typeof listen>>[] = []
  let open: string
  let closed: string

  before(async () => {
    const answer: ListenOptions['answer'] = async (one) => {
      received.push(one)
      return await respond(one)
    }
    for (const isOpen of [true, false])
      servers.push(await listen({ host: '127.0.0.1', port: 0, answer, isOpen }))
    open = servers[0]!.url
    closed = servers[1]!.url
  })
  beforeEach(() => {
    received = []
    respond = async () => ({ status: 200, body: { ok: true } })
  })
  after(async () => {
    await Promise.all(servers.map((one) => one.stop()))
  })

  /** By hand, because `fetch` lets nobody set a host. */
  const post = (url: string, body: string, headers: Record<string, string> = {}, method = 'POST') =>
    new Promise<Answer>((resolve, reject) => {
      const asked = send(
        url,
        { method, headers: { 'content-type': 'application/json', ...headers } },
        (reply) => {
          let text = ''
          reply.on('data', (chunk) => (text += String(chunk)))
          reply.on('end', () =>
            resolve({ status: reply.statusCode!, body: JSON.parse(text), headers: reply.headers }),
          )
        },
      )
      asked.on('error', reject)
      asked.end(body)
    })

  it('hands over the body and who asks, and answers as it is told', async () => {
    respond = async () => ({ status: 202, body: { id: 'a' }, headers: { 'retry-after': '6' } })
    const answer = await post(open, '{"§":1}', { authorization: 'Bearer x' })
    expect(answer).to.deep.include({ status: 202, body: { id: 'a' } })
    expect(answer.headers).to.include({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'retry-after': '6',
    })
    expect(received).to.deep.equal([{ body: '{"§":1}', authorization: 'Bearer x' }])
  })

  it('refuses other methods and other types of body, before anybody is asked', async () => {
    const get = await post(open, '', {}, 'GET')
    expect(get.status).to.equal(405)
    expect(get.headers.allow).to.equal('POST')
    expect(get.body.error).to.deep.equal({ code: -32600, message: 'only POST is taken here' })
    for (const type of ['text/plain', 'application/jsonx', ''])
      expect((await post(open, '{}', { 'content-type': type })).status).to.equal(415)
    expect((await post(open, '{}', { 'content-type': 'Application/JSON; charset=utf-8' })).status).to.equal(
      200,
    )
    expect(received).to.have.length(1)
  })

  it('open to all on this machine, it is reached by this machine’s own names alone', async () => {
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:99999'])
      expect((await post(open, '{}', { host })).status, host).to.equal(200)
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      'localhost:999999',
    ])
      expect((await post(open, '{}', { host })).status, host).to.equal(403)
    expect((await post(closed, '{}', { host: 'gateway.example' })).status).to.equal(200)
  })

  it('takes 100,000 bytes and no more', async () => {
    expect((await post(open, 'x'.repeat(100_000))).status).to.equal(200)
    expect(received[0]!.body).to.have.length(100_000)
    const refused = await post(open, 'x'.repeat(100_001)).catch((error) => error)
    // Cut off while it still sends, or told: either way nobody was asked.
    if (!(refused instanceof Error)) expect(refused.status).to.equal(413)
    expect(received).to.have.length(1)
  })

  it('says no word of what went wrong inside', async () => {
    respond = async () => Promise.reject(new Error('the key is 0x1234'))
    const answer = await post(open, '{}')
    expect(answer.status).to.equal(500)
    expect(answer.body.error).to.deep.equal({ code: -32603, message: 'internal error' })
  })

  it('says when its port is taken', async () => {
    const port = Number(new URL(open).port)
    const taken = listen({ host: '127.0.0.1', port, answer: respond, isOpen: true })
    expect(await taken.catch((error) => error)).to.have.property('code', 'EADDRINUSE')
  })

  it('stops although somebody still holds a connection', async () => {
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => (asked = resolve))
    const answer: ListenOptions['answer'] = async () => {
      asked()
      return await new Promise(() => {})
    }
    const server = await listen({ host: '127.0.0.1', port: 0, answer, isOpen: true })
    const cut = post(server.url, '{}').catch((error) => error)
    await isAsked
    await server.stop()
    expect(await cut).to.be.instanceOf(Error)
  })
})
