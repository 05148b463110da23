import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { callerOf } from '../../../services/http/caller.ts'
import { RefusedError } from '../../../services/http/Failure.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const open = { tokenHashes: [], trustedProxyHeader: null }
const behindProxy = { tokenHashes: [], trustedProxyHeader: 'x-forwarded-for' }
const of = (address: string, headers: Record<string, string> = {}, options: typeof open = open) =>
  callerOf(new Headers(headers), address, options)

describe('who calls', () => {
  describe('by address', () => {
    it('is one caller for both spellings of an IPv4 address', () => {
      expect(of('203.0.113.7')).to.equal('address:203.0.113.7')
      expect(of('::ffff:203.0.113.7')).to.equal('address:203.0.113.7')
    })

    it('is one caller for a whole /64 of IPv6, and another for the next', () => {
      expect(of('2001:db8:0:1::1')).to.equal(of('2001:db8:0:1:ffff:ffff:ffff:ffff'))
      expect(of('2001:db8:0:1::1')).not.to.equal(of('2001:db8:0:2::1'))
    })

    it('is unknown where the address cannot be read', () => {
      for (const address of ['', 'localhost', '999.1.1.1']) expect(of(address)).to.equal('address:unknown')
    })

    it('does not believe a header unless a proxy of ours sets it', () => {
      const headers = { 'x-forwarded-for': '198.51.100.1' }
      expect(of('203.0.113.7', headers)).to.equal('address:203.0.113.7')
      expect(of('203.0.113.7', headers, behindProxy as never)).to.equal('address:198.51.100.1')
    })

    it('believes only the last address of the header, which the proxy itself saw', () => {
      const headers = { 'x-forwarded-for': '10.0.0.1, 198.51.100.1 , 198.51.100.2' }
      expect(of('203.0.113.7', headers, behindProxy as never)).to.equal('address:198.51.100.2')
    })

    it('falls back to the connection where the proxy says nothing', () => {
      expect(of('203.0.113.7', {}, behindProxy as never)).to.equal('address:203.0.113.7')
    })
  })

  describe('by token', () => {
    const options = { tokenHashes: [hashOf('right'), hashOf('other')], trustedProxyHeader: null }
    const by = (authorization?: string) =>
      callerOf(new Headers(authorization === undefined ? {} : { authorization }), '203.0.113.7', options)

    it('is the hash of the token, never the token', () => {
      expect(by('Bearer right')).to.equal(`token:${hashOf('right')}`)
      expect(by('bearer other')).to.equal(`token:${hashOf('other')}`)
    })

    it('is refused without a token, with another one, and with more than a token', () => {
      for (const header of [
        undefined,
        '',
        'right',
        'Basic right',
        'Bearer wrong',
        'Bearer right x',
        'Bearer ',
      ])
        expect(() => by(header), String(header))
          .to.throw(RefusedError)
          .that.includes({ reason: 'unauthorized' })
    })

    it('is refused with a token that is too long, before it is hashed', () => {
      const long = 'x'.repeat(513)
      const known = { tokenHashes: [hashOf(long)], trustedProxyHeader: null }
      const call = () => callerOf(new Headers({ authorization: `Bearer ${long}` }), '', known)
      expect(call).to.throw(RefusedError)
    })

    it('is told how to ask', () => {
      try {
        by()
        expect.fail('It was let in.')
      } catch (error) {
        expect((error as RefusedError).headers).to.deep.equal({ 'www-authenticate': 'Bearer' })
        expect((error as Error).message).not.to.contain('right')
      }
    })
  })
})
