import { expect } from 'chai'
import type { Gateway } from '../../gateway/Gateway.ts'
import { unreported } from '../../gateway/Reports.ts'
import { Publication, type RoundFile, Score } from '../../protocol/index.ts'
import { decide } from './decide.ts'
import { honest } from './fakeWorker.ts'
import { makeWorld, until, type World } from './gateways.ts'

const dimensions = Score.all(60)

describe('what a gateway publishes late', function () {
  this.timeout(180_000)
  let world: World
  let url: string
  let gateway: Gateway
  afterEach(() => world?.end())

  const at = () => `${url}/rounds/${world.round.marketId}/${world.round.round}`

  const published = (): Promise<RoundFile.RoundFile> =>
    until(async () => {
      const response = await fetch(at())
      return response.status === 200 ? ((await response.json()) as RoundFile.RoundFile) : false
    })

  const post = (body: unknown) =>
    fetch(at(), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function begin(make: Parameters<typeof makeWorld>[0], config: object = {}) {
    world = await makeWorld(make)
    ;({ url, gateway } = await world.start(config))
    world.chain.ask(world.round)
    return world
  }

  it('keeps what it is told before the report is seen', async () => {
    const { round, chain } = await begin((some) => [honest(some, 0), honest(some, 1), honest(some, 2)])
    const { reported } = await decide(url, round, { dimensions })
    const told = { ...Publication.nothing, evaluations: [0, 1, 2].map((index) => ({ index, dimensions })) }
    const early = await post(told)
    expect([early.status, await early.json()]).to.deep.equal([202, { published: false }])
    chain.report(reported)
    expect(await published()).to.deep.include({ evaluations: told.evaluations })
  })

  it('AUDIT C5: forgets a sealed round whose market expired, and looks for its report no more', async () => {
    const { round, chain } = await begin((some) => [honest(some, 0), honest(some, 1)], {
      watch: { pollMs: 20, sweepMs: 50 },
    })
    await decide(url, round)
    let searches = 0
    const { findReport } = chain
    chain.findReport = (...words) => {
      searches++
      return findReport(...words)
    }
    chain.rounds.delete(round.marketId)
    await until(async () => world.lines.some(({ msg }) => String(msg).includes('its market has no report')))
    const { store } = gateway
    expect([searches, await unreported(store, chain)]).to.deep.equal([3, []])
  })

  it('finds a report whose event it missed', async () => {
    const { round, chain } = await begin((some) => [honest(some, 0), honest(some, 1)])
    const { reported } = await decide(url, round)
    const { eventsBetween } = chain
    chain.eventsBetween = async (from, to) => ({ ...(await eventsBetween(from, to)), reported: [] })
    chain.report(reported)
    expect((await published()).report.round_root).to.equal(reported.roundRoot)
  })
})
