import { expect } from 'chai'
import { progress } from '../../protocol/Catalog.ts'
import { honest } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

describe('the progress of a round', function () {
  this.timeout(60_000)
  let world: World
  afterEach(() => world?.end())

  it('WEB §4.3: counts who was asked and heard, and says nothing of who or what', async () => {
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1), null])
    const { round, chain } = world
    const { url } = await world.start()
    const at = `${url}/v1/markets/${round.marketId}/rounds/${round.round}/progress`
    expect((await fetch(at)).status, 'before it is asked').to.equal(404)
    chain.ask(round)
    await until(async () => (await fetch(at)).status === 200)
    const during = progress.parse(await (await fetch(at)).json())
    expect(during).to.include({ market_id: round.marketId, round: round.round })
    await sealed(url, round, 'defences')
    const reply = await fetch(at)
    expect(reply.headers.get('access-control-allow-origin')).to.equal('*')
    expect(await reply.json()).to.deep.equal({
      market_id: round.marketId,
      round: round.round,
      phase: 'sealed',
      asked: 3,
      heard: 2,
      ends_in_ms: null,
    })
    expect((await fetch(at.replace('/rounds/', '/rounds/9'))).status).to.equal(404)
  })
})
