import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { expect } from 'chai'
import { Hono } from 'hono'
import { toNodeHandler } from '../../../workers/sdk/toNodeHandler.ts'
import { make } from './workers.ts'

const plain = { market_id: 42, question: 'Will it rain?' }

describe('adapters', () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  async function start(listener: RequestListener): Promise<string> {
    server = createServer(listener)
    await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const send = (url: string, body: string = JSON.stringify(plain)) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })

  /** As a JSON parser of express does it: reads the stream, and leaves what it made of it. */
  async function parse(request: IncomingMessage & { body?: unknown }): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    request.body = JSON.parse(Buffer.concat(chunks).toString())
  }

  describe('toNodeHandler', () => {
    it('node:http: answers every request', async () => {
      const { worker } = make()
      const handler = toNodeHandler(worker)
      const url = await start((request, response) => handler(request, response))
      expect((await send(`${url}/a2a/resolve`)).status).to.equal(200)
      expect((await fetch(`${url}/health`)).status).to.equal(200)
      expect((await fetch(`${url}/elsewhere`)).status).to.equal(404)
      expect((await send(`${url}/a2a/resolve`, 'x'.repeat(70_000))).status).to.equal(413)
    })

    it('middleware: gives other paths to next, and keeps its own', async () => {
      const handler = toNodeHandler(make().worker)
      const url = await start((request, response) =>
        handler(request, response, () => response.writeHead(418).end()),
      )
      expect((await fetch(`${url}/elsewhere`)).status).to.equal(418)
      expect((await fetch(`${url}/a2a/resolve?a=1`)).status).to.equal(405)
      expect((await send(`${url}/a2a/resolve?a=1`)).status).to.equal(200)
    })

    it('middleware: below a path that the framework took off', async () => {
      const handler = toNodeHandler(make().worker)
      const url = await start((request, response) => {
        request.url = request.url!.replace(/^\/worker/, '')
        handler(request, response, () => response.writeHead(418).end())
      })
      expect((await send(`${url}/worker/a2a/resolve`)).status).to.equal(200)
    })

    it('middleware: after a JSON parser it gives the same bytes as before one', async () => {
      const handler = toNodeHandler(make().worker)
      const plainly = await start((request, response) => handler(request, response))
      const text = await (await send(`${plainly}/a2a/resolve`)).text()
      server!.close()
      const parsed = await start(async (request, response) => {
        await parse(request)
        handler(request, response, () => response.end())
      })
      expect(await (await send(`${parsed}/a2a/resolve`)).text()).to.equal(text)
      const odd = await send(`${parsed}/a2a/resolve`, '{"market_id":"one"}')
      expect(odd.status).to.equal(400)
    })

    it('limits an address that the socket tells', async () => {
      const handler = toNodeHandler(make({ callers: { rate: { perSecond: 0.01, burst: 1 } } }).worker)
      const url = await start((request, response) => handler(request, response))
      expect((await send(`${url}/a2a/resolve`)).status).to.equal(200)
      expect((await send(`${url}/a2a/resolve`)).status).to.equal(429)
    })
  })

  describe('fetch', () => {
    it('hono: a worker is mounted in an app, and answers with its body', async () => {
      const app = new Hono()
      const { worker } = make()
      app.get('/', (c) => c.text('the app itself'))
      app.mount('/worker', worker.fetch)
      app.all('/a2a/*', (c) => worker.fetch(c.req.raw))
      const url = await start(getRequestListener(app.fetch, { overrideGlobalObjects: false }))
      expect(await (await fetch(url)).text()).to.equal('the app itself')
      expect((await send(`${url}/a2a/resolve`)).status).to.equal(200)
      expect((await send(`${url}/worker/a2a/resolve`)).status).to.equal(200)
      expect((await fetch(`${url}/worker/health`)).status).to.equal(200)
      expect((await send(`${url}/worker/a2a/resolve`, 'x'.repeat(70_000))).status).to.equal(413)
    })

    it('@hono/node-server: a worker is an app', async () => {
      const url = await start(getRequestListener(make().worker.fetch, { overrideGlobalObjects: false }))
      expect((await send(`${url}/a2a/resolve`)).status).to.equal(200)
    })
  })
})
