import { expect } from 'chai'
import { countAt, numeralAt, ordinalOf } from '../../../reading/rule/numerals.ts'
import { scan } from '../../../reading/text/Words.ts'

describe('numeralAt', () => {
  it('B10: reads whole numbers in words', () => {
    for (const [text, value, next] of [
      ['five ministers', 5, 1],
      ['twenty-four hours', 24, 3],
      ['a dozen', 12, 2],
      ['two dozen', 24, 2],
      ['one hundred', 100, 2],
      ['twenty men', 20, 1],
    ] as const)
      expect(numeralAt(scan(text), 0), text).to.deep.equal({ value, next })
  })

  it('reads none in articles and other words', () => {
    for (const text of ['a minister', 'fivefold', '', 'constructor', '5'])
      expect(numeralAt(scan(text), 0), text).to.equal(null)
  })
})

describe('countAt', () => {
  it('reads digits and words alike', () => {
    expect(countAt(scan('12'), 0)).to.deep.equal(countAt(scan('twelve'), 0))
    expect(countAt(scan('many'), 0)).to.equal(null)
  })
})

describe('ordinalOf', () => {
  it('B10: reads places in an order, in words and digits', () => {
    const of = (text: string) => ordinalOf(scan(text)[0])
    expect(['first', 'third', '3rd', '12th', '22nd'].map(of)).to.deep.equal([1, 3, 3, 12, 22])
    expect(['zeroth', '3', '0th', 'last'].map(of)).to.deep.equal([null, null, null, null])
    expect(ordinalOf(undefined)).to.equal(null)
  })
})
