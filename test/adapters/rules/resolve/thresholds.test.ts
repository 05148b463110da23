import { expect } from 'chai'
import { close, decidableRule, ruleOf, touch } from './rules.ts'

const edited = <market extends { description: string }>(market: market, from: string, to: string): market => {
  expect(market.description).to.include(from)
  return { ...market, description: market.description.replace(from, to) }
}

describe('a rule on the highs or lows of a window', () => {
  it('goes from the first minute of its first day to the last of its last', () => {
    expect(decidableRule(touch)).to.include({
      from: Date.UTC(2027, 2, 2, 5),
      to: Date.UTC(2027, 2, 4, 5),
      upper: null,
      edge: 'upper_excluded',
      yes: 'Yes',
      no: 'No',
    })
  })

  it('takes the price of its own sentence before that of the title', () => {
    const own = edited(touch, 'equal to or greater than the price specified in the title', 'above $120')
    expect(decidableRule(own)).to.include({ threshold: '120', comparator: 'gt' })
  })

  it('is none without "any", without a price, or where it compares both ways', () => {
    for (const [from, to] of [
      ['any Binance', 'the Binance'],
      ['equal to or greater than the price specified in the title', 'that is nice'],
      ['equal to or greater than', 'above or below'],
    ] as const)
      expect(ruleOf(edited(touch, from, to)), to).to.not.have.property('kind', 'touch')
  })
})

describe('a rule on one close', () => {
  it('is of the minute that it names, in the zone that it names', () => {
    const from = Date.UTC(2027, 5, 6, 16)
    expect(decidableRule(close)).to.include({ from, to: from + 60_000, edge: 'undecided', upper: null })
  })

  it('gives the bound of a bracket where the rule says so', () => {
    const bracket = (tail: string) =>
      decidableRule({
        ...edited(close, '105,000.01 or higher', 'between $105,000 and $106,000'),
        description: `${close.description.replace('105,000.01 or higher', 'between $105,000 and $106,000')} ${tail}`,
      })
    expect(bracket('')).to.include({
      comparator: 'between',
      threshold: '105000',
      upper: '106000',
      edge: 'undecided',
    })
    expect(bracket('A tie goes to the higher range bracket.').edge).to.equal('upper_excluded')
    expect(bracket('Bounds are inclusive.').edge).to.equal('upper_included')
  })
})
