import { expect } from 'chai'
import { deadline } from '../../local/samples/proof.ts'
import { Round, RoundFile, Schema, Wire } from '../../protocol/index.ts'
import * as Trace from '../../services/http/Trace.ts'
import { attest, replyOf } from '../helpers/round.ts'
import { type Behaviour, honest, send } from './fakeWorker.ts'
import { batchUrl, makeWorld, sealed, short, until, type World } from './gateways.ts'

const readyAt = deadline + 3_900
const itemsOf = (text: string) => Schema.read(RoundFile.batch, JSON.parse(text)).items
const statusesOf = (text: string) => itemsOf(text).map(({ status }) => status)

/** A worker that is not ready until it is told to be. */
const once =
  (isReady: () => boolean, then: Behaviour): Behaviour =>
  (path, body, response, calls) =>
    path === '/a2a/resolve' && !isReady()
      ? send(response, { reason: 'not-ready' }, 503, { 'retry-after': '1' })
      : then(path, body, response, calls)

const asks = (world: World, i: number) =>
  world.workers[i]!.asked.filter(({ path }) => path === '/a2a/resolve').length

describe('a round that is asked before its rule can be decided', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  const statusOf = async (url: string) => (await fetch(batchUrl(url, world.round, 'answers'))).status

  it('AUDIT B2 SPEC §7: is not sealed with doubt: the early request ends with what is known later', async () => {
    let isReady = false
    world = await makeWorld((round) => [0, 1, 2].map((i) => once(() => isReady, honest(round, i))))
    const { chain, round } = world
    chain.setTime(deadline)
    const { url } = await world.start()
    chain.ask(round)
    await until(async () => [0, 1, 2].every((i) => asks(world, i) >= 2))
    expect(await statusOf(url)).to.equal(503)
    isReady = true
    chain.setTime(readyAt)
    const items = itemsOf(await sealed(url, round, 'answers'))
    const votes = Round.admit(
      round,
      items.map(({ reply }) => Wire.readAnswer({ value: reply })),
    )
    expect(votes.map(({ vote }) => vote.outcome)).to.deep.equal(['YES', 'YES', 'YES'])
    const unready = world.lines.filter(({ level }) => level === 'warn' || level === 'error')
    expect(unready, 'AUDIT C8: patience is nothing to warn of').to.deep.equal([])
  })

  it('one hostage holds nobody up: two thirds are enough, and it is excused as long as it may be', async () => {
    world = await makeWorld((round) => [
      honest(round, 0),
      honest(round, 1, '74000'),
      once(() => false, honest(round, 2)),
    ])
    const { chain, round } = world
    chain.setTime(deadline + 1)
    const { url } = await world.start({ deadlines: { ...short, resolveMs: 4_000, patienceMs: 4_000 } })
    chain.ask(round)
    expect(statusesOf(await sealed(url, round, 'answers'))).to.deep.equal(['ok', 'ok', 'not-ready'])
    expect(asks(world, 2), 'asked once more after two thirds were in').to.be.at.least(2)
  })

  it('a hostage is silent once the rule can be decided', async () => {
    world = await makeWorld((round) => [honest(round, 0), once(() => false, honest(round, 1))])
    const { chain, round } = world
    chain.setTime(deadline + 1)
    const { url } = await world.start({ deadlines: { ...short, resolveMs: 1_000, patienceMs: 1_000 } })
    chain.ask(round)
    await until(async () => asks(world, 1) >= 2)
    expect(await statusOf(url), 'one of two is not two thirds').to.equal(503)
    chain.setTime(readyAt)
    expect(statusesOf(await sealed(url, round, 'answers'))).to.deep.equal(['ok', 'silent'])
  })

  it('SPEC §1: of a high or low nobody is asked before, so that nobody can be too early', async () => {
    const question =
      '§question ?\n§rule\nsource:coingecko:bitcoin\nmetric:price_usd_high\nop:gte\ntarget:75000'
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1)], { question })
    const { chain, round, workers } = world
    chain.setTime(readyAt - 1_000)
    const { url } = await world.start()
    chain.ask(round)
    await until(async () => world.lines.some(({ msg }) => msg === 'a round begins'))
    expect(await statusOf(url)).to.equal(503)
    expect(workers.map(({ asked }) => asked.length)).to.deep.equal([0, 0])
    chain.setTime(readyAt)
    expect(statusesOf(await sealed(url, round, 'answers'))).to.deep.equal(['ok', 'ok'])
  })

  it('AUDIT C8: outlives a gateway that was killed in between, and waits for nobody who is gone', async () => {
    let isReady = false
    world = await makeWorld((round) => [0, 1].map((i) => once(() => isReady, honest(round, i))))
    const { chain, round } = world
    chain.setTime(deadline)
    const first = await world.start()
    chain.ask(round)
    await until(async () => asks(world, 0) >= 1 && asks(world, 1) >= 1)
    // As kill -9 leaves it: workers in the hands of a process that is gone, for much longer than the phase.
    await first.gateway.store.query(
      `update replies set claimed_by = 'gone', lease_until = now() + interval '1 hour'`,
    )
    await first.stop()
    isReady = true
    chain.setTime(readyAt + 7_200)
    const second = await world.start({ deadlines: { ...short, leaseMs: 600_000 } })
    expect(statusesOf(await sealed(second.url, round, 'answers'))).to.deep.equal(['ok', 'ok'])
  })

  it('AUDIT C4: 429, 502, 503 and 504 are asked again until the phase ends, and 500 is final', async () => {
    const failing =
      (status: number, times: number, then: Behaviour): Behaviour =>
      (path, body, response, calls) =>
        path === '/a2a/resolve' && calls <= times
          ? send(response, 'no', status)
          : then(path, body, response, calls)
    world = await makeWorld((round) => [
      ...[429, 502, 503, 504].map((status, i) => failing(status, 2, honest(round, i))),
      failing(500, 2, honest(round, 4)),
      failing(502, 1_000, honest(round, 5)),
    ])
    const { chain, round } = world
    const { url } = await world.start({ deadlines: { ...short, patienceMs: 3_000 } })
    chain.ask(round)
    const statuses = statusesOf(await sealed(url, round, 'answers'))
    expect(statuses).to.deep.equal(['ok', 'ok', 'ok', 'ok', 'http-error', 'http-error'])
    expect([asks(world, 0), asks(world, 4)]).to.deep.equal([3, 1])
    expect(asks(world, 5)).to.be.above(3)
  })

  it('one trace id goes from the first request to the seal', async () => {
    const seen = new Set<string | undefined>()
    world = await makeWorld((round) => [
      async (path, body, response, calls) => {
        seen.add(Trace.read(response.req.headers.traceparent as string)?.traceId)
        return honest(round, 0)(path, body, response, calls)
      },
    ])
    const { chain, round } = world
    const { url } = await world.start()
    chain.ask(round)
    await sealed(url, round, 'defences')
    const { traceId } = Trace.ofRound(round)
    expect([...seen]).to.deep.equal([traceId])
    for (const step of ['a round begins', 'workers were asked', 'the round is sealed'])
      expect(
        world.lines.find(({ msg }) => msg === step),
        step,
      ).to.include({ trace_id: traceId })
    expect(await attest(round, 0, replyOf('75120.5'))).to.have.property('attestation')
  })
})
