import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { exchange } from '../../../services/fetch/exchange.ts'
import { TransportError } from '../../../services/fetch/Transport.ts'

describe('exchange', () => {
  let server: http.Server
  let port: number
  let serve: http.RequestListener = (_, response) => void response.end('said')
  const seen: http.IncomingMessage[] = []
  before(async () => {
    server = http.createServer((request, response) => {
      seen.push(request)
      serve(request, response)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  type Options = Partial<Parameters<typeof exchange>[2]>
  const ask = (options: Options = {}, host = 'somewhere.invalid', body?: string) =>
    exchange(
      { url: new URL(`http://${host}:${port}/x?key=secret`), address: '127.0.0.1', family: 4 },
      { method: body === undefined ? 'GET' : 'POST', headers: { accept: 'text/plain' }, body },
      { maxBytes: 1_000, signal: AbortSignal.timeout(5_000), ...options },
    )
  const failureOf = async (work: Promise<unknown>): Promise<TransportError> => {
    const error = await work.then(
      () => null,
      (one: unknown) => one,
    )
    expect(error).to.be.instanceOf(TransportError)
    return error as TransportError
  }
  const textOf = ({ body }: { body: Uint8Array }) => Buffer.from(body).toString()

  it('connects to the address that was checked, whatever the name resolves to', async () => {
    serve = (_, response) => void response.end('said')
    expect(textOf(await ask())).to.equal('said')
    expect(seen.at(-1)!.headers).to.include({ host: `somewhere.invalid:${port}`, accept: 'text/plain' })
  })

  it('goes where a network routes it, under the name and port that were asked for', async () => {
    serve = (_, response) => void response.end('said')
    const routed: [string, number][] = []
    const route = (address: string, to: number) => {
      routed.push([address, to])
      return { address: '127.0.0.1', port }
    }
    for (const url of ['http://somewhere.invalid/', 'http://93.184.215.14:8080/']) {
      const target = { url: new URL(url), address: '93.184.215.14', family: 4 as const }
      const options = { maxBytes: 1_000, signal: AbortSignal.timeout(5_000), route }
      expect(textOf(await exchange(target, { method: 'GET', headers: {} }, options))).to.equal('said')
    }
    expect(routed).to.deep.equal([
      ['93.184.215.14', 80],
      ['93.184.215.14', 8_080],
    ])
    expect(seen.slice(-2).map(({ headers }) => headers.host)).to.deep.equal([
      'somewhere.invalid',
      '93.184.215.14:8080',
    ])
  })

  it('cuts a body that is too long where that is asked for', async () => {
    serve = (_, response) => void response.end('x'.repeat(5_000))
    const cut = await ask({ isCut: true })
    expect([cut.body.length, cut.isWhole]).to.deep.equal([1_000, false])
    expect((await ask({ isCut: true, maxBytes: 5_000 })).isWhole).to.equal(true)
    expect((await failureOf(ask())).code).to.equal('too-large')
  })

  it('sends a body, and tells when it is connected', async () => {
    let connected = 0
    let received = ''
    serve = (request, response) => {
      request.on('data', (chunk) => {
        received += chunk
      })
      request.on('end', () => response.writeHead(201).end())
    }
    const { status } = await ask({ connected: () => connected++ }, 'a.invalid', '{"a":"ä"}')
    expect([status, received, connected]).to.deep.equal([201, '{"a":"ä"}', 1])
  })

  it('joins headers that come twice, and keeps no cookie', async () => {
    serve = (_, response) => {
      response.setHeader('x-thing', ['a', 'b'])
      response.setHeader('set-cookie', ['secret=1'])
      response.end()
    }
    const { headers } = await ask()
    expect(headers['x-thing']).to.equal('a, b')
    expect(headers).to.not.have.property('set-cookie')
  })

  it('unpacks what comes packed, and counts it unpacked', async () => {
    const packings = {
      gzip: gzipSync,
      'x-gzip': gzipSync,
      deflate: deflateSync,
      br: brotliCompressSync,
    } as const
    for (const [encoding, pack] of Object.entries(packings)) {
      serve = (_, response) =>
        void response.writeHead(200, { 'content-encoding': encoding }).end(pack('said'))
      expect(textOf(await ask()), encoding).to.equal('said')
      expect(textOf(await ask({ isRaw: true })), encoding).to.equal(pack('said').toString())
    }
    serve = (_, response) =>
      void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)))
    expect((await failureOf(ask())).code).to.equal('too-large')
    serve = (_, response) => void response.writeHead(200, { 'content-encoding': 'zstd' }).end('?')
    expect(await failureOf(ask())).to.include({
      code: 'not-text',
      shortMessage: 'The reply is packed as zstd.',
    })
  })

  it('takes a body up to its limit, to the byte', async () => {
    serve = (_, response) => void response.end('x'.repeat(1_000))
    expect((await ask()).body.length).to.equal(1_000)
    expect(await failureOf(ask({ maxBytes: 999 }))).to.include({
      code: 'too-large',
      shortMessage: 'The reply is longer than 999 bytes.',
    })
  })

  it('lets status and headers decide how much is read; null leaves the body', async () => {
    serve = (_, response) => void response.writeHead(404, { 'x-size': '3' }).end('abc')
    const heads: unknown[] = []
    const reply = await ask({
      maxBytes: (head) => {
        heads.push([head.status, head.headers['x-size']])
        return null
      },
    })
    expect(heads).to.deep.equal([[404, '3']])
    expect(reply.body.length).to.equal(0)
  })

  it('names what failed by its code, and never by a message that could quote the URL', async () => {
    serve = (request) => request.socket.resetAndDestroy()
    const { shortMessage, code } = await failureOf(ask())
    expect(code).to.equal('connection')
    expect(shortMessage).to.match(/^somewhere\.invalid:\d+ could not be asked: ECONNRESET\.$/)
    expect(shortMessage).to.not.include('secret')
  })

  it('refuses a reply that is cut off, and one that changes the protocol', async () => {
    serve = (request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('half')
      setImmediate(() => request.socket.destroy())
    }
    expect((await failureOf(ask())).code).to.equal('connection')
    serve = (request) =>
      void request.socket.write(
        'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
      )
    expect((await failureOf(ask())).shortMessage).to.include('could not be asked')
  })

  it('ends when it is called off', async () => {
    const controller = new AbortController()
    serve = () => controller.abort()
    expect(await failureOf(ask({ signal: controller.signal }))).to.include({ code: 'connection' })
  })
})
