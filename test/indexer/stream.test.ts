import { expect } from 'chai'
import { type Happening, MadeChain } from '../../local/samples/madeChain.ts'
import { accountOf, questionOf, viewOf } from '../../local/samples/madeMarkets.ts'
import { type Indexing, indexing } from './indexing.ts'

const create = (id: number) => (block: Happening) => {
  const question = questionOf(id)
  const args = { marketId: BigInt(id), creator: accountOf(1), pool: 1n, deadline: 2_000_000_000n, question }
  block.emit('market', 'MarketCreated', args)
  block.set(id, viewOf(question, { deadline: 2_000_000_000n }))
}

describe('live changes', function () {
  this.timeout(60_000)
  let chain: MadeChain
  let one: Indexing
  const readers: ReadableStreamDefaultReader<Uint8Array>[] = []
  beforeEach(async () => {
    chain = new MadeChain()
    one = await indexing({ chain, config: { streams: { perCaller: 2, commentMs: 50 } } })
    chain.add(create(1))
    chain.add(create(2))
    await one.look()
  })
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.cancel()
    await one.close()
  })

  async function follow(path = '/v1/events', headers: Record<string, string> = {}) {
    const reply = await one.app.request(path, { headers: { accept: 'text/event-stream', ...headers } })
    expect(reply.status).to.equal(200)
    expect(reply.headers.get('content-type')).to.match(/^text\/event-stream/)
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
    const reader = reply.body!.getReader()
    readers.push(reader)
    let text = ''
    /** Reads until it says so, and gives what came. */
    return async (until: RegExp): Promise<string> => {
      while (!until.test(text)) {
        const { value, done } = await reader.read()
        if (done) return text
        text += new TextDecoder().decode(value)
      }
      const all = text
      text = ''
      return all
    }
  }
  const idsIn = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id)

  it('WEB §4.2: each event comes with its block and log, once what follows from it can be read', async () => {
    const read = await follow()
    await read(/events of the chain/)
    chain.add(create(3))
    await one.look()
    const text = await read(/event: head/)
    expect(idsIn(text)).to.deep.equal(['3-0'])
    expect(JSON.parse(/^data: (.*"MarketCreated".*)$/m.exec(text)![1]!)).to.include({
      id: '3-0',
      market_id: 3,
    })
    expect(await one.get<{ market: object }>('/v1/markets/3')).to.have.property('market')
  })

  it('WEB §4.2: goes on after the Last-Event-ID, for one market or for all, and each event comes once', async () => {
    const all = await follow('/v1/events', { 'last-event-id': '1-0' })
    expect(idsIn(await all(/id: 2-0[\s\S]*\n\n/))).to.deep.equal(['2-0'])
    const ofOne = await follow('/v1/events?market=1&after=0-0')
    expect(idsIn(await ofOne(/id: 1-0[\s\S]*\n\n/))).to.deep.equal(['1-0'])
    chain.add(create(3))
    await one.look()
    expect(idsIn(await ofOne(/event: head/)), 'nothing of another market').to.deep.equal([])
    expect(idsIn(await all(/event: head/))).to.deep.equal(['3-0'])
  })

  it('says what a reorganisation took back, and then what came instead', async () => {
    const read = await follow('/v1/events', { 'last-event-id': '2-0' })
    await read(/events of the chain/)
    chain.takeBack(1)
    chain.add(create(4), 'other')
    chain.add()
    await one.look()
    const text = await read(/event: head/)
    expect(text).to.include('event: removed\ndata: {"from_block":2}')
    expect(idsIn(text)).to.deep.equal(['2-0'])
    expect(text.indexOf('removed')).to.be.lessThan(text.indexOf('id: 2-0'))
  })

  it('a comment keeps it open, and so many are open for one reader', async () => {
    const read = await follow()
    expect(await read(/still here/)).to.include(': still here')
    await follow()
    const third = await one.app.request('/v1/events', { headers: { accept: 'text/event-stream' } })
    expect([third.status, third.headers.get('retry-after')]).to.deep.equal([429, '5'])
    await readers.pop()!.cancel()
    await follow()
    expect(one.indexer.feed.size).to.equal(2)
  })

  it('without the media type the same path is a list', async () => {
    const list = await one.get<{ items: { id: string }[]; next: string | null }>('/v1/events?limit=1')
    expect(list.items.map(({ id }) => id)).to.deep.equal(['2-0'])
    expect(list.next).to.equal('2-0')
    expect((await one.app.request('/v1/events?after=x')).status).to.equal(400)
  })
})
