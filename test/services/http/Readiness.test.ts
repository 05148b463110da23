import { expect } from 'chai'
import { chainReadiness, maxLagOf, probeReadiness } from '../../../services/http/Readiness.ts'

describe('readiness by a question', () => {
  it('does not hang with a store that never answers', async () => {
    const { reason } = await probeReadiness(() => new Promise(() => {}), { now: () => 0 })()
    expect(reason).to.equal('store: away')
  })
})

describe('readiness of a chain', () => {
  it('is that it answers, and that its newest block is not old where blocks come by themselves', async () => {
    let [now, isAway] = [1_000_000, false]
    const chain = {
      async head() {
        if (isAway) throw new Error('https://node.example/secret-key')
        return { number: 7n, timestamp: 1_000 }
      },
    }
    const read = chainReadiness(chain, { maxLagS: 60, now: () => now })
    expect((await read()).reason).to.equal(null)
    now = 1_061_000
    expect(await read()).to.deep.equal({
      value: { number: 7n, timestamp: 1_000 },
      reason: 'chain: the newest block is 61 s old',
    })
    const patient = chainReadiness(chain, { maxLagS: null, now: () => now })
    expect((await patient()).reason).to.equal(null)
    isAway = true
    now += 5_000
    expect(await patient()).to.deep.equal({ value: null, reason: 'chain: away' })
  })

  it('local chains may stand still, unless the config says otherwise', () => {
    expect([
      maxLagOf(undefined, 31_337),
      maxLagOf(undefined, 1),
      maxLagOf(20, 31_337),
      maxLagOf(null, 1),
    ]).to.deep.equal([null, 300, 20, null])
  })
})
