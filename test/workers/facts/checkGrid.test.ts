import { expect } from 'chai'
import { checkFact, type Fact, readEvent, viewPage } from '../../../workers/facts/index.ts'
import { asked, fact, fetched, html, page, source, url } from '../../helpers/factsFixture.ts'

const rain = readEvent({
  ...asked,
  question: 'Will Tolland get more than 90 mm of rain in May 2026?',
  rules: 'Resolves to "Yes" if rainfall at Tolland in May 2026 is above 90 mm. Otherwise No.',
})
const table = page(
  html(`<table><tr><th>Month</th><th>Station</th><th>Wind (km/h)</th><th>Rain (mm)</th></tr>
  <tr><td>May 2026</td><td>Tolland</td><td>97</td><td>44</td></tr><tr><td>May 2026</td><td>Alder Point</td><td>51</td><td>120</td></tr></table>`),
)
const codesOf = (quote: string, more: Partial<Fact.Fact> = {}) =>
  checkFact(
    rain,
    [table],
    fact({
      quote,
      value: quote,
      subject: 'Tolland',
      predicate: 'rainfall',
      object: null,
      unit: 'mm',
      date: '2026-05',
      bears: 'YES',
      ...more,
    }),
  ).codes

describe('checkGrid', () => {
  it('S2-113: a number counts in the row of its name and under the head of what is asked', () => {
    expect(codesOf('44', { bears: 'NO' })).to.deep.equal([])
    expect(codesOf('120')).to.include('SUBJECT_OTHER')
    expect(codesOf('97')).to.include('MEASURE_OTHER')
  })

  it('finds a name in any order of its words, and behind the head of its column', () => {
    const results = page(
      html(
        '<table><tr><th>Lot</th><th>Buyer</th><th>Hammer</th></tr><tr><td>117</td><td>MUNRO, Ada</td><td>15,500</td></tr><tr><td>118</td><td>Ira Fell</td><td>215,000</td></tr></table>',
      ),
    )
    const ofLot = (subject: string) =>
      checkFact(
        rain,
        [results],
        fact({ quote: '215,000', value: '215,000', subject, object: null, unit: null }),
      ).codes
    expect(ofLot('Lot 118')).not.to.include('SUBJECT_OTHER')
    expect(ofLot('Ada Munro')).to.include('SUBJECT_OTHER')
  })

  it('S2-113: a value of another record, or under another key, is not the one asked for', () => {
    const body = JSON.stringify({
      unit: 'mm',
      stations: [
        { name: 'Tolland', month: '2026-05', wind: 97, rain: 44 },
        { name: 'Alder Point', month: '2026-05', wind: 51, rain: 120 },
      ],
    })
    const json = viewPage({ ...fetched(body), url, content_type: 'application/json' }, source)
    const ofJson = (quote: string) =>
      checkFact(
        rain,
        [json],
        fact({
          quote,
          value: quote,
          subject: 'Tolland',
          predicate: 'rainfall',
          object: null,
          unit: 'mm',
          date: '2026-05',
        }),
      ).codes
    expect(ofJson('44')).not.to.include('SUBJECT_OTHER')
    expect(ofJson('120')).to.include('SUBJECT_OTHER')
    expect(ofJson('97')).to.include('MEASURE_OTHER')
  })
})
