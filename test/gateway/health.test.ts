import { expect } from 'chai'
import type { Gateway } from '../../gateway/Gateway.ts'
import { health, makeHealth } from '../../gateway/health.ts'
import { FullError } from '../../services/store/Store.ts'

const readHealth = (gateway: Gateway) => makeHealth(gateway, { maxLagS: null })()

describe('the health of a gateway', () => {
  const away = async () => {
    throw new Error('https://node.example/secret-key is away')
  }
  function make(
    changes: { store?: () => Promise<unknown>; head?: () => Promise<unknown>; stop?: boolean } = {},
  ) {
    const stopping = new AbortController()
    if (changes.stop) stopping.abort()
    return {
      store: { query: changes.store ?? (async () => [{ market_id: 1n, round: 1n }]) },
      chain: {
        chainId: 31_337,
        market: `0x${'ab'.repeat(20)}`,
        head: changes.head ?? (async () => ({ number: 12n, timestamp: 34 })),
      },
      deadlines: { resolveMs: 30_000, challengeMs: 15_000, patienceMs: 60_000, leaseMs: 60_000 },
      now: () => 65_999,
      stopping: stopping.signal,
    } as unknown as Gateway
  }

  it('is good where store and chain answer', async () => {
    const found = await readHealth(make())
    expect(health.parse(found)).to.deep.equal({
      live: true,
      ready: true,
      reasons: [],
      store: { ok: true },
      chain: { ok: true, chain_id: 31_337, market: `0x${'ab'.repeat(20)}`, block: 12, block_time: 34 },
      open_rounds: 1,
      deadlines_ms: { resolve: 30_000, challenge: 15_000, patience: 60_000 },
      uptime_s: 0,
    })
  })

  it('says which of them is away, and nothing of why', async () => {
    const noStore = await readHealth(make({ store: away }))
    expect([noStore.ready, noStore.store.ok, noStore.chain.ok, noStore.open_rounds]).to.deep.equal([
      false,
      false,
      true,
      null,
    ])
    const noChain = await readHealth(make({ head: away }))
    expect([noChain.ready, noChain.store.ok, noChain.chain.ok, noChain.chain.block]).to.deep.equal([
      false,
      true,
      false,
      null,
    ])
    expect(JSON.stringify([noStore, noChain])).not.to.contain('secret')
    for (const found of [noStore, noChain]) expect(health.safeParse(found).success).to.equal(true)
  })

  it('AUDIT C3, C8: says why it is not ready, also where the store can be read and not written', async () => {
    const full = async (sql: string) => {
      if (sql.startsWith('insert into store.probes')) throw new FullError('53100')
      return []
    }
    const found = await readHealth(make({ store: full as () => Promise<unknown>, head: away, stop: true }))
    expect(found.reasons).to.deep.equal(['store: full', 'chain: away', 'stopping'])
    expect(found.open_rounds).to.equal(0)
  })

  it('is not ready while it stops', async () => {
    expect(await readHealth(make({ stop: true }))).to.include({ live: true, ready: false })
  })

  it('does not hang with a chain that never answers', async () => {
    const found = await readHealth(make({ head: () => new Promise(() => {}) }))
    expect(found.chain.ok).to.equal(false)
  })
})
