import { expect } from 'chai'
import { type HealthParts, health, makeHealth } from '../../../workers/sdk/health.ts'
import { chainId, fakeChain, market } from './workers.ts'

const parts: HealthParts = {
  agentId: 3,
  personality: 'own',
  signer: null,
  signing: 'off: no key',
  readStore: async () => ({ value: true, reason: null }),
  chain: null,
  maxLagS: null,
  queue: { running: 1, waiting: 2 },
  stopping: new AbortController().signal,
  now: () => 0,
}
const read = async (changes: Partial<HealthParts> = {}) =>
  health.parse(await makeHealth({ ...parts, ...changes })())

describe('the health of a worker', () => {
  it('is ready with a store and without a chain', async () => {
    let now = 5_000
    const of = makeHealth({ ...parts, now: () => now })
    now = 65_900
    const found = health.parse(await of())
    expect(found).to.deep.include({
      ready: true,
      reasons: [],
      chain: null,
      uptime_s: 60,
      store: { ok: true },
    })
    expect(found.queue).to.deep.equal({ running: 1, waiting: 2 })
  })

  it('AUDIT B6: is not ready while its model fails, and says why in one word', async () => {
    const model = { name: 'anthropic:m', ok: false, cause: 'quota', failed_at: 9 } as const
    const found = await read({ model: () => model })
    expect(found).to.deep.include({ ready: false, reasons: ['model: quota'], model })
    const well = { ...model, ok: true, cause: null, failed_at: null }
    expect(await read({ model: () => well })).to.deep.include({ ready: true, reasons: [], model: well })
    expect((await read()).model).to.equal(null)
  })

  it('shows the block of the chain', async () => {
    const found = await read({ chain: fakeChain() })
    expect(found.chain).to.deep.include({ ok: true, chain_id: chainId, market, block: 10 })
  })

  it('AUDIT C5: asks the chain once in five seconds, however often it is asked itself', async () => {
    let [calls, now] = [0, 65_000]
    const fake = fakeChain()
    const head = async () => {
      calls++
      return fake.head()
    }
    const of = makeHealth({ ...parts, chain: { chainId, market, head }, now: () => now })
    const at = async (time: number) => {
      now = time
      return (await of()).chain?.ok
    }
    expect(await Promise.all([at(65_000), at(65_000), at(69_999)])).to.deep.equal([true, true, true])
    expect(calls).to.equal(1)
    fake.isBroken = true
    expect(await at(69_999)).to.equal(true)
    expect(await at(70_000), 'later').to.equal(false)
    fake.isBroken = false
    expect(await at(70_001), 'a failure is kept as long').to.equal(false)
    expect(await at(60_000), 'a clock that was set back').to.equal(true)
    expect(calls).to.equal(3)
  })

  it('AUDIT C8: is not ready without its store, without its chain, or while it stops, and says why', async () => {
    const chain = fakeChain()
    chain.isBroken = true
    const full = async () => ({ value: null, reason: 'store: full' })
    for (const [changes, reason] of [
      [{ readStore: full }, 'store: full'],
      [{ chain }, 'chain: away'],
      [{ stopping: AbortSignal.abort() }, 'stopping'],
    ] as const)
      expect(await read(changes)).to.deep.include({ live: true, ready: false, reasons: [reason] })
  })

  it('is not ready while its chain stands still, where it must not', async () => {
    const chain = fakeChain()
    const { timestamp } = await chain.head()
    const found = await read({ chain, maxLagS: 60, now: () => (timestamp + 61) * 1_000 })
    expect(found.reasons).to.deep.equal(['chain: the newest block is 61 s old'])
    expect(found.chain).to.deep.include({ ok: false, block: 10 })
  })
})
