import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect } from 'chai'
import { capConnections } from '../../../services/http/capConnections.ts'

describe('capConnections', function () {
  this.timeout(60_000)
  let server: Server
  const sockets: Socket[] = []
  before(async () => {
    server = createServer((_, response) => response.end('fine'))
    server.maxConnections = 40
    capConnections(server, 10)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.closeAllConnections()
    server.close()
  })
  const port = () => (server.address() as AddressInfo).port

  /** A connection that sends half a request and waits; what it hears until it is closed. */
  function halfOpen(localAddress: string) {
    const heard = { text: '', isClosed: false }
    const socket = connect({ port: port(), host: '127.0.0.1', localAddress })
    sockets.push(socket)
    socket.on('data', (chunk) => {
      heard.text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      heard.isClosed = true
    })
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost'))
    return heard
  }
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
  }
  const statusFrom = (localAddress: string) =>
    new Promise<number>((resolve, reject) => {
      const options = { port: port(), host: '127.0.0.1', localAddress, agent: false }
      request(options, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
        .on('error', reject)
        .end()
    })

  it('AUDIT C7: half-open requests of one address, however many, do not shut out another one', async () => {
    const all = Array.from({ length: 100 }, () => halfOpen('127.0.0.1'))
    await until(() => all.filter(({ isClosed }) => isClosed).length === 90)
    for (const { text } of all)
      if (text !== '')
        expect(text)
          .to.match(/^HTTP\/1\.1 429 /)
          .and.include('rate-limited')
    expect(await statusFrom('127.0.0.2')).to.equal(200)
  })

  it('an address that closes its connections may open others', async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (let tries = 0; tries < 200; tries++) {
      if ((await statusFrom('127.0.0.1').catch(() => 0)) === 200) return
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error('It stays shut out.')
  })
})
