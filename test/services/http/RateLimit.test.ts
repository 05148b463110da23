import { expect } from 'chai'
import { makeRateLimit } from '../../../services/http/RateLimit.ts'

describe('a rate limit', () => {
  function limited(rate: { perSecond: number; burst: number }, callers?: number) {
    const clock = { now: 0 }
    const limit = makeRateLimit(rate, {
      now: () => clock.now,
      ...(callers === undefined ? {} : { callers }),
    })
    return { clock, take: (caller = 'a') => limit.take(caller) }
  }

  it('lets a burst through, and then says how long to wait', () => {
    const { take } = limited({ perSecond: 0.5, burst: 3 })
    expect([take(), take(), take(), take()]).to.deep.equal([0, 0, 0, 2])
  })

  it('fills again with time, up to the burst', () => {
    const { clock, take } = limited({ perSecond: 1, burst: 2 })
    expect([take(), take(), take()]).to.deep.equal([0, 0, 1])
    clock.now = 1
    expect([take(), take()]).to.deep.equal([0, 1])
    clock.now = 1_000
    expect([take(), take(), take()]).to.deep.equal([0, 0, 1])
  })

  it('does not make a caller pay for calls that were refused', () => {
    const { clock, take } = limited({ perSecond: 1, burst: 1 })
    take()
    for (let i = 0; i < 100; i++) expect(take()).to.equal(1)
    clock.now = 1
    expect(take()).to.equal(0)
  })

  it('asks for a whole second at least', () => {
    const { take } = limited({ perSecond: 1_000, burst: 1 })
    take()
    expect(take()).to.equal(1)
  })

  it('counts each caller alone', () => {
    const { take } = limited({ perSecond: 1, burst: 1 })
    expect([take('a'), take('b'), take('a'), take('b')]).to.deep.equal([0, 0, 1, 1])
  })

  it('forgets the caller that was quiet the longest, so that its table stays small', () => {
    const { take } = limited({ perSecond: 1, burst: 1 }, 2)
    take('a')
    take('b')
    take('a')
    take('c')
    expect(take('a'), 'a called after b').to.equal(1)
    expect(take('b'), 'b was forgotten').to.equal(0)
  })
})
