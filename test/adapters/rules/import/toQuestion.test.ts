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

  it('C132: leaves alone what a § rule cannot say, and says which', () => {
    const why = (market: object) => toQuestion(market).why
    const edited = (market: typeof touch, from: string | RegExp, to: string) => ({
      ...market,
      description: market.description.replace(from, to),
    })
    expect(
      why({
        ...close,
        outcomes: ['No', 'Yes'],
        description: close.description.replace('"Yes" if', '"No" if'),
      }),
    ).to.equal('what it asks for is its “No”')
    expect(why(edited(close, '105,000.01 or higher', 'between $105,000 and $106,000'))).to.equal(
      'a § rule has one target, and this one lies between two',
    )
    expect(why(edited(close, '1 minute', '1 hour'))).to.equal('a price is the close of a one-minute candle')
    expect(why(edited(touch, '"High"', '"Close"'))).to.equal('a § window has highs and lows, and no closes')
    expect(
      why({
        question: 'Bitcoin Up or Down - March 2, 3AM ET',
        description:
          'This market will resolve to "Up" if the close price is greater than or equal to the open price for the BTC/USDT 1 hour candle. The resolution source is Binance.',
        endDate: '2027-03-02T09:00:00Z',
        outcomes: ['Up', 'Down'],
      }),
    ).to.equal('it compares two prices of the market, which no target can hold')
  })

  it('C132: what is long or on several lines becomes one line of at most 512 characters', () => {
    const { question } = toQuestion({ ...touch, question: `${touch.question}\n\n${'x'.repeat(1_000)}` })
    const title = Question.parse(question!).question!
    expect(title).to.have.length(512)
    expect(title).to.not.include('\n')
  })

  it('says why not, for all others', () => {
    const rain = { question: 'Will it rain?', description: 'If it rains, this market will resolve to "Yes".' }
    expect(toQuestion(rain)).to.deep.include({ question: null, why: 'the rule does not cite Binance' })
  })
})
