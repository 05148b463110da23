import { expect } from 'chai'
import { health, readHealth } from '../../../workers/sdk/health.ts'
import { chainId, fakeChain, market } from './workers.ts'

const parts = {
  agentId: 3,
  personality: 'own',
  signer: null,
  signing: 'off: no key' as const,
  askStore: async () => undefined,
  chain: null,
  queue: { running: 1, waiting: 2 },
  stopping: new AbortController().signal,
  now: 65_900,
  startedAt: 5_000,
}

describe('readHealth', () => {
  it('is ready with a store and without a chain', async () => {
    const found = health.parse(await readHealth(parts))
    expect(found).to.deep.include({ ready: true, chain: null, uptime_s: 60, store: { ok: true } })
    expect(found.queue).to.deep.equal({ running: 1, waiting: 2 })
  })

  it('shows the block of the chain', async () => {
    const found = health.parse(await readHealth({ ...parts, chain: fakeChain() }))
    expect(found.chain).to.deep.include({ ok: true, chain_id: chainId, market, block: 10 })
  })

  it('asks the chain once in two seconds, however often it is asked itself', async () => {
    let calls = 0
    const fake = fakeChain()
    const head = async () => {
      calls++
      return fake.head()
    }
    const chain = { chainId, market, head }
    const at = async (now: number) => (await readHealth({ ...parts, chain, now })).chain?.ok
    expect(await Promise.all([at(65_000), at(65_000), at(66_999)])).to.deep.equal([true, true, true])
    expect(calls).to.equal(1)
    fake.isBroken = true
    expect(await at(66_999)).to.equal(true)
    expect(await at(67_000), 'later').to.equal(false)
    fake.isBroken = false
    expect(await at(67_001), 'a failure is kept as long').to.equal(false)
    expect(await at(60_000), 'a clock that was set back').to.equal(true)
    expect(calls).to.equal(3)
  })

  it('is not ready without its store, without its chain, or while it stops', async () => {
    const chain = fakeChain()
    chain.isBroken = true
    const askStore = () => Promise.reject(new Error('gone'))
    const ready = async (changes: object) => (await readHealth({ ...parts, ...changes })).ready
    expect(await ready({ askStore })).to.equal(false)
    expect(await ready({ chain })).to.equal(false)
    expect(await ready({ stopping: AbortSignal.abort() })).to.equal(false)
  })
})
