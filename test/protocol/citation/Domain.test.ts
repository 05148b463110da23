import { expect } from 'chai'
import { domainOf, hostOf, isNamed } from '../../../protocol/citation/Domain.ts'

describe('Domain', () => {
  it('an address has a host that can be asked by name over https, or none at all', () => {
    expect(hostOf('https://Data.Example.com/a?b#c')).to.equal('data.example.com')
    expect(hostOf('https://example.com:443')).to.equal('example.com')
    expect(hostOf('https://xn--bcher-kva.example/')).to.equal('xn--bcher-kva.example')
  })

  it('SSRF: numbers, local names, users, other ports and spellings that parsers read differently are refused', () => {
    for (const url of [
      'https://127.0.0.1/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://0x7f000001/',
      'https://a.0x/',
      'https://017700000001/',
      'https://[::1]/',
      'https://localhost/',
      'https://metadata/',
      'https://user@example.com/',
      'https://example.com@127.0.0.1/',
      'https://example.com:8443/',
      'https://example.com:/',
      'https://example.com\\@127.0.0.1/',
      'https:\\\\example.com/',
      'https:/example.com/',
      'https://example.com\u3002evil.com/',
      'https://exa\tmple.com/',
      'https://example.com/a b',
      'https://example.com/\u0000',
      ' https://example.com/',
      'http://example.com/',
      'file:///etc/passwd',
      'https://-a.example/',
      'https://a-.example/',
      'https://.example/',
      'https://example.com./',
      'https://',
      `https://${'a.'.repeat(127)}com/`,
      `https://${'a'.repeat(64)}.com/`,
    ])
      expect(hostOf(url), url).to.equal(null)
  })

  it('the registrable domain is what somebody registered: below countries’ second levels, and on shared hosts', () => {
    const domains = {
      'www.example.com': 'example.com',
      'a.b.gov.br': 'b.gov.br',
      'gov.br': 'gov.br',
      'a.b.co.uk': 'b.co.uk',
      'co.example.com': 'example.com',
      'me.github.io': 'me.github.io',
      'x.me.github.io': 'me.github.io',
      'github.io': 'github.io',
    }
    for (const [host, domain] of Object.entries(domains)) expect(domainOf(host), host).to.equal(domain)
  })

  it('a text names a domain in any case and at the end of a longer host, never as a part of another', () => {
    for (const text of [
      'nasa.gov',
      'see WWW.NASA.GOV.',
      '(https://nasa.gov/x)',
      'by nasa.gov, at noon',
      'a nasa.gov.x b nasa.gov',
    ])
      expect(isNamed('nasa.gov', text.replace('nasa.gov.x', 'xnasa.gov')), text).to.equal(true)
    for (const text of [
      '',
      'nasa',
      'notnasa.gov',
      'not-nasa.gov',
      'nasa.gov.example',
      'nasa.govern',
      'nasa.gov-x.com',
    ])
      expect(isNamed('nasa.gov', text), text).to.equal(false)
  })
})
