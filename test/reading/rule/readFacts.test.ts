import { expect } from 'chai'
import fc from 'fast-check'
import { readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'

const read = (market: object, options: { around?: number } = {}) => readFacts(readMarket(market), options)
const instant = (iso: string) => Date.parse(iso) / 1_000
const rule = 'This market resolves to "Yes" if it rains by June 30, 11:59 PM ET.'

describe('readFacts', () => {
  it('S4-10: the source of the listing comes before those of the rules', () => {
    const { citations } = read({
      question: 'Q?',
      description: 'The resolution source is https://b.example/x.',
      resolutionSource: 'https://www.a.example/y',
    })
    expect(citations.map(({ domain, in: where }) => [domain, where])).to.deep.equal([
      ['a.example', 'resolution_source'],
      ['b.example', 'rules'],
    ])
    expect(citations[0]).to.include({ kind: 'link', start: 0, end: 23 })
  })

  it('a name of a mechanism is no source', () => {
    const { citations, mechanism } = read({ question: 'Q?', description: 'R.', resolution_source: 'UMA' })
    expect(citations).to.deep.equal([])
    expect(mechanism.name).to.equal('UMA')
  })

  it('S4-86: a text that cites hundreds has 64 citations', () => {
    const links = Array.from({ length: 100 }, (_, i) => `The source is https://a${i}.example/.`).join(' ')
    expect(read({ question: 'Q?', description: links }).citations).to.have.length(64)
  })

  it('days without a year are near the end of the market, then its beginning, then what the caller knows', () => {
    const at = (more: object, options: { around?: number } = {}) =>
      read({ question: 'Rain?', description: rule, ...more }, options).deadline?.at ?? null
    const end = (year: number) => instant(`${year}-07-01T03:59:00Z`)
    expect(at({ endDate: '2027-07-01T00:00:00Z', createdAt: '2025-01-01T00:00:00Z' })).to.equal(end(2027))
    expect(at({ createdAt: '2025-06-01T00:00:00Z' })).to.equal(end(2025))
    expect(at({}, { around: instant('2031-06-01T00:00:00Z') })).to.equal(end(2031))
    expect(at({})).to.equal(null)
  })

  it('a market without a day in its words ends when its listing does, in UTC', () => {
    const { deadline } = read({
      question: 'Rain?',
      description: 'It rains.',
      endDate: '2027-01-02T03:04:05Z',
    })
    const place = { in: 'end_date', start: 0, end: 20 }
    expect(deadline).to.deep.equal({
      at: instant('2027-01-02T03:04:05Z'),
      zone: 'UTC',
      zoned: place,
      hasClock: true,
      opens: null,
      opened: null,
      place,
    })
    expect(read({ question: 'Rain?', description: 'It rains.', endDate: 'soon' }).deadline).to.equal(null)
  })

  it('every place lies in the text that it names, whatever the text', () => {
    const word = fc.constantFrom(
      ...'resolves to "Yes" by May 5 2027 5 PM ET if above $5m https://a.example BBC.com postponed 50-50'.split(
        ' ',
      ),
      ...['reported by the', 'full rules', '\n', '§', '🙂'],
    )
    const text = fc.array(word, { maxLength: 40 }).map((words) => `Q ${words.join(' ')}`)
    fc.assert(
      fc.property(text, text, (question, description) => {
        const market = readMarket({ question, description })
        const { citations, clauses, references, deadline } = readFacts(market)
        const inRules = [...clauses, ...references].map((one) => ({ ...one, in: 'rules' as const }))
        const dated = deadline === null || deadline.place.in === 'end_date' ? [] : [deadline.place]
        for (const { in: where, start, end } of [...citations, ...inRules, ...dated]) {
          const quoted = (where === 'question' ? market.question : market.rules).slice(start, end)
          expect(quoted.trim()).to.not.equal('')
        }
      }),
    )
  })
})
