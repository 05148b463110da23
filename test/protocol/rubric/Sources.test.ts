import { expect } from 'chai'
import fc from 'fast-check'
import * as Sources from '../../../protocol/rubric/Sources.ts'

const siteOf = (source: string) => Sources.parse(source)?.site ?? null
const kindOf = (source: string) => Sources.parse(source)?.kind ?? null

describe('Sources', () => {
  it('S1-17: says of an address its host, its site, its kind and the words of its path', () => {
    expect(Sources.parse(' HTTPS://www.Reuters.com/sports/Rosenborg-Viking?id=7#top ')).to.deep.equal({
      host: 'www.reuters.com',
      site: 'reuters.com',
      kind: 'press',
      isSecure: true,
      words: ['sports', 'rosenborg', 'viking', 'id', '7', 'top'],
    })
    expect(Sources.parse('http://example.org')).to.deep.include({ isSecure: false, kind: 'other', words: [] })
  })

  it('S1-33: is null for what is no web address', () => {
    for (const source of [
      '',
      'Reuters',
      'reuters.com',
      'ftp://reuters.com',
      'javascript:alert(1)',
      'https://',
      'https://localhost',
      'https://a.b',
      'https://.com/a',
      'https://reuters.com./a',
      'https://reu..ters.com',
      'https://reu ters.com',
      'https://[::1]/a',
      'https://exämple.org',
      'https://!example.org',
      'https://example.or!',
      `https://${'a'.repeat(250)}.com`,
    ])
      expect(Sources.parse(source), source).to.equal(null)
  })

  it('S1-17: counts hosts of one owner as one site, also under the usual second levels', () => {
    const sites = [
      'https://m.uefa.com/a',
      'https://www.uefa.com',
      'https://uefa.com:443/b',
      'https://x@uefa.com/c',
    ]
    expect(new Set(sites.map(siteOf))).to.deep.equal(new Set(['uefa.com']))
    expect(siteOf('https://news.bbc.co.uk/a')).to.equal('bbc.co.uk')
    expect(siteOf('https://co.uk.example/a')).to.equal('uk.example')
    expect(siteOf('https://gov.uk/a')).to.equal('gov.uk')
  })

  it('what stands before an @ is no host', () => {
    expect(Sources.parse('https://reuters.com@evil.example/a')?.host).to.equal('evil.example')
    expect(Sources.parse('https://evil.example/@reuters.com')?.host).to.equal('evil.example')
  })

  it('S1-17: tells who keeps the record from press, posts and odds', () => {
    expect(
      [
        'https://www.nba.com/game',
        'https://data.census.gov/x',
        'https://www.service.gov.uk/x',
        'https://cs.stanford.edu/x',
        'https://apnews.com/x',
        'https://old.reddit.com/r/x',
        'https://polymarket.com/event',
        'https://blog.example/x',
      ].map(kindOf),
    ).to.deep.equal(['record', 'record', 'record', 'record', 'press', 'social', 'market', 'other'])
  })

  it('a name in front of the site lends it nothing', () => {
    expect(kindOf('https://reuters.com.example.net/a')).to.equal('other')
    expect(kindOf('https://nba.example.net/a')).to.equal('other')
  })

  it('property: reads any address of the web, and nothing else throws', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        const host = new URL(url).hostname
        if (host.length >= 4) expect(Sources.parse(url)?.host).to.equal(host)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const parsed = Sources.parse(`https://${text}`)
        if (parsed !== null) expect(parsed.host.endsWith(parsed.site)).to.equal(true)
      }),
    )
  })
})
