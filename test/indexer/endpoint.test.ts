import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { lookAtEndpoint } from '../../indexer/endpoint.ts'
import { endpoint } from '../../protocol/Catalog.ts'

describe('a look at an agent’s endpoint', () => {
  let server: Server
  let url: string
  let status = 200
  before(async () => {
    server = createServer((_, response) => response.writeHead(status).end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => new Promise((resolve) => server.close(resolve)))
  const look = async (at: string | null, allowPrivate = true) => {
    const { signal } = new AbortController()
    const found = endpoint.parse(await lookAtEndpoint(at, { allowPrivate, signal, now: () => 1_000 }))
    return [found.is_up, found.why]
  }

  it('WEB §3.4: says whether somebody answers there', async () => {
    expect(await look(url)).to.deep.equal([true, null])
    status = 503
    expect(await look(url)).to.deep.equal([false, 'it answers with status 503'])
    expect((await look('http://127.0.0.1:1'))[0]).to.equal(false)
  })

  it('WEB §3.4: says nothing of one that it must not ask, or that names none', async () => {
    expect(await look(url, false)).to.deep.equal([null, 'its address is not asked from here'])
    expect((await look(null))[0]).to.equal(null)
  })
})
