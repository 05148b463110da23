import { expect } from 'chai'
import { isOfGrammar } from '../../../reading/text/grammar.ts'

describe('isOfGrammar', () => {
  it('tells words that only hold a sentence together from those that say what it is about', () => {
    for (const text of ['the', 'of', 'between', 'them', 'not', 'because'])
      expect(isOfGrammar(text), text).to.equal(true)
    for (const text of ['tunnel', 'resign', 'price', '']) expect(isOfGrammar(text), text).to.equal(false)
  })
})
