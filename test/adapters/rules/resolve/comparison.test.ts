import { expect } from 'chai'
import { comparatorIn } from '../../../../adapters/rules/resolve/comparison.ts'
import { scan } from '../../../../reading/text/Words.ts'

const of = (text: string) => comparatorIn(scan(text))

describe('comparatorIn', () => {
  it('takes the longest words that compare', () => {
    expect(of('is greater than the price')).to.equal('gt')
    expect(of('is greater than or equal to the price')).to.equal('gte')
    expect(of('is equal to or lower than the price')).to.equal('lte')
    expect(of('closes strictly below it')).to.equal('lt')
    expect(of('closes at or above it')).to.equal('gte')
    expect(of('105,000.01 or higher')).to.equal('gte')
    expect(of('exceeds the price')).to.equal('gt')
  })

  it('is null where a sentence compares in two ways or in none', () => {
    expect(of('is above it or below it')).to.equal(null)
    expect(of('is the price')).to.equal(null)
    expect(of('')).to.equal(null)
  })

  it('the same comparison twice is one', () => {
    expect(of('is above A, and above B')).to.equal('gt')
    expect(of('at least A, or A or higher')).to.equal('gte')
  })
})
