import { expect } from 'chai'
import fc from 'fast-check'
import { bareDomain, isCarrier, isMedia, registrableDomain } from '../../../reading/rule/domains.ts'

describe('registrableDomain', () => {
  it('is the part of a host that somebody registered', () => {
    for (const [address, domain] of [
      ['https://www.binance.com/en/trade', 'binance.com'],
      ['http://data.bls.gov:8080/x?y#z', 'bls.gov'],
      ['https://news.bbc.co.uk', 'bbc.co.uk'],
      ['www.gov.br', 'gov.br'],
      ['https://stats.gov.br/a', 'stats.gov.br'],
      ['"https://a.example/"', 'a.example'],
      ['HTTPS://User@A.Example/', 'a.example'],
      ['example.org', 'example.org'],
    ] as const)
      expect(registrableDomain(address), address).to.equal(domain)
  })

  it('is null where a text is no address of the web', () => {
    for (const text of [
      '',
      'Reuters',
      'UMA Optimistic Oracle',
      'ftp://a.example',
      'javascript://a.example',
      'http://127.0.0.1/',
      'https://localhost/',
      'https://-bad.example',
      'https://a..example',
      'https://user:password@a.example/',
      'https://a\\@co.uk',
      `https://${'a'.repeat(300)}.example/`,
    ])
      expect(registrableDomain(text), text).to.equal(null)
  })

  it('S4-86: is a host that a browser would ask too, or null', () => {
    const piece = fc.constantFrom(
      'a',
      'b-c',
      '.',
      'example',
      'com',
      '@',
      ':',
      '/',
      '\\',
      '#',
      '?',
      'co.uk',
      '%2e',
      'ß',
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), (pieces) => {
        const address = `https://${pieces.join('')}`
        const domain = registrableDomain(address)
        if (domain === null || !URL.canParse(address)) return
        const { hostname } = new URL(address)
        expect(hostname === domain || hostname.endsWith(`.${domain}`), `${address}: ${hostname}`).to.equal(
          true,
        )
      }),
    )
  })
})

describe('bareDomain', () => {
  it('takes a host in running text by its ending', () => {
    expect(bareDomain('Billboard.com')).to.equal('billboard.com')
    expect(bareDomain('pump.fun')).to.equal('pump.fun')
    expect(bareDomain('blog.CBCNews.ca')).to.equal('cbcnews.ca')
    expect(bareDomain('x.com')).to.equal(null)
    expect(bareDomain('end.Then')).to.equal(null)
    expect(bareDomain('word')).to.equal(null)
  })

  it('takes endings that are words only in small letters', () => {
    expect(bareDomain('vote.in')).to.equal('vote.in')
    expect(bareDomain('vote.In', { endsSmall: false })).to.equal(null)
  })
})

describe('isCarrier', () => {
  it('is where pictures and short addresses are kept', () => {
    expect(['imgur.com', 't.co', 'polymarket.com'].every(isCarrier)).to.equal(true)
    expect(isCarrier('reuters.com')).to.equal(false)
  })
})

describe('isMedia', () => {
  it('is a picture or a film by its ending, and no page', () => {
    expect(
      ['https://a.example/x.PNG', 'https://a.example/x.mp4?t=1', 'https://a.example/x.jpeg#1'].every(isMedia),
    ).to.equal(true)
    expect(
      ['https://a.example/png', 'https://a.example/x.html', 'https://a.example/x.png/y'].some(isMedia),
    ).to.equal(false)
  })
})
