import { expect } from 'chai'
import fc from 'fast-check'
import { Citation } from '../../../protocol/index.ts'
import { budget } from '../../helpers/budget.ts'

const isEcho = (url: string, quote: string) => Citation.isEcho({ url, quote })
const claim = 'It rained in Oslo on May 3'

describe('Echo', () => {
  for (const [name, url, quote] of [
    ['of a query', 'https://www.gov.uk/search?q=It+rained+in+Oslo+on+May+3', claim],
    ['of a query that is encoded', 'https://www.gov.uk/s?q=It%20rained%20in%20Oslo%20on%20May%203', claim],
    ['encoded twice', 'https://www.gov.uk/s?q=It%2520rained%2520in%2520Oslo', claim],
    ['with other marks and capitals', 'https://www.gov.uk/s?q=IT-RAINED_in.oslo', claim],
    ['with a broken code beside it', 'https://www.gov.uk/s?x=%zz&q=It+rained+in+Oslo', claim],
    ['of a path that is written as text', 'https://www.gov.uk/search/It%20rained%20in%20Oslo', claim],
    ['of a path with plus signs', 'https://www.gov.uk/search/It+rained+in+Oslo', claim],
    [
      'between the page’s own words',
      'https://www.gov.uk/s?q=It+rained+in+Oslo',
      `We have no results for ${claim}`,
    ],
    ['that is half of a short quote', 'https://www.gov.uk/s?q=Ada+won', 'No hit: Ada won'],
    [
      'in another script',
      'https://www.gov.uk/s?q=%E5%A5%A5%E6%96%AF%E9%99%86%E4%B8%8B%E9%9B%A8',
      '搜索奥斯陆下雨的结果',
    ],
    ['with spaces that are not ASCII', 'https://www.gov.uk/s?q=It%C2%A0rained%E2%80%8Bin+Oslo', claim],
  ] as const)
    it(`is found: ${name}`, () => {
      expect(isEcho(url, quote)).to.equal(true)
    })

  for (const [name, url] of [
    ['an article’s name in its path', 'https://www.bbc.co.uk/news/it-rained-in-oslo-on-may-3'],
    ['a query about something else', 'https://www.bbc.co.uk/news?id=99321&lang=en&day=2025-05-03'],
    ['a place alone', 'https://api.met.no/weather?place=Oslo'],
    ['a fragment, which no host sees', 'https://www.bbc.co.uk/news/1#:~:text=It+rained+in+Oslo'],
    ['nothing', 'https://www.bbc.co.uk/'],
  ] as const)
    it(`is not: ${name}`, () => {
      expect(isEcho(url, `${claim}, says the weather office`)).to.equal(false)
    })

  it('property: whatever is searched for is an echo of itself, however it is spelled', () => {
    const words = fc.array(fc.stringMatching(/^[a-zA-Z0-9é雨]{1,9}$/), { minLength: 3, maxLength: 8 })
    fc.assert(
      fc.property(words, fc.constantFrom('%20', '+', '-', '%2B', '%2520'), (said, mark) => {
        const query = said.map(encodeURIComponent).join(mark)
        expect(isEcho(`https://www.gov.uk/search?q=${query}`, said.join(' '))).to.equal(true)
      }),
      { numRuns: budget(200, 2_000) },
    )
  })
})
