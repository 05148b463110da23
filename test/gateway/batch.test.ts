import { expect } from 'chai'
import { batchOf as batchOfRound } from '../../gateway/batch.ts'
import { RoundFile, Schema } from '../../protocol/index.ts'
import { type Behaviour, honest } from './fakeWorker.ts'
import { batchUrl, makeWorld, sealed, type World } from './gateways.ts'
import { openGatewayStore, place } from './keeping.ts'

const batchOf = (text: string): RoundFile.Batch => Schema.read(RoundFile.batch, JSON.parse(text))

const never: Behaviour = () => {}

describe('a batch of replies', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('SPEC §7: 503 with Retry-After before that, uncached; 404 for what is not asked; 400 for a bad window', async () => {
    world = await makeWorld((round) => [never, honest(round, 1), honest(round, 2)])
    const { round, chain } = world
    const { url } = await world.start()
    const at = (query = '', phase = 'answers') => fetch(batchUrl(url, round, phase, query))
    expect((await at()).status).to.equal(404)
    chain.ask(round)
    for (const phase of ['answers', 'defences']) {
      const early = await at('', phase)
      expect(early.status).to.equal(503)
      expect(Number(early.headers.get('retry-after'))).to.be.greaterThan(0)
      expect(early.headers.get('cache-control')).to.equal('no-store')
    }
    await sealed(url, round, 'answers')
    const bad = [
      '?from=-1',
      '?from=32',
      '?count=0',
      '?count=17',
      '?from=x',
      '?from=01',
      '?count=1.5',
      '?from=1e1',
    ]
    for (const query of bad) expect((await at(query)).status, query).to.equal(400)
    expect((await at('?count=32', 'defences')).status).to.equal(200)
    expect((await at('?count=33', 'defences')).status).to.equal(400)
    expect((await at('', 'tallies')).status).to.equal(404)
    expect((await fetch(`${url}/v1/markets/007/rounds/1/answers`)).status).to.equal(404)
    expect((await fetch(`${url}/v1/markets/7/rounds/2/answers`)).status).to.equal(404)
    expect((await at('?count=12', 'replies')).status).to.equal(400)
    const both = await (await at('?from=0&count=11', 'replies')).text()
    const apart = [await (await at()).text(), await (await at('', 'defences')).text()]
    expect(both, 'SPEC §7: both phases in one call, byte for byte as apart').to.equal(`[${apart.join(',')}]`)
    const part = batchOf(await (await at('?from=1&count=1')).text())
    expect(part.from).to.equal(1)
    expect(part.items.map(({ index }) => index)).to.deep.equal([1])
  })

  it('is said to be gone where its replies are kept no longer', async () => {
    const store = await openGatewayStore()
    try {
      const gone = await batchOfRound(store, place, { marketId: 5, round: 1 }, 'answers', {
        ...{ from: 0, count: 16 },
      }).catch((error) => error)
      expect(gone).to.deep.include({ reason: 'not-found' })
      expect(gone.message).to.include('published round')
    } finally {
      await store.close()
    }
  })
})
