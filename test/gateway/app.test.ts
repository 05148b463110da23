import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { z } from 'zod'
import { securityHeaders } from '../../services/http/baseApp.ts'
import { decide } from './decide.ts'
import { honest } from './fakeWorker.ts'
import { batchUrl, makeWorld, sealed, short, until, type World } from './gateways.ts'

// biome-ignore lint/suspicious/noExplicitAny: what is not there fails the test that looks at it
const jsonOf = async (response: Response): Promise<any> => response.json()

describe('the service of a gateway', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('tells what it is: health, metrics, its own document, and nothing else', async () => {
    world = await makeWorld((round) => [honest(round, 0), null])
    const { round, chain } = world
    const { url } = await world.start()
    chain.ask(round)
    await sealed(url, round, 'answers')
    const health = await jsonOf(await fetch(`${url}/health`))
    expect(health).to.deep.include({ live: true, ready: true, open_rounds: 0 })
    expect(health.deadlines_ms).to.deep.equal({
      resolve: short.resolveMs,
      challenge: short.challengeMs,
      patience: short.patienceMs,
    })
    const metrics = await (await fetch(`${url}/metrics`)).text()
    for (const line of [
      'cresolver_gateway_rounds_total{step="sealed"} 1',
      'cresolver_gateway_replies_total{phase="answers",status="ok"} 1',
      'cresolver_gateway_replies_total{phase="answers",status="no-endpoint"} 1',
      'route="/v1/markets/:marketId/rounds/:round/:phase"',
    ])
      expect(metrics).to.include(line)
    const document = await jsonOf(await fetch(`${url}/openapi.json`))
    expect(document.openapi).to.match(/^3\.1\./)
    expect(Object.keys(document.paths)).to.have.members([
      '/v1/markets/{marketId}/rounds/{round}/{phase}',
      '/v1/markets/{marketId}/rounds/{round}/replies',
      '/v1/markets/{marketId}/rounds/{round}/progress',
      '/rounds/{marketId}/{round}',
      '/live',
      '/ready',
      '/health',
      '/metrics',
      '/openapi.json',
    ])
    const batch = z.fromJSONSchema(document.components.schemas.Batch)
    expect(batch.safeParse(JSON.parse(await sealed(url, round, 'answers'))).error).to.equal(undefined)
    expect(z.fromJSONSchema(document.components.schemas.Health).safeParse(health).error).to.equal(undefined)
    chain.break(true)
    await until(async () => (await fetch(`${url}/health`)).status === 503)
    expect((await fetch(`${url}/live`)).status).to.equal(200)
    chain.break(false)
    const missing = await fetch(`${url}/nothing`)
    expect(missing.status).to.equal(404)
    for (const [name, value] of Object.entries(securityHeaders))
      expect(missing.headers.get(name), name).to.equal(value)
    const wrong = await fetch(`${url}/rounds/1/1`, { method: 'DELETE' })
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, POST'])
  })

  it('SPEC §7: serves replies to known callers only where that is wanted, until the round is reported', async () => {
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1)])
    const { round, chain } = world
    const open = await world.start()
    chain.ask(round)
    const { reported } = await decide(open.url, round)
    await open.stop()
    const hash = createHash('sha256').update('secret').digest('hex')
    const { url } = await world.start(
      { callers: { tokenHashesEnv: 'HASHES', rate: null } },
      { env: { HASHES: ` ${hash.toUpperCase()} ` } },
    )
    const at = (token?: string) =>
      fetch(batchUrl(url, round, 'answers'), {
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    for (const token of [undefined, 'wrong', '']) expect((await at(token)).status).to.equal(401)
    const known = await at('secret')
    expect([known.status, known.headers.get('cache-control')]).to.deep.equal([200, 'no-store'])
    expect((await fetch(`${url}/rounds/7/1`)).status, 'what is published is for all').to.equal(503)
    chain.report(reported)
    await until(async () => (await at()).status === 200)
  })

  it('AUDIT C8: is cached for ever only once its market is final, and for a moment before', async () => {
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1)])
    const { round, chain } = world
    const { url } = await world.start()
    chain.ask(round)
    const { reported } = await decide(url, round)
    chain.report(reported)
    const cachedAs = async (address: string) => (await fetch(address)).headers.get('cache-control')
    const file = `${url}/rounds/${round.marketId}/1`
    await until(async () => (await fetch(file)).ok)
    for (const address of [file, batchUrl(url, round, 'answers')])
      expect(await cachedAs(address)).to.equal('public, max-age=30')
    chain.finalize(round.marketId)
    await until(async () => (await cachedAs(file))?.includes('immutable') === true)
    expect(await cachedAs(batchUrl(url, round, 'answers'))).to.include('immutable')
  })

  it('limits callers, and what they send', async () => {
    world = await makeWorld(() => [null])
    const { url } = await world.start({ callers: { rate: { perSecond: 0.01, burst: 3 } } })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await fetch(`${url}/rounds/1/1`)).status)
    expect(statuses).to.deep.equal([404, 404, 404, 429, 429])
  })
})
