import { expect } from 'chai'
import { FirstEditionStoreError } from '../../gateway/Records.ts'
import { Question } from '../../protocol/index.ts'
import { openStore } from '../../services/store/openStore.ts'
import type { Store } from '../../services/store/Store.ts'
import { postgres } from '../helpers/postgres.ts'
import { type Behaviour, honest } from './fakeWorker.ts'
import { makeWorld, sealed, until, type World } from './gateways.ts'

const never: Behaviour = () => {}

describe('what a gateway has collected', function () {
  this.timeout(180_000)
  let world: World
  afterEach(() => world?.end())

  it('SPEC §7: is served with the same bytes again, and after a restart', async () => {
    world = await makeWorld((round) => [honest(round, 0), never, honest(round, 2, '74000')])
    const { round, chain, workers } = world
    const first = await world.start()
    chain.ask(round)
    const windows = ['', '?from=0&count=2', '?from=2&count=2']
    const read = (url: string) =>
      Promise.all(
        ['answers', 'defences'].flatMap((phase) => windows.map((query) => sealed(url, round, phase, query))),
      )
    const before = await read(first.url)
    expect(await read(first.url)).to.deep.equal(before)
    await first.stop()
    const asked = workers.map((worker) => worker.asked.length)
    const second = await world.start()
    expect(await read(second.url)).to.deep.equal(before)
    // A market that is still pending is seen again at the start, and asked no second time.
    await until(async () => (await fetch(`${second.url}/health`)).ok)
    expect(workers.map((worker) => worker.asked.length)).to.deep.equal(asked)
  })

  it('is not mixed up with a round that a new chain has under the same number', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { round, chain, workers } = world
    const { url } = await world.start()
    chain.ask(round)
    const before = await sealed(url, round, 'answers')
    const asked = workers[0]!.asked.length
    chain.ask(Question.pose({ ...round, deadline: round.deadline + 1 }))
    await until(async () =>
      world.lines.some(
        ({ level, msg }) => level === 'error' && String(msg).includes('a number that is taken'),
      ),
    )
    expect(await sealed(url, round, 'answers')).to.equal(before)
    expect(workers[0]!.asked.length).to.equal(asked)
  })

  it('is refused by name where it is of the first edition, and nothing is begun', async () => {
    world = await makeWorld((round) => [honest(round, 0)])
    const { chain } = world
    const { gateway, stop } = await world.start()
    await gateway.store.query(
      `insert into rounds (chain_id, market, market_id, round, view, asked_block, edition)
       values ($1, $2, 1, 1, '{}', 1, 1)`,
      [chain.chainId, chain.market],
    )
    await stop()
    const failure = await world.start().catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(FirstEditionStoreError)
    expect(world.workers[0]!.asked).to.deep.equal([])
  })

  describe('on a server', () => {
    let url: string
    let store: Store
    beforeEach(async function () {
      const server = await postgres()
      if (server === null) return this.skip()
      url = await server.freshDatabase()
      store = await openStore({ url, schema: 'gateway' })
    })
    afterEach(() => store?.close())

    const shared = { store: { urlEnv: 'GATEWAY_DATABASE' } }
    const env = () => ({ env: { GATEWAY_DATABASE: url } })

    it('two processes never ask a worker twice, and serve the same bytes', async () => {
      const markets = [7, 8, 9, 10, 11]
      world = await makeWorld((round) => {
        const inMarket =
          (i: number): Behaviour =>
          (path, body, response, calls) => {
            const marketId = (body as { market_id: number }).market_id
            return honest({ ...round, marketId, workers: round.workers.slice(0, 4) }, i)(
              path,
              body,
              response,
              calls,
            )
          }
        return [0, 1, 2, 3].map(inMarket)
      })
      const { round, chain, workers } = world
      const both = await Promise.all([world.start(shared, env()), world.start(shared, env())])
      const rounds = markets.map((marketId) => ({ ...round, marketId }))
      for (const one of rounds) chain.ask(one)
      for (const one of rounds) {
        for (const phase of ['answers', 'defences']) {
          const [mine, yours] = await Promise.all(both.map((gateway) => sealed(gateway.url, one, phase)))
          expect(mine).to.equal(yours)
          expect(JSON.parse(mine!).items.map(({ status }: { status: string }) => status)).to.deep.equal(
            Array(4).fill('ok'),
          )
        }
      }
      for (const { asked } of workers) {
        expect(asked.length).to.equal(2 * markets.length)
        expect(new Set(asked.map((one) => JSON.stringify(one))).size).to.equal(asked.length)
      }
    })

    it('workers whose asker died are asked by another process after the lease, with a fresh deadline', async () => {
      world = await makeWorld((round) => [honest(round, 0), honest(round, 1)])
      const { round, chain, workers } = world
      const first = await world.start({ ...shared, watch: { pollMs: 60_000 } }, env())
      await until(async () => (await fetch(`${first.url}/health`)).ok)
      await first.stop()
      const place = [round.chainId, round.market, round.marketId, round.round]
      chain.ask(round)
      const view = JSON.stringify(await chain.readRound(round.marketId))
      await store.query(
        'insert into rounds (chain_id, market, market_id, round, view, asked_block) values ($1, $2, $3, $4, $5, 11)',
        [...place, view],
      )
      // One worker is known, the other one is being asked by somebody who is gone.
      await store.query(
        `insert into replies (chain_id, market, market_id, round, phase, place, agent_id, status, claimed_by, lease_until)
         values ($1, $2, $3, $4, 'answers', 0, 0, 'silent', 'gone', now()),
           ($1, $2, $3, $4, 'answers', 1, 1, null, 'gone', now() + interval '1500 milliseconds')`,
        place,
      )
      const second = await world.start(shared, env())
      const { items } = JSON.parse(await sealed(second.url, round, 'answers'))
      expect(items.map(({ status }: { status: string }) => status)).to.deep.equal(['silent', 'ok'])
      expect(workers[0]!.asked).to.deep.equal([])
      expect(workers[1]!.asked.length).to.equal(2)
    })

    it('a process that is stopped leaves its workers to the next one at once', async () => {
      let isStuck = true
      world = await makeWorld((round) => [
        honest(round, 0),
        (path, body, response, calls) =>
          isStuck ? undefined : honest(round, 1)(path, body, response, calls),
      ])
      const { round, chain, workers } = world
      const slow = {
        deadlines: { resolveMs: 30_000, challengeMs: 4_000, patienceMs: 30_000, leaseMs: 60_000 },
      }
      const first = await world.start({ ...shared, ...slow }, env())
      chain.ask(round)
      await until(async () => workers[1]!.asked.length === 1 && workers[0]!.asked.length === 1)
      await first.stop()
      isStuck = false
      const second = await world.start({ ...shared, ...slow }, env())
      const { items } = JSON.parse(await sealed(second.url, round, 'answers'))
      expect(items.map(({ status }: { status: string }) => status)).to.deep.equal(['ok', 'ok'])
      expect(workers[1]!.asked.map(({ path }) => path)).to.deep.equal([
        '/a2a/resolve',
        '/a2a/resolve',
        '/a2a/challenge',
      ])
    })

    it('nothing of it can be changed, not even by hand', async () => {
      world = await makeWorld((round) => [honest(round, 0)])
      const { round, chain } = world
      const gateway = await world.start(shared, env())
      chain.ask(round)
      await sealed(gateway.url, round, 'answers')
      const changes = [
        `update replies set reply = '{}'`,
        `update replies set status = 'silent', reply = null`,
        'delete from replies',
        `update rounds set phase = 'answers', sealed_at = null`,
        `update rounds set view = '{}'`,
        'delete from rounds',
      ]
      for (const change of changes) {
        const error = await store.query(change).catch((one) => one)
        expect(error, change).to.have.property('message').that.includes('is kept as it is')
      }
    })
  })
})
