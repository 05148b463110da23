import { expect } from 'chai'
import { doorOf, perAddressOf } from '../../../services/http/doorOf.ts'

describe('doorOf', () => {
  const atOnce = { connections: 9, requests: 1 }

  it('limits each caller to the configured rate, and to so many requests at once', () => {
    const rate = { perSecond: 0.001, burst: 2 }
    const { rateLimit, inFlight } = doorOf({ rate, atOnce, trustedProxyHeader: null }, [])
    expect([1, 2].map(() => rateLimit!.take('one'))).to.deep.equal([0, 0])
    expect(rateLimit!.take('one')).to.be.above(0)
    expect(rateLimit!.take('other')).to.equal(0)
    expect(inFlight!.begin('one')).to.not.equal(null)
    expect(inFlight!.begin('one')).to.equal(null)
  })

  it('limits no caller without a rate and caps, and passes on who may call', () => {
    expect(doorOf({ rate: null, atOnce: null, trustedProxyHeader: 'x-real-ip' }, ['ab'])).to.deep.equal({
      rateLimit: null,
      inFlight: null,
      callers: { tokenHashes: ['ab'], trustedProxyHeader: 'x-real-ip' },
    })
  })

  it('AUDIT C7: connections are counted where callers connect themselves, and not behind a proxy', () => {
    const rate = null
    expect(perAddressOf({ rate, atOnce, trustedProxyHeader: null })).to.equal(9)
    expect(perAddressOf({ rate, atOnce, trustedProxyHeader: 'x-real-ip' })).to.equal(null)
    expect(perAddressOf({ rate, atOnce: null, trustedProxyHeader: null })).to.equal(null)
  })
})
