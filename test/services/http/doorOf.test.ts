import { expect } from 'chai'
import { doorOf } from '../../../services/http/doorOf.ts'

describe('doorOf', () => {
  it('limits each caller to the configured rate', () => {
    const { rateLimit } = doorOf({ rate: { perSecond: 0.001, burst: 2 }, trustedProxyHeader: null }, [])
    expect([1, 2].map(() => rateLimit!.take('one'))).to.deep.equal([0, 0])
    expect(rateLimit!.take('one')).to.be.above(0)
    expect(rateLimit!.take('other')).to.equal(0)
  })

  it('limits no caller without a rate, and passes on who may call', () => {
    expect(doorOf({ rate: null, trustedProxyHeader: 'x-real-ip' }, ['ab'])).to.deep.equal({
      rateLimit: null,
      callers: { tokenHashes: ['ab'], trustedProxyHeader: 'x-real-ip' },
    })
  })
})
