import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import * as z from 'zod'
import type { MadeChain } from '../../local/samples/madeChain.ts'
import { accountOf, madeMarkets, questionOf, viewOf } from '../../local/samples/madeMarkets.ts'
import * as Catalog from '../../protocol/Catalog.ts'
import { type Indexing, indexing } from './indexing.ts'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])

describe('the service of an indexer', function () {
  this.timeout(60_000)
  let one: Indexing
  let chain: MadeChain
  let server: Server
  let url: string
  const asked: string[] = []
  const progress = { market_id: 40, round: 1, phase: 'answers', asked: 6, heard: 2, ends_in_ms: 900 }
  before(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!)
      if (request.url === '/btc.png') return response.writeHead(200).end(png)
      if (request.url!.endsWith('/progress')) return response.writeHead(200).end(JSON.stringify(progress))
      return response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    chain = madeMarkets(40)
    const deadline = 2_000_000_000n
    const question = questionOf(41, `${url}/btc.png`)
    chain.add(({ emit, set }) => {
      emit('market', 'MarketCreated', {
        marketId: 41n,
        creator: accountOf(9),
        pool: 1n,
        deadline,
        question,
      })
      set(41, viewOf(question, { deadline }))
    })
    one = await indexing({ chain, config: { gateways: [url], allowPrivate: true } })
    await one.look()
  })
  after(async () => {
    await one.close()
    await new Promise((resolve) => server.close(resolve))
  })

  it('every reply is of its published form, and says of which block it is', async () => {
    const document = await one.get<{ components: { schemas: Record<string, object> } }>('/openapi.json')
    const head = await chain.head()
    const paths: [string, string][] = [
      ['/v1/markets?limit=7', 'MarketList'],
      ['/v1/markets/3', 'Market'],
      ['/v1/markets/3/rounds', 'RoundList'],
      ['/v1/markets/3/events', 'EventList'],
      ['/v1/rounds?window=open', 'DeskList'],
      ['/v1/agents', 'AgentList'],
      ['/v1/agents/1', 'Agent'],
      [`/v1/accounts/${accountOf(101)}`, 'Account'],
      ['/v1/groups', 'Groups'],
      ['/v1/events', 'EventList'],
      ['/config.json', 'Config'],
      ['/health', 'Health'],
    ]
    for (const [path, name] of paths) {
      const body = await one.get<{ as_of?: object }>(path)
      const schema = z.fromJSONSchema(document.components.schemas[name] as never)
      expect(schema.safeParse(body).error, path).to.equal(undefined)
      if (!['Config', 'Health'].includes(name))
        expect(body.as_of, path).to.deep.equal({ block: head.number, hash: head.hash, time: head.time })
    }
  })

  it('WEB §4: who has a reply already is told only that, until the next block', async () => {
    const first = await one.app.request('/v1/markets')
    const etag = first.headers.get('etag')!
    const again = (path = '/v1/markets') => one.app.request(path, { headers: { 'if-none-match': etag } })
    expect((await again()).status).to.equal(304)
    expect((await again('/v1/markets?limit=3')).status, 'of another question').to.equal(200)
    chain.add()
    await one.look()
    expect((await again()).status).to.equal(200)
  })

  it('WEB §4.5: pages of any origin read it, its refusals too; nothing can be sent', async () => {
    for (const path of ['/v1/markets', '/v1/markets/999', '/v1/markets?limit=0', '/config.json'])
      expect((await one.app.request(path)).headers.get('access-control-allow-origin'), path).to.equal('*')
    expect((await one.app.request('/v1/markets', { method: 'POST' })).status).to.equal(405)
    expect((await one.app.request('/v1/markets', { method: 'HEAD' })).status).to.equal(200)
  })

  it('refuses what it cannot read, and knows nothing of what is not there', async () => {
    const statusOf = async (path: string) => (await one.app.request(path)).status
    for (const path of [
      '/v1/markets/999',
      '/v1/markets/01',
      '/v1/agents/999',
      '/v1/accounts/0x12',
      '/v1/nothing',
    ])
      expect(await statusOf(path), path).to.equal(404)
    for (const path of [
      '/v1/markets?state=x',
      '/v1/markets?after=a',
      '/v1/agents?order=x',
      '/v1/rounds?window=all',
    ])
      expect(await statusOf(path), path).to.equal(400)
  })

  it('S0-83: serves the picture that a question names, and asks its host once', async () => {
    const reply = await one.app.request('/v1/picture?market=41')
    expect(reply.headers.get('content-type')).to.equal('image/png')
    expect(reply.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
    expect(Buffer.from(await reply.arrayBuffer()).equals(png)).to.equal(true)
    await one.app.request('/v1/picture?market=41')
    expect(asked.filter((path) => path === '/btc.png')).to.have.length(1)
    expect((await one.app.request('/v1/picture?market=1')).status, 'it names none').to.equal(404)
    expect((await one.app.request(`/v1/picture?url=${url}/btc.png`)).status, 'nobody’s choice').to.equal(404)
  })

  it('WEB §4.3: how far a round is, as its gateway counts it', async () => {
    expect(await one.get('/v1/markets/40/rounds/1/progress')).to.deep.equal(Catalog.progress.parse(progress))
    expect((await one.app.request('/v1/markets/39/rounds/1/progress')).status).to.equal(404)
  })

  it('is not ready before it has read the chain once', async () => {
    const fresh = await indexing({ chain })
    expect((await fresh.app.request('/v1/markets')).status).to.equal(503)
    expect((await fresh.app.request('/ready')).status).to.equal(503)
    expect((await fresh.app.request('/live')).status).to.equal(200)
    await fresh.look()
    expect((await fresh.app.request('/ready')).status).to.equal(200)
    expect(await (await fresh.app.request('/metrics')).text()).to.include('cresolver_indexer_lag_blocks 0')
    await fresh.close()
  })
})
