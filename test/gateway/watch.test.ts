import { expect } from 'chai'
import { RoundFile, Schema } from '../../protocol/index.ts'
import { honest } from './fakeWorker.ts'
import { batchUrl, makeWorld, sealed, until, type World } from './gateways.ts'

const batchOf = (text: string): RoundFile.Batch => Schema.read(RoundFile.batch, JSON.parse(text))

describe('a gateway that watches the chain', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('begins a round that a DON asks for before its event was seen', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain } = world
    const { url } = await world.start({ watch: { pollMs: 60_000 } })
    await until(async () => (await fetch(`${url}/health`)).ok)
    chain.ask(round)
    expect((await fetch(batchUrl(url, round, 'answers'))).status).to.equal(503)
    await sealed(url, round, 'answers')
  })

  it('finds a round whose event was dropped among those that wait', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain } = world
    const { url } = await world.start()
    await until(async () => (await fetch(`${url}/health`)).ok)
    chain.eventsBetween = async () => ({ marks: [], requested: [], reported: [], voided: [] })
    chain.ask(round)
    await until(async () => world.lines.some(({ msg }) => msg === 'the round is sealed'))
    expect(batchOf(await sealed(url, round, 'answers')).items.length).to.equal(1)
  })

  it('goes on by itself after the chain was away', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain } = world
    chain.break(true)
    const { url } = await world.start()
    chain.ask(round)
    expect((await fetch(batchUrl(url, round, 'answers'))).status).to.equal(503)
    chain.break(false)
    const { items } = batchOf(await sealed(url, round, 'answers'))
    expect(items[0]!.status).to.equal('ok')
  })
})
