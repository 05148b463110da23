import { expect } from 'chai'
import type { Hex } from 'viem'
import * as Records from '../../keeper/Records.ts'
import { openTemporaryStore } from '../../local/openStores.ts'
import { Address } from '../../protocol/index.ts'
import type { Store } from '../../services/store/Store.ts'
import { headAt } from './markets.ts'

const purse = { chainId: 1, market: Address.of(`0x${'aa'.repeat(20)}`), sender: `0x${'bb'.repeat(20)}` }
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`
const attempt = (n: number, maxFeePerGas = 10n) => ({
  ...{ hash: hash(n), raw: '0x01' as const, maxFeePerGas, maxPriorityFeePerGas: 1n, sentBlock: n },
})
const slot = (nonce: number) => ({
  ...{
    nonce,
    gas: 100n,
    to: `0x${'cc'.repeat(20)}` as const,
    data: '0xab' as const,
    attempt: attempt(nonce),
  },
  call: { kind: 'settle', marketId: nonce + 1, seat: null } as const,
})

describe('what a keeper keeps', function () {
  this.timeout(60_000)
  let store: Store
  before(async () => {
    store = await openTemporaryStore('keeper')
  })
  after(() => store?.close())
  beforeEach(() => store.query('delete from calls'))
  const keep = (nonce: number, time = 1_000) => Records.keepCall(store, purse, slot(nonce), headAt(time))

  it('gives calls back as they were, in the order of their nonces, with all that was signed for them', async () => {
    await keep(1)
    await keep(0)
    const [first] = await Records.openSlots(store, purse)
    await Records.keepReplacement(store, purse, first!, { ...first!, attempt: attempt(7, 20n) })
    const found = await Records.openSlots(store, purse)
    expect(found.map(({ nonce, attempts }) => [nonce, attempts.map((one) => one.hash)])).to.deep.equal([
      [0, [hash(0), hash(7)]],
      [1, [hash(1)]],
    ])
    expect(found[1]).to.deep.include({ nonce: 1, gas: 100n, data: '0xab', state: 'open', call: slot(1).call })
    expect(await Records.openSlots(store, { ...purse, sender: `0x${'dd'.repeat(20)}` })).to.deep.equal([])
  })

  it('a nonce on its way is not given to another call by mistake', async () => {
    await keep(0)
    expect(await keep(0).catch((error) => error.code)).to.equal('23505')
  })

  it('counts what calls on their way may cost, and what those in blocks did', async () => {
    await keep(0)
    await keep(1)
    expect(await Records.spentSince(store, purse, 0)).to.equal(2_000n)
    await Records.noteMined(store, purse, 0, { block: 5, isReverted: false, gasUsed: 9n, cost: 10n ** 20n })
    expect(await Records.spentSince(store, purse, 0)).to.equal(1_000n + 10n ** 20n)
    expect(
      await Records.spentSince(store, purse, 1_000),
      'what is still on its way counts for ever',
    ).to.equal(1_000n)
  })

  it('forgets what is over and old, and nothing else', async () => {
    await keep(0)
    await keep(1)
    await Records.noteLost(store, purse, 0)
    await Records.forgetBefore(store, purse, 2_000)
    const rows = await store.query<{ nonce: bigint }>('select nonce from calls')
    expect(rows.map(({ nonce }) => nonce)).to.deep.equal([1n])
  })

  it('is of one chain: the same number with another first block is refused', async () => {
    await Records.claimPlace(store, purse, hash(1))
    await Records.claimPlace(store, purse, hash(1))
    const error = await Records.claimPlace(store, purse, hash(2)).catch((one) => one)
    expect(error.name).to.equal('Keeper.OtherChainStoreError')
  })

  it('knows refused seats and markets that are over', async () => {
    for (const _ of [1, 2]) await Records.keepRefusal(store, purse, 4, 33)
    expect(await Records.refusedSeats(store, purse, 4)).to.deep.equal(new Set([33]))
    for (const _ of [1, 2]) await Records.keepDone(store, purse, 8)
    expect(await Records.doneMarkets(store, purse)).to.deep.equal(new Set([8]))
  })
})
