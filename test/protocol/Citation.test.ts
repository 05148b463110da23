import { expect } from 'chai'
import { Citation, Hash, Json } from '../../protocol/index.ts'

const citation = { url: 'https://www.nasa.gov/launches', quote: 'lifted off at 12:04 UTC' }

describe('Citation', () => {
  it('SPEC §6: an item’s hash is that of {quote, url}; what else a worker writes into it changes nothing', () => {
    const expected = Hash.ofText(`{"quote":${JSON.stringify(citation.quote)},"url":"${citation.url}"}`)
    expect(Citation.itemHash(citation)).to.equal(expected)
    expect(Citation.itemHash({ ...citation, note: 1 } as Citation.Citation)).to.equal(expected)
    expect(Hash.ofText(Json.canonical(citation))).to.equal(expected)
  })

  it('SPEC §6: at most 2, each from a source, https, with 12 to 200 bytes of quote', () => {
    const reason = (
      changes: Partial<Citation.Citation>,
      sources = [citation.url, changes.url ?? citation.url],
    ) => Citation.fault([{ ...citation, ...changes }], sources)?.reason ?? null
    expect(reason({})).to.equal(null)
    expect(reason({}, ['https://www.nasa.gov/'])).to.equal('malformed')
    expect(reason({ url: 'http://www.nasa.gov/launches' })).to.equal('malformed')
    expect(reason({ quote: 'eleven byte' })).to.equal('malformed')
    expect(reason({ quote: 'twelve bytes' })).to.equal(null)
    expect(reason({ quote: `a${' '.repeat(50)}b` }), 'white space is not a quote').to.equal('malformed')
    expect(reason({ quote: 'é'.repeat(6) }), 'bytes, not characters').to.equal(null)
    expect(reason({ quote: 'x'.repeat(200) })).to.equal(null)
    expect(reason({ quote: 'x'.repeat(201) })).to.equal('oversized')
    expect(reason({ quote: '\n'.repeat(10) + 'x'.repeat(181) }), 'bytes of JSON').to.equal('oversized')
    expect(Citation.fault([citation, citation, citation], [citation.url])!.reason).to.equal('oversized')
  })

  it('SPEC §4: reach is named, authority or other, and a name wins over the list', () => {
    const question = '§question Will the rate rise, by https://www.ecb.europa.eu/stats?\n§rule\nsource:manual'
    expect(Citation.reach('https://data.ecb.europa.eu/x', question), 'by registrable domain').to.equal(
      'named',
    )
    expect(Citation.reach('https://www.europa.eu/x', 'see europa.eu')).to.equal('named')
    expect(Citation.reach('https://www.reuters.com/x', `${question} or Reuters.com`)).to.equal('named')
    expect(Citation.reach('https://www.reuters.com/x', question)).to.equal('authority')
    expect(Citation.reach('https://made-up.example/x', question)).to.equal('other')
    expect(Citation.reach('not an address', 'not an address')).to.equal('other')
  })
})
