import { expect } from 'chai'
import { RoundFile, Schema } from '../../protocol/index.ts'
import { attest, replyOf } from '../helpers/round.ts'
import { answering, honest, send } from './fakeWorker.ts'
import { makeWorld, sealed, type World } from './gateways.ts'

const batchOf = (text: string): RoundFile.Batch => Schema.read(RoundFile.batch, JSON.parse(text))

describe('a gateway that asks a worker', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('tries again a worker that asks for patience, and one that is not up yet', async () => {
    world = await makeWorld((round) => [
      answering(
        async (response, calls) =>
          calls < 3
            ? send(response, {}, 503, { 'retry-after': '0' })
            : send(response, await attest(round, 0, replyOf('75120.5'))),
        honest(round, 0),
      ),
      answering(
        async (response, calls) =>
          calls < 2 ? response.destroy() : send(response, await attest(round, 1, replyOf('75120.5'))),
        honest(round, 1),
      ),
      answering((response) => send(response, {}, 500), honest(round, 2)),
    ])
    const { round, chain, workers } = world
    const { url } = await world.start({
      deadlines: { resolveMs: 10_000, challengeMs: 4_000, patienceMs: 10_000 },
    })
    chain.ask(round)
    const { items } = batchOf(await sealed(url, round, 'answers'))
    expect(items.map(({ status }) => status)).to.deep.equal(['ok', 'ok', 'http-error'])
    const resolves = (i: number) => workers[i]!.asked.filter(({ path }) => path === '/a2a/resolve').length
    expect([resolves(0), resolves(1), resolves(2)]).to.deep.equal([3, 2, 1])
  })

  it('sends a worker its own token, and nobody else’s', async () => {
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1)])
    const { round, chain, workers } = world
    const { url } = await world.start(
      { workerTokens: [{ origin: workers[0]!.url, tokenEnv: 'TOKEN' }] },
      { env: { TOKEN: 'open-sesame' } },
    )
    chain.ask(round)
    await sealed(url, round, 'defences')
    expect(workers[0]!.asked.map(({ authorization }) => authorization)).to.deep.equal([
      'Bearer open-sesame',
      'Bearer open-sesame',
    ])
    expect(workers[1]!.asked.map(({ authorization }) => authorization)).to.deep.equal([undefined, undefined])
    expect(JSON.stringify(world.lines)).to.not.include('open-sesame')
  })
})
