import { expect } from 'chai'
import { findReport } from '../../gateway/Reports.ts'
import { keyOf } from '../helpers/round.ts'
import { type FakeWorker, honest, send, startFakeWorker } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

const workflowId = 'ab'.repeat(32)

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

  it('again where the block of the report was replaced by one without it', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain } = world
    const { marketId } = round
    const { url, gateway } = await world.start({ poke: { url: don.url, everyMs: 100 } })
    chain.ask(round)
    await sealed(url, round, 'answers')
    await until(async () => don.asked.length >= 1)
    const isTold = (words: string) => until(async () => world.lines.some(({ msg }) => msg === words))
    const roundRoot = `0x${'11'.repeat(32)}`
    chain.report({ marketId, round: round.round, outcome: 'YES', roundRoot, recordsAndDocket: '0x' } as never)
    await until(() => findReport(gateway.store, chain, { marketId, round: round.round }))
    chain.reorganise(marketId)
    await isTold('a report is gone with its block: the round waits for another')
    const before = don.asked.length
    await until(async () => don.asked.length > before)
    expect(marketsOf().at(-1)).to.equal(marketId)
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
