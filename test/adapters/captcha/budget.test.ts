import { expect } from 'chai'
import { budgetOf, generousBudgetOf } from '../../../adapters/captcha/budget.ts'
import { cost } from '../../../adapters/captcha/cost.ts'
import { lexicon, type Role } from '../../../adapters/captcha/lexicon.ts'

const budget = (length: number, role: Role): number => budgetOf(length, { word: 'x', role, value: 0 })
const lengths = Array.from({ length: 15 }, (_, i) => i + 1)

describe('budgetOf', () => {
  it('lets no short word be guessed at', () => {
    for (const role of new Set([...lexicon.values()].map((entry) => entry.role)))
      for (const length of [1, 2, 3]) expect(budget(length, role), `${role} of ${length}`).to.equal(0)
  })

  it('allows a number a wrong letter from four on, and two from seven on', () => {
    expect([4, 5, 6, 7, 12].map((length) => budget(length, 'number'))).to.deep.equal([
      cost.slip,
      2 * cost.vowel,
      cost.slip + cost.vowel,
      2 * cost.slip,
      2 * cost.slip,
    ])
  })

  it('wants a word plain that would decide the operation', () => {
    for (const length of lengths.slice(3))
      expect(budget(length, 'subtract'), String(length)).to.be.lessThan(budget(length, 'force'))
    expect([6, 7, 9].map((length) => budget(length, 'add'))).to.deep.equal([
      cost.vowel,
      cost.slip,
      cost.slip + cost.vowel,
    ])
  })

  it('never guesses at a factor or at a word that takes back', () => {
    for (const length of lengths) {
      expect(budget(length, 'factor')).to.equal(0)
      expect(budget(length, 'no')).to.equal(0)
    }
  })

  it('guesses at words that decide nothing only where they are long', () => {
    expect([6, 7].map((length) => budget(length, 'plain'))).to.deep.equal([0, cost.slip])
    expect([4, 5].map((length) => budget(length, 'measure'))).to.deep.equal([0, 2 * cost.vowel])
  })
})

describe('generousBudgetOf', () => {
  it('allows more than a word has, and never less for a longer one', () => {
    for (const length of lengths) {
      expect(generousBudgetOf(length)).to.be.greaterThan(budget(length, 'number'))
      expect(generousBudgetOf(length + 1)).to.be.at.least(generousBudgetOf(length))
    }
  })
})
