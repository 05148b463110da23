import { expect } from 'chai'
import { readMarket } from '../../../reading/Market.ts'
import { readFacts } from '../../../reading/rule/readFacts.ts'

const of = (question: string, description: string, more: object = {}) => {
  const { contradictions } = readFacts(readMarket({ question, description, ...more }))
  return contradictions.map(({ code, span }) => [
    code,
    span === null ? null : description.slice(span.start, span.end),
  ])
}
const until = (day: string) => `This market will resolve to "Yes" if they meet by ${day}, 2027, 11:59 PM ET.`

describe('contradictions', () => {
  it('S4-53: title and rules that end on different days, by more than a day', () => {
    expect(of('Will they meet by November 30, 2027?', until('October 31'))).to.deep.equal([
      ['deadline_differs', 'October 31, 2027, 11:59 PM ET'],
    ])
    // A title rounds, and leaves out the zone.
    expect(of('Will they meet by November 1, 2027?', until('October 31'))).to.deep.equal([])
  })

  it('S4-53: rules that end after the market closes, by more than two days', () => {
    const end = (endDate: string) => of('Will they meet?', until('October 31'), { endDate })
    expect(end('2027-10-28T00:00:00Z').map(([code]) => code)).to.deep.equal(['deadline_after_end'])
    expect(end('2027-10-30T12:00:00Z')).to.deep.equal([])
    expect(end('2027-12-31T00:00:00Z')).to.deep.equal([])
  })

  it('S4-53: numbers of one unit that are far apart', () => {
    const rule = (amount: string) => `This market will resolve to "Yes" if it is above ${amount}.`
    const codes = (title: string, amount: string) => of(title, rule(amount))
    expect(codes('Above $160?', '$200')).to.deep.equal([['threshold_differs', '$200']])
    expect(codes('Above $160?', '$160.01')).to.deep.equal([])
    expect(codes('Above $160?', '200 points')).to.deep.equal([])
    expect(codes('Above 160?', '200')).to.deep.equal([['threshold_differs', '200']])
    expect(codes('Above $100,000?', '$100,900')).to.deep.equal([])
    expect(codes('Above $100,000?', '$101,100')).to.have.length(1)
  })

  it('S4-53: outcomes that the market does not have', () => {
    const rule = 'It resolves to "Gulls" if they win. Otherwise it resolves to "Foxes".'
    expect(of('Who wins?', rule, { outcomes: ['Bears', 'Wolves'] }).map(([code]) => code)).to.deep.equal([
      'outcome_unknown',
    ])
    expect(of('Who wins?', rule, { outcomes: ['Gulls', 'Wolves'] })).to.deep.equal([])
    expect(of('Who wins?', rule, { outcomes: ['Yes', 'No'] })).to.deep.equal([])
    expect(of('Who wins?', rule)).to.deep.equal([])
  })

  it('S4-53: outcomes with marks in their names are those that the market has', () => {
    const rule = 'It resolves to "Saint-Germain" if they win. Otherwise it resolves to "Al-Hilal".'
    expect(of('Who wins?', rule, { outcomes: ['Saint-Germain', 'Al-Hilal'] })).to.deep.equal([])
  })

  it('B10, S4-53: bounds of other directions, and those that let the bound itself in or not', () => {
    const codes = (title: string, rule: string) =>
      of(title, `This market resolves to "Yes" if it is ${rule}.`).map(([code]) => code)
    expect(codes('Will it exceed 4%?', 'below 4%')).to.deep.equal(['direction_differs'])
    expect(codes('Will it be above $40?', 'greater than or equal to $40')).to.deep.equal(['bound_differs'])
    expect(codes('Will it be 12 or more?', 'more than 12')).to.deep.equal(['bound_differs'])
    // One of the numbers of the sentence is that of the title.
    expect(
      codes('Will there be 8 or more storms of over 100 mph?', 'above 100 mph in 8 or more'),
    ).to.deep.equal([])
  })
})
