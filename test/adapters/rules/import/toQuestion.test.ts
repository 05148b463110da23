import { expect } from 'chai'
import { toQuestion } from '../../../../adapters/rules/index.ts'
import { Question, Rule } from '../../../../protocol/index.ts'
import { closeOfAMinute as close, highOfAWindow as touch } from './markets.ts'

describe('toQuestion', () => {
  it('C132: makes a § question of a market that asks for the high of a window', () => {
    const { question, deadline, created_by } = toQuestion(touch)
    const { rule } = Question.validate(question!, { deadline: deadline! })
    expect(rule).to.include({ source: 'binance:BTCUSDT', metric: 'price_high', op: 'gte', target: '119000' })
    expect(Rule.window(rule, { created: created_by!, deadline: deadline! })).to.deep.equal({
      from: Date.UTC(2027, 7, 4, 4) / 1_000,
      to: Date.UTC(2027, 7, 11, 4) / 1_000,
    })
  })

  it('and of one that asks for the close of a minute', () => {
    const { question, deadline } = toQuestion(close)
    const { rule } = Question.validate(question!, { deadline: deadline! })
    expect(rule).to.include({ metric: 'price', op: 'gte', target: '105000.01' })
    expect(deadline).to.equal(Date.UTC(2027, 5, 6, 16) / 1_000)
  })

  it('leaves out of the title what is no text', () => {
    const { question } = toQuestion({ ...touch, question: 'Will Bitcoin\ud800 reach §$119K August 4–10?' })
    expect(question).to.include('Will Bitcoin reach $119K August 4–10?')
  })

  it('says why not, for all others', () => {
    const rain = { question: 'Will it rain?', description: 'If it rains, this market will resolve to "Yes".' }
    expect(toQuestion(rain)).to.deep.include({ question: null, why: 'the rule does not cite Binance' })
  })
})
