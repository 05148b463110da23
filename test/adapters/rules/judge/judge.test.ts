import { expect } from 'chai'
import { judge } from '../../../../adapters/rules/judge/judge.ts'
import { readMarket } from '../../../../reading/Market.ts'
import { readFacts } from '../../../../reading/rule/readFacts.ts'

const judged = (market: object) => {
  const read = readMarket(market)
  return judge(read, readFacts(read))
}
const game = 'Will the NBA game be a draw by May 1?'
const rule = 'This market will resolve to "Yes" by May 1, 2027, 11:59 PM ET.'
const source = 'The resolution source is https://www.nba.com.'

describe('judge', () => {
  it('S4-9: ambiguity is the sum of the weights of what was found', () => {
    const { ambiguity, factors } = judged({
      question: game,
      description: `${rule} ${source} Only goals count. Major ones.`,
    })
    expect(factors.map(({ name, weight }) => [name, weight])).to.deep.equal([
      ['exclusions', 0.2],
      ['degrees', 0.1],
    ])
    expect(ambiguity).to.equal(0.3)
  })

  it('C149: several of a kind weigh more than one, and are counted', () => {
    const { ambiguity, factors } = judged({
      question: game,
      description: `${rule} ${source} Only goals count. Replays will not count. Ties will not count.`,
    })
    expect(factors.map(({ name, weight, count }) => [name, weight, count])).to.deep.equal([
      ['exclusions', 0.3, 3],
    ])
    expect(ambiguity).to.equal(0.3)
  })

  it('S4-9: and is never more than 1, whatever a rule holds', () => {
    const { ambiguity, factors } = judged({
      question: 'Will they soon sign a significant deal, by Reuters or any other source?',
      description: '',
    })
    expect(factors.map(({ name }) => name)).to.include.members(['no_rules', 'no_deadline', 'conduct'])
    expect(factors.reduce((all, { weight }) => all + weight, 0)).to.be.greaterThan(1)
    expect(ambiguity).to.equal(1)
  })

  it('S4-53: confidence grows with every part of a rule that was found', () => {
    const confidences = [
      { question: '', description: 'It depends.' },
      { question: '', description: `It depends. ${source}` },
      { question: game, description: `It depends. ${source}`, endDate: '2027-05-01T00:00:00Z' },
      { question: game, description: `${rule} ${source}` },
    ].map((market) => judged(market).confidence)
    expect(confidences).to.deep.equal(confidences.toSorted((a, b) => a - b))
    expect(new Set(confidences).size).to.equal(4)
    expect(confidences[0]).to.equal(0.2)
    expect(confidences.at(-1)).to.be.at.most(1)
  })

  it('S4-53: what contradicts itself takes confidence away, and no rules leave none', () => {
    const torn = { question: game.replace('May 1', 'June 30'), description: `${rule} ${source}` }
    const whole = judged({ question: game, description: `${rule} ${source}` })
    expect(Math.round((whole.confidence - judged(torn).confidence) * 100)).to.equal(15)
    expect(judged({ question: game, description: ' ' }).confidence).to.equal(0)
  })
})
