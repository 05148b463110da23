import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { z } from 'zod'
import { checkConfig, readConfig } from '../../gateway/Config.ts'
import { readSecrets } from '../../gateway/startGateway.ts'
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
    expect(health.deadlines_ms).to.deep.equal({ resolve: short.resolveMs, challenge: short.challengeMs })
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
      '/rounds/{marketId}/{round}',
      '/health',
      '/metrics',
      '/openapi.json',
    ])
    const batch = z.fromJSONSchema(document.components.schemas.Batch)
    expect(batch.safeParse(JSON.parse(await sealed(url, round, 'answers'))).error).to.equal(undefined)
    expect(z.fromJSONSchema(document.components.schemas.Health).safeParse(health).error).to.equal(undefined)
    chain.break(true)
    expect((await fetch(`${url}/health`)).status).to.equal(503)
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

  it('limits callers, and what they send', async () => {
    world = await makeWorld(() => [null])
    const { url } = await world.start({ callers: { rate: { perSecond: 0.01, burst: 3 } } })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await fetch(`${url}/rounds/1/1`)).status)
    expect(statuses).to.deep.equal([404, 404, 404, 429, 429])
  })
})

describe('the config of a gateway', () => {
  const least = { market: `0x${'AB'.repeat(20)}`, rpcUrl: 'http://127.0.0.1:8545' }
  const check = (value: unknown) => checkConfig(value, { file: 'gateway.yaml' })

  it('needs a market and a node, and knows the rest: the deadlines are those of the protocol', () => {
    const config = check(least)
    expect(config.market).to.equal(least.market.toLowerCase())
    expect(config.deadlines).to.deep.include({ resolveMs: 30_000, challengeMs: 15_000 })
    expect(config.allowPrivate).to.equal(false)
    expect(config.callers.tokenHashes).to.deep.equal([])
  })

  it('has an example that is right', () => {
    expect(readConfig('gateway/examples/gateway.yaml')).to.include({ allowPrivate: true })
  })

  const wrong: [string, object, string][] = [
    ['no node', { market: least.market }, 'rpcUrl'],
    ['two nodes', { ...least, rpcUrlEnv: 'NODE' }, 'rpcUrl'],
    ['more time than workers have', { ...least, deadlines: { resolveMs: 60_000 } }, 'deadlines.resolveMs'],
    [
      'a key written down',
      { ...least, poke: { url: 'http://x', keyEnv: `0x${'11'.repeat(32)}` } },
      'poke.keyEnv',
    ],
    [
      'an id with 0x',
      { ...least, poke: { url: 'http://x', workflowId: `0x${'11'.repeat(32)}` } },
      'poke.workflowId',
    ],
    [
      'a token for no origin',
      { ...least, workerTokens: [{ origin: 'x', tokenEnv: 'T' }] },
      'workerTokens.0.origin',
    ],
    ['a word that nobody knows', { ...least, deadline: 1 }, 'the file'],
  ]
  for (const [what, value, field] of wrong) {
    it(`says which field is wrong: ${what}`, () => {
      expect(() => check(value))
        .to.throw()
        .that.has.property('fields')
        .that.includes(field)
    })
  }

  it('takes secrets from the environment, and says which one is missing', () => {
    const config = check({
      ...least,
      rpcUrl: undefined,
      rpcUrlEnv: 'NODE',
      poke: { url: 'http://127.0.0.1:1', keyEnv: 'KEY' },
      workerTokens: [{ origin: 'https://Agent.example', tokenEnv: 'TOKEN' }],
    })
    const env = { NODE: 'http://n', KEY: `0x${'11'.repeat(32)}`, TOKEN: 't' }
    const secrets = readSecrets(config, env)
    expect(secrets.rpcUrl).to.equal('http://n')
    expect(secrets.workerTokens.get('https://agent.example')).to.equal('t')
    for (const name of Object.keys(env))
      expect(() => readSecrets(config, { ...env, [name]: ' ' })).to.throw(name)
    expect(() => readSecrets(config, { ...env, KEY: '0x11' })).to.throw('no private key')
  })
})
