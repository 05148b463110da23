import { expect } from 'chai'
import { backUp, restore } from '../../services/store/backup.ts'
import { openStore } from '../../services/store/openStore.ts'
import { postgres } from '../helpers/postgres.ts'
import { decide } from './decide.ts'
import { honest } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

describe('a gateway on a restored database', function () {
  this.timeout(300_000)
  let world: World
  afterEach(() => world?.end())

  it('serves the same bytes as before: replies, defences and the published round', async function () {
    const server = await postgres()
    if (server === null) return this.skip()
    world = await makeWorld((round) => [honest(round, 0), honest(round, 1), honest(round, 2)])
    const { round, chain } = world
    const [old, fresh] = [await server.freshDatabase(), await server.freshDatabase()]
    const startOn = (url: string) => world.start({ store: { urlEnv: 'DB' } }, { env: { DB: url } })
    const first = await startOn(old)
    chain.ask(round)
    const served = async (url: string) => ({
      answers: await sealed(url, round, 'answers'),
      defences: await sealed(url, round, 'defences'),
      file: await until(async () => {
        const response = await fetch(`${url}/rounds/${round.marketId}/${round.round}`)
        return response.status === 200 ? response.text() : false
      }),
    })
    await sealed(first.url, round, 'answers')
    await sealed(first.url, round, 'defences')
    chain.report((await decide(first.url, round)).reported)
    const before = await served(first.url)

    // While the gateway runs, as an operator would.
    const lines: string[] = []
    const from = await openStore({ url: old, schema: 'gateway' })
    await backUp(from, (line) => lines.push(line)).finally(() => from.close())
    await first.stop()
    for (const worker of world.workers) await worker.stop()
    const to = await openStore({ url: fresh, schema: 'gateway' })
    await restore(
      to,
      (async function* () {
        yield* lines
      })(),
    ).finally(() => to.close())

    const second = await startOn(fresh)
    expect(await served(second.url)).to.deep.equal(before)
    expect((await fetch(`${second.url}/ready`)).status).to.equal(200)
  })
})
