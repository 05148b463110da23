import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { makeTrigger } from '../../gateway/trigger.ts'
import { Json } from '../../protocol/index.ts'
import { keyOf } from '../helpers/round.ts'
import { type FakeWorker, honest, send, startFakeWorker } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

const workflowId = 'ab'.repeat(32)
const account = privateKeyToAccount(keyOf(50))

describe('a trigger of a workflow', () => {
  it('is a JSON-RPC call, with a token over its hash that the authorised key has signed', async () => {
    const now = () => 1_771_632_000_999
    const { body, authorization } = await makeTrigger({ market_id: 7 }, { workflowId, key: account, now })
    const request = JSON.parse(body)
    expect(body).to.equal(Json.canonical(request))
    expect(request).to.deep.include({
      jsonrpc: '2.0',
      method: 'workflows.execute',
      params: { input: { market_id: 7 }, workflow: { workflowID: workflowId } },
    })
    expect(request.id).to.match(/^[0-9a-f-]{36}$/)
    const [, token] = /^Bearer (.+)$/.exec(authorization!)!
    const [header, payload, signature] = token!.split('.') as [string, string, string]
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
    expect(read(header)).to.deep.equal({ alg: 'ETH', typ: 'JWT' })
    const { jti, ...rest } = read(payload)
    expect(rest).to.deep.equal({
      digest: `0x${createHash('sha256').update(body).digest('hex')}`,
      iss: account.address,
      iat: 1_771_632_000,
      exp: 1_771_632_300,
    })
    expect(jti).to.match(/^[0-9a-f-]{36}$/)
    const bytes = Buffer.from(signature, 'base64url')
    expect(bytes.length).to.equal(65)
    expect(bytes[64]).to.be.oneOf([0, 1])
    bytes[64]! += 27
    const signer = await recoverMessageAddress({
      message: `${header}.${payload}`,
      signature: `0x${bytes.toString('hex')}`,
    })
    expect(signer).to.equal(account.address)
  })

  it('needs neither key nor id on a local DON', async () => {
    const { body, authorization } = await makeTrigger({ market_id: 7 }, { key: null, now: Date.now })
    expect(authorization).to.equal(null)
    expect(JSON.parse(body).params).to.deep.equal({ input: { market_id: 7 }, workflow: {} })
  })
})

describe('a gateway that tells the DON of sealed rounds', function () {
  this.timeout(180_000)
  let world: World
  let don: FakeWorker
  let answer: (calls: number) => { status: number; value: unknown; headers?: object }
  beforeEach(async () => {
    answer = () => ({ status: 200, value: { jsonrpc: '2.0', id: '1', result: { status: 'ACCEPTED' } } })
    don = await startFakeWorker((_, __, response, calls) => {
      const { status, value, headers = {} } = answer(calls)
      return send(response, value, status, headers)
    })
  })
  afterEach(async () => {
    await world?.end()
    await don.stop()
  })

  const marketsOf = () =>
    don.asked.map(({ body }) => (body as { params: { input: { market_id: number } } }).params.input.market_id)

  it('SPEC §7: signed, with the market, again and again until the chain shows the report', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain } = world
    const poke = { url: don.url, workflowId, keyEnv: 'POKE_KEY', everyMs: 100 }
    const { url } = await world.start({ poke }, { env: { POKE_KEY: keyOf(50) } })
    chain.ask(round)
    await sealed(url, round, 'answers')
    await until(async () => don.asked.length >= 2)
    expect(don.asked[0]!.authorization).to.match(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/)
    expect(new Set(marketsOf())).to.deep.equal(new Set([7]))
    chain.rounds.set(round.marketId, { ...chain.rounds.get(round.marketId)!, isAsked: false })
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    const told = don.asked.length
    await new Promise((resolve) => setTimeout(resolve, 2_200))
    expect(don.asked.length).to.equal(told)
    expect(JSON.stringify(world.lines)).to.not.include(keyOf(50).slice(2))
  })

  it('the largest first, then each in turn, one in its time over all processes', async () => {
    world = await makeWorld(() => [null])
    const { round, chain } = world
    const markets = [7, 8, 9]
    for (const marketId of markets) {
      chain.values.set(marketId, BigInt(marketId === 8 ? 100 : marketId))
      chain.ask({ ...round, marketId })
    }
    answer = () => ({ status: 200, value: {} })
    const quiet = await world.start({})
    for (const marketId of markets) await sealed(quiet.url, { ...round, marketId }, 'answers')
    await quiet.stop()
    await world.start({ poke: { url: don.url, everyMs: 300 } })
    await until(async () => don.asked.length >= 4)
    expect(marketsOf().slice(0, 4)).to.deep.equal([8, 9, 7, 8])
  })

  it('waits longer and longer where the DON is busy, or says as much in its reply', async () => {
    world = await makeWorld(() => [null])
    const { round, chain } = world
    answer = (calls) =>
      calls === 1
        ? { status: 429, value: {}, headers: { 'retry-after': '1' } }
        : { status: 200, value: { jsonrpc: '2.0', id: '1', error: { code: -32_000, message: 'busy' } } }
    const { url } = await world.start({ poke: { url: don.url, everyMs: 100 } })
    chain.ask(round)
    await sealed(url, round, 'answers')
    await until(async () => don.asked.length >= 2)
    const refusals = () => world.lines.filter(({ msg }) => msg === 'the DON did not take a trigger')
    await until(async () => refusals().length >= 2)
    expect(refusals().map(({ why }) => why)).to.deep.equal(['status 429', 'error -32000'])
  })
})
