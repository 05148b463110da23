import { expect } from 'chai'
import { comparatorIn } from '../../../../adapters/rules/resolve/comparison.ts'
import { scan } from '../../../../reading/text/Words.ts'

const read = (text: string) => comparatorIn(scan(text))

describe('comparatorIn', () => {
  it('reads every way to compare', () => {
    expect(read('a close greater than or equal to the open')).to.equal('gte')
    expect(read('a close of $100 or higher')).to.equal('gte')
    expect(read('a close strictly above $100')).to.equal('gt')
    expect(read('a close that exceeds $100')).to.equal('gt')
    expect(read('a low equal to or less than $100')).to.equal('lte')
    expect(read('a low below $100')).to.equal('lt')
  })

  it('takes the longest phrase, so that "or equal" is never lost', () => {
    expect(read('higher than or equal to')).to.equal('gte')
    expect(read('at or below')).to.equal('lte')
  })

  it('is null where a sentence compares in two ways, or in none', () => {
    expect(read('above $100 or below $50')).to.equal(null)
    expect(read('the price is what it is')).to.equal(null)
    expect(read('above $100 and above $90')).to.equal('gt')
  })
})
