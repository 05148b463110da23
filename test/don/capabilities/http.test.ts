import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { create, type MessageInitShape, toBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import { HttpCapability } from '../../../don/capabilities/http.ts'
import { Quota } from '../../../don/quota.ts'
import { Http } from '../../../don/sdk.ts'
import { limits } from '../../helpers/localDon.ts'

describe('HTTP requests of nodes', () => {
  let server: Server
  let url: string
  let asked: number
  let status: number
  let now: number
  let http: HttpCapability

  before(async () => {
    server = createServer((request, response) => {
      asked++
      if (request.url === '/never') return
      response.writeHead(status, { 'x-number': String(asked) })
      response.end(request.url === '/large' ? 'x'.repeat(100_001) : String(asked))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    asked = 0
    status = 200
    now = 1_000_000
    http = new HttpCapability(limits.HTTPAction, { now: () => now })
  })
  after(() => {
    server.close()
    server.closeAllConnections()
  })

  type Request = Exclude<MessageInitShape<typeof Http.RequestSchema>, { $typeName: string }>
  const quota = () => new Quota(limits, 'w')
  const send = async (request: Request = {}, path = '/') => {
    const message = create(Http.RequestSchema, { url: url + path, method: 'GET', ...request })
    const { body, statusCode } = await http.send(toBinary(Http.RequestSchema, message), quota())
    return { body: Buffer.from(body).toString(), statusCode }
  }
  const bodyOf = async (request: Request = {}, path = '/') => (await send(request, path)).body
  const seconds = (value: number) => ({ seconds: BigInt(value), nanos: 0 })
  const cached = (maxAge: number): Request => ({ cacheSettings: { store: true, maxAge: seconds(maxAge) } })
  const failure = async (request: Request, path = '/') => {
    try {
      await send(request, path)
    } catch (error) {
      return error as Error & { code?: string }
    }
    throw new Error('it did not fail')
  }

  it('asks every time, unless told otherwise', async () => {
    expect([await bodyOf(), await bodyOf()]).to.deep.equal(['1', '2'])
  })

  it('shares one request among all who ask for the same at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => bodyOf(cached(60))))
    expect(all).to.deep.equal(['1', '1', '1', '1'])
  })

  it('keeps a reply for as long as the asker likes, and no longer than ten minutes', async () => {
    expect(await bodyOf(cached(60))).to.equal('1')
    now += 59_000
    expect(await bodyOf(cached(60))).to.equal('1')
    now += 2_000
    expect(await bodyOf(cached(60))).to.equal('2')
    now += 599_000
    expect(await bodyOf(cached(3_600))).to.equal('2')
    now += 2_000
    expect(await bodyOf(cached(3_600))).to.equal('3')
  })

  it('a maximum age of nothing always asks, and what is not stored is not found again', async () => {
    expect(await bodyOf(cached(60))).to.equal('1')
    expect(await bodyOf(cached(0))).to.equal('2')
    const unstored = { cacheSettings: { store: false, maxAge: seconds(60) }, headers: { a: 'b' } }
    expect([await bodyOf(unstored), await bodyOf(unstored)]).to.deep.equal(['3', '4'])
  })

  it('another header, body or method is another request; another timeout is not', async () => {
    expect(await bodyOf(cached(60))).to.equal('1')
    expect(await bodyOf({ ...cached(60), headers: { a: 'b' } })).to.equal('2')
    expect(await bodyOf({ ...cached(60), method: 'POST' })).to.equal('3')
    expect(await bodyOf({ ...cached(60), method: 'POST', body: Buffer.from('x') })).to.equal('4')
    expect(await bodyOf({ ...cached(60), timeout: seconds(3) })).to.equal('1')
  })

  it('keeps 4xx and not 5xx', async () => {
    status = 404
    expect([await bodyOf(cached(60)), await bodyOf(cached(60))]).to.deep.equal(['1', '1'])
    status = 503
    const other = { ...cached(60), headers: { other: '1' } }
    expect([await bodyOf(other), await bodyOf(other)]).to.deep.equal(['2', '3'])
  })

  it('forgets the oldest of very many replies', async () => {
    for (let i = 0; i < 1_001; i++) await bodyOf(cached(60), `/${i}`)
    expect(await bodyOf(cached(60), '/1000')).to.equal('1001')
    expect(await bodyOf(cached(60), '/0')).to.equal('1002')
  })

  it('ends what takes too long, and says no address', async () => {
    const error = await failure({ timeout: { seconds: 0n, nanos: 100_000_000 } }, '/never')
    expect(error.message).to.equal('request failed, timeout')
    expect(error.code).to.equal('Unavailable')
  })

  it('refuses a reply over 100 kB, a request over 10 kB as JSON, and other methods', async () => {
    expect((await failure({}, '/large')).message).to.match(/over 100000 bytes/)
    expect((await failure({ method: 'POST', body: new Uint8Array(7_600) })).message).to.match(
      /RequestSizeLimit/,
    )
    expect((await failure({ method: 'HEAD' })).message).to.match(/method HEAD is not supported/)
  })

  it('refuses headers given twice over, and any other protocol', async () => {
    const both = { headers: { a: 'b' }, multiHeaders: { c: { values: ['d'] } } }
    expect((await failure(both)).message).to.match(/not both/)
    const file = create(Http.RequestSchema, { url: 'file:///etc/hostname', method: 'GET' })
    const error = await http.send(toBinary(Http.RequestSchema, file), quota()).catch((cause) => cause)
    expect(error.message).to.match(/http/)
  })

  it('sends several values of a header, and hands back those that came', async () => {
    const message = create(Http.RequestSchema, {
      url,
      method: 'GET',
      multiHeaders: { a: { values: ['b', 'c'] } },
    })
    const { headers } = await http.send(toBinary(Http.RequestSchema, message), quota())
    expect(headers['x-number']).to.equal('1')
  })
})
