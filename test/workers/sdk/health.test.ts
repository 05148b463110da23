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
