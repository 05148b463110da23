import { expect } from 'chai'
import { hexToString } from 'viem'
import { testAccount } from '../../../cli/chain/account.ts'
import { identityRegistryAbi } from '../../../deployments/abi/index.ts'
import { Closing } from '../../../local/Closing.ts'
import { deployLocal, type LocalPlace } from '../../../local/deployLocal.ts'
import { openTemporaryStore } from '../../../local/openStores.ts'
import { startPageWorld } from '../../../local/pages/pageWorld.ts'
import { startSources } from '../../../local/sources/startSources.ts'
import { firstDay, type LocalChain, startChain } from '../../../local/startChain.ts'
import {
  firstWorker,
  type LocalWorker,
  OtherIdError,
  startWorkers,
} from '../../../local/workers/startWorkers.ts'
import { Address } from '../../../protocol/index.ts'

describe('local workers', function () {
  this.timeout(60_000)
  const closing = new Closing()
  const told: object[] = []
  let around: Parameters<typeof startWorkers>[0]
  let chain: LocalChain
  let place: LocalPlace
  let workers: readonly LocalWorker[]

  before(async () => {
    const opening = closing.opened(openTemporaryStore('agent'), (one) => one.close())
    chain = await closing.opened(startChain(), (one) => one.stop())
    place = await closing.opened(deployLocal(chain), (one) => one.forget())
    const register = { chainId: 31_337, address: Address.of(place.at('SourceKeys')) }
    const sources = await closing.opened(startSources({ seed: 1, around: firstDay, register }), (one) =>
      one.stop(),
    )
    const pages = await closing.opened(startPageWorld(), (one) => one.stop())
    around = { chain, place, sources, store: await opening, network: pages.network }
    const own = async (worker: object) => {
      told.push(worker)
      return { url: 'http://127.0.0.1:9', stop: async () => {} }
    }
    const starting = startWorkers(around, [
      { kind: 'honest', personality: 'aap' },
      { kind: 'silent' },
      { kind: 'malformed' },
      { kind: 'liar', personality: 'panel', liesIn: () => true },
      { kind: 'own', start: own },
    ])
    workers = await closing.opened(starting, (all) => Promise.all(all.map((one) => one.stop())))
  })
  after(() => closing.close())

  const post = async ({ url }: LocalWorker, signal = AbortSignal.timeout(5_000)) =>
    await fetch(`${url}/a2a/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      signal,
    })

  it('have ids from 0 on, and accounts one after the other', () => {
    expect(workers.map(({ agentId, account }) => [agentId, account])).to.deep.equal(
      [0, 1, 2, 3, 4].map((id) => [id, firstWorker + id]),
    )
    expect(told).to.deep.equal([{ agentId: 4, account: firstWorker + 4 }])
  })

  it('are registered by their own accounts, with where they listen', async () => {
    for (const { agentId, account, url } of workers) {
      const at = { address: place.at('IdentityRegistry'), abi: identityRegistryAbi } as const
      const [owner, endpoint] = await Promise.all([
        chain.client.readContract({ ...at, functionName: 'ownerOf', args: [BigInt(agentId)] }),
        chain.client.readContract({ ...at, functionName: 'getMetadata', args: [BigInt(agentId), 'a2a'] }),
      ])
      expect(owner).to.equal(testAccount(account).address)
      expect(hexToString(endpoint)).to.equal(url)
    }
  })

  it('behave as their roles say: by the rules, without a word, or out of form', async () => {
    const [honest, silent, malformed, liar] = workers
    for (const agent of [honest!, liar!]) {
      const reply = await post(agent)
      expect(reply.status, 'an agent refuses what is no question').to.equal(400)
    }
    expect(await (await post(malformed!)).json()).to.have.property('determination', 'probably')
    const unheard = await post(silent!, AbortSignal.timeout(50)).catch((error) => error)
    expect(unheard.name).to.equal('TimeoutError')
  })

  it('say so where somebody else registers on the same chain', async () => {
    const own = async () => ({ url: 'http://127.0.0.1:9', stop: async () => {} })
    const error = await startWorkers(around, [{ kind: 'own', start: own }]).catch((one) => one)
    expect(error).to.be.instanceOf(OtherIdError)
    expect(error.message).to.equal('The registry gave agent 0 the id 5: somebody else registers here.')
  })

  it('that do not start are an error, and nobody is registered', async () => {
    let stopped = 0
    const other = async () => ({ url: 'http://127.0.0.1:9', stop: async () => void stopped++ })
    const own = async () => Promise.reject(new Error('its port is taken'))
    const block = await chain.client.getBlockNumber()
    const roles = [other, own].map((start) => ({ kind: 'own' as const, start }))
    expect(await startWorkers(around, roles).catch((error) => error.message)).to.equal('its port is taken')
    expect(stopped, 'the one that did start is stopped').to.equal(1)
    expect(await chain.client.getBlockNumber()).to.equal(block)
  })
})
