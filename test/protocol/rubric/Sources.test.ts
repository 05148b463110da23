import { expect } from 'chai'
import fc from 'fast-check'
import * as Sources from '../../../protocol/rubric/Sources.ts'

describe('Sources.hostOf', () => {
  it('S1-17: is the host of a web address, without www', () => {
    expect(Sources.hostOf(' HTTPS://www.Reuters.com/sports?id=7#top ')).to.equal('reuters.com')
    expect(Sources.hostOf('http://user@example.org:443/a')).to.equal('example.org')
    expect(Sources.hostOf('https://example.org?x')).to.equal('example.org')
  })

  it('S1-33 C73: is null for what is not an address', () => {
    for (const text of [
      '',
      'Reuters',
      'https://',
      'javascript:alert(1)',
      'http://nohost',
      'https://.example.org',
      'https://example.org.',
      'https://a..b',
      'https://exa mple.org',
      `https://${'a'.repeat(260)}.org`,
    ])
      expect(Sources.hostOf(text), text).to.equal(null)
  })

  it('property: reads any address of the web, and nothing throws', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const host = new URL(url).hostname
        if (host.length >= 4) expect(host.endsWith(Sources.hostOf(url)!)).to.equal(true)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        Sources.hostOf(`https://${text}`)
      }),
    )
  })
})
