import { expect } from 'chai'
import { amountIn, fieldIn, operative, readSentence } from '../../../../adapters/rules/resolve/sentence.ts'
import { readMarket } from '../../../../reading/Market.ts'
import { readFacts } from '../../../../reading/rule/readFacts.ts'
import { scan } from '../../../../reading/text/Words.ts'

describe('the sentence that decides', () => {
  it('is the first that says how the market resolves', () => {
    const words = operative(
      scan('Prices vary. This market resolves to "Up" if it rises. It resolves to "Down" if not.'),
    )
    expect(words.map(({ text }) => text).join(' ')).to.equal('this market resolves to " up " if it rises .')
    expect(operative(scan('Prices vary.'))).to.deep.equal([])
  })

  it('leads to the label that it names, and to "Yes" where it names none', () => {
    const read = (text: string, ...outcomes: string[]) => {
      const sentence = readSentence(readMarket({ question: 'Q?', outcomes }), scan(text))
      return sentence === null ? null : [sentence.yes, sentence.no]
    }
    expect(read('It resolves to "Down" if A.', 'Up', 'Down')).to.deep.equal(['Down', 'Up'])
    expect(read('It resolves if A.', 'YES', 'NO')).to.deep.equal(['YES', 'NO'])
    expect(read('It resolves if A.', 'Up', 'Down')).to.equal(null)
    expect(read('It resolves to "Sideways" if A.', 'Up', 'Down')).to.equal(null)
    expect(read('It resolves to "Yes" if A.')).to.equal(null)
    expect(read('It resolves to "Yes" if A.', 'Yes', 'No', 'Other')).to.equal(null)
  })

  it('is about the first price of a candle that it names', () => {
    expect(fieldIn(scan('a final "High" price'))).to.equal('high')
    expect(fieldIn(scan('any closing price'))).to.equal('close')
    expect(fieldIn(scan('the low, not the high'))).to.equal('low')
    expect(fieldIn(scan('the opening price'))).to.equal(null)
  })

  it('has its price in itself, or in the title where it sends us there', () => {
    const read = (question: string, text: string) => {
      const facts = readFacts(readMarket({ question, description: text }))
      const amount = amountIn(facts, facts.rules.words)
      return amount === null ? null : [amount.value, amount.isTitled]
    }
    expect(read('Above $110?', 'It resolves if the high is above $120.')).to.deep.equal(['120', false])
    expect(read('Above $110?', 'It resolves if it reaches the price in the title.')).to.deep.equal([
      '110',
      true,
    ])
    expect(read('Above $110?', 'It resolves if it is higher.')).to.equal(null)
    expect(read('From $90 to $95, then $110?', 'It resolves by the price in the title.')).to.equal(null)
  })
})
