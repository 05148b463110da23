import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { drive } from '../../../scripts/bench/hostileDrive.ts'
import { hostileRequests, rawRequests } from '../../../scripts/bench/hostileRequests.ts'

async function drivenAt(server: Server, counts: { count: number; raw: number }) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return await drive({ url, ...counts, seed: 5, concurrency: 4 })
  } finally {
    server.close()
  }
}

/** Reads all that is sent, then answers. */
const answering =
  (answer: (path: string) => number | null): RequestListener =>
  (request, response) => {
    request.resume()
    request.on('end', () => {
      const status = answer(request.url!)
      if (status === null) request.socket.destroy()
      else response.writeHead(status).end('{}')
    })
  }

const overSockets = (answer: (socket: Socket) => void) =>
  createSocketServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
    socket.resume()
  })

const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
const paths = (count: number) => Object.groupBy(hostileRequests(count, 5), ({ path }) => path)

describe('drive', () => {
  it('counts replies by status and requests by kind, each once', async () => {
    const server = createServer(answering((path) => (path === '/a2a/resolve' ? 200 : 413)))
    const driven = await drivenAt(server, { count: 40, raw: 0 })
    const { '/a2a/resolve': resolves = [], '/a2a/challenge': challenges = [] } = paths(40)
    expect(driven.statuses).to.deep.equal({ 200: resolves.length, 413: challenges.length })
    expect(sum(driven.kinds)).to.equal(40)
    expect(driven).to.deep.include({ broken: 0, raw: {}, serverErrors: [] })
  })

  it('shows the first ten requests that got a 5xx', async () => {
    const { statuses, serverErrors } = await drivenAt(createServer(answering(() => 503)), {
      count: 20,
      raw: 0,
    })
    expect(statuses).to.deep.equal({ 503: 20 })
    expect(serverErrors).to.have.length(10)
    for (const line of serverErrors) expect(line).to.match(/^503 \S/)
  })

  it('counts connections that are closed without an answer', async () => {
    const server = createServer(answering((path) => (path === '/a2a/resolve' ? 200 : null)))
    const { broken, statuses } = await drivenAt(server, { count: 40, raw: 0 })
    expect(broken).to.equal(paths(40)['/a2a/challenge']!.length)
    expect(sum(statuses) + broken).to.equal(40)
  })

  it('takes the status of the first reply on bare sockets', async () => {
    const server = overSockets((socket) => socket.end('HTTP/1.1 503 Busy\r\n\r\nHTTP/1.1 200 OK\r\n\r\n'))
    const { raw, kinds, serverErrors } = await drivenAt(server, { count: 0, raw: 6 })
    expect(raw).to.deep.equal({ 503: 6 })
    expect(sum(kinds)).to.equal(6)
    expect(serverErrors.toSorted()).to.deep.equal(
      [...rawRequests(6, 5)].map(({ kind }) => `503 ${kind}`).toSorted(),
    )
  })

  it('says that a bare socket was closed where no reply came', async () => {
    const { raw, serverErrors } = await drivenAt(
      overSockets((socket) => socket.destroy()),
      { count: 0, raw: 6 },
    )
    expect(raw).to.deep.equal({ closed: 6 })
    expect(serverErrors).to.deep.equal([])
  })
})
