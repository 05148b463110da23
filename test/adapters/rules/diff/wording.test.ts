import { expect } from 'chai'
import { tokens } from '../../../../adapters/rules/diff/tokens.ts'

const keys = (text: string) => tokens(text).map(({ key }) => key)

describe('wording of a rule', () => {
  it('is one for several ways to say how a market ends', () => {
    for (const text of ['will resolve to Yes', 'resolves to Yes', 'resolves as Yes', 'will resovle to Yes'])
      expect(keys(text), text).to.deep.equal(['resolve', 'yes'])
  })

  it('spells out what is contracted', () => {
    expect(keys("isn't")).to.deep.equal(['is', 'not'])
    expect(keys("won't")).to.deep.equal(['will', 'not'])
    expect(keys('cannot')).to.deep.equal(keys("can't"))
  })

  it('takes points out of initials', () => {
    expect(keys('the U.S. army')).to.deep.equal(keys('the US army'))
    expect(keys('the United States army')).to.deep.equal(keys('the US army'))
    expect(keys('e.g. rain')).to.deep.equal(keys('for example rain'))
  })

  it('knows short months, numbers in words and signs', () => {
    expect(keys('three seats')).to.deep.equal(keys('3 seats'))
    expect(keys('A & B')).to.deep.equal(keys('A and B'))
    expect(keys('A versus B')).to.deep.equal(keys('A vs B'))
    expect(keys('in Sept')).to.deep.equal(keys('in September'))
  })

  it('has one way to write what is said in several', () => {
    for (const [one, other] of [
      ['because of rain', 'due to rain'],
      ['based off of votes', 'based on votes'],
      ['in order to count', 'to count'],
      ['doesnt count', "doesn't count"],
      ['the organisation of labour', 'the organization of labor'],
      ['travelled towards it', 'traveled toward it'],
      ["this question's source", "this market's source"],
    ] as const)
      expect(keys(one), one).to.deep.equal(keys(other))
    // "Otherwise" is not a British spelling.
    expect(keys('otherwise')).to.deep.equal(['otherwise'])
  })

  it('drops marks that are form, and keeps those that mean something', () => {
    expect(keys('(yes), “no”; maybe…')).to.deep.equal(['yes', 'no', 'maybe'])
    expect(keys('≠ ± ~')).to.deep.equal(['≠', '±', '~'])
  })
})
