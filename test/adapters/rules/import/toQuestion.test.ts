import { expect } from 'chai'
import { questionAmbiguity, toMarketSpec, toQuestion } from '../../../../adapters/rules/index.ts'
import { Question, Rule } from '../../../../protocol/index.ts'
import { compileRule } from '../../../../workers/pipeline/rule/compile.ts'

const touch = {
  question: 'Will Bitcoin reach $119K August 4–10?',
  description:
    'This market will immediately resolve to "Yes" if any Binance 1-minute candle for Bitcoin (BTC/USDT) during the date range specified in the title (from 12:00 AM ET on the first date to 11:59 PM ET on the last) has a final "High" price equal to or greater than the price specified in the title. Otherwise, this market will resolve to "No". The resolution source is Binance.',
  endDate: '2027-08-11T04:00:00Z',
  outcomes: ['Yes', 'No'],
}
const close = {
  question: 'Bitcoin above $105,000 on June 6?',
  description:
    'This market will resolve to "Yes" if the Binance 1 minute candle for BTC/USDT 6 June \'27 12:00 in the ET timezone (noon) has a final "Close" price of 105,000.01 or higher. Otherwise, this market will resolve to "No". The resolution source is Binance, https://www.binance.com/en/trade/BTC_USDT.',
  endDate: '2027-06-06T16:00:00Z',
  outcomes: ['Yes', 'No'],
}

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

describe('toMarketSpec', () => {
  it('compiles the same spec that the § question gives', () => {
    const place = { chain_id: 31_337, market: `0x${'11'.repeat(20)}`, market_id: '7', round: 1 } as const
    const { spec } = toMarketSpec(compileRule, place, touch)
    expect(spec?.resolution_rules.predicate).to.include({ op: 'gte', target: '119000' })
    expect(spec?.resolution_window).to.deep.equal({
      start: '2027-08-04T04:00:00Z',
      end: '2027-08-11T04:00:00Z',
    })
    expect(toMarketSpec(compileRule, place, { question: 'Q?', description: 'R.' }).spec).to.equal(null)
  })
})

describe('questionAmbiguity', () => {
  it('C130: an auto rule leaves nothing open', () => {
    const question = Question.parse(toQuestion(touch).question!)
    expect(questionAmbiguity(question)).to.deep.equal({ ambiguity: 0, confidence: 1, factors: [] })
  })

  it('a manual rule is read like any rule in words, and is not blamed for the deadline that the contract has', () => {
    const manual = (title: string) => Question.parse(`§question ${title}\n§rule\nsource:manual`)
    const { ambiguity, factors } = questionAmbiguity(manual('Will they announce a deal?'))
    const names = factors.map(({ name }) => name)
    expect(names).to.include('conduct').and.not.to.include('no_deadline')
    expect(ambiguity).to.be.greaterThan(
      questionAmbiguity(manual('Will the NBA game end in a draw?')).ambiguity,
    )
  })
})
