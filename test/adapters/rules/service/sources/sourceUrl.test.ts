import { expect } from 'chai'
import { ownParser } from '../../../../../adapters/rules/service/Parser.ts'
import { sourceUrl } from '../../../../../adapters/rules/service/sources/sourceUrl.ts'
import { marketOf } from '../fakeGamma.ts'

const domain = 'federalreserve.gov'

describe('the page that a rule cites', () => {
  const of = (changes: Record<string, unknown>) => {
    const market = ownParser.read(marketOf(1, changes))
    return sourceUrl({ market, parsed: ownParser.parse(market) })
  }

  it('S4-10: is its address as written, or the front page of a source known by name', () => {
    const cited = (resolutionSource: string) => of({ resolutionSource })?.url
    expect(of({ resolutionSource: 'https://www.federalreserve.gov/a/b.htm?x=1#end' })).to.deep.equal({
      url: 'https://www.federalreserve.gov/a/b.htm?x=1',
      domain,
    })
    const bill =
      'This market resolves to Yes if Bill X is signed into law, as told by the official White House press release.'
    const press = { question: 'Will Bill X be signed?', description: bill, resolutionSource: '' }
    expect(of(press)).to.deep.equal({ url: 'https://whitehouse.gov/', domain: 'whitehouse.gov' })
    const nobody = { question: 'Will it?', description: 'Resolves Yes if it does.', resolutionSource: '' }
    expect(of(nobody)).to.equal(null)
    // What would lead elsewhere than it seems is not taken at its word.
    expect(cited('https://user:password@federalreserve.gov/')).to.not.include('password')
    const both = of({ resolutionSource: 'https://federalreserve.gov\\@evil.example/x' })!
    expect(both).to.deep.equal({ url: 'https://federalreserve.gov/', domain })
    const long = `The resolution source is https://bls.gov/${'a'.repeat(3_000)} alone.`
    expect(of({ resolutionSource: '', description: long })?.url).to.equal('https://bls.gov/')
  })
})
