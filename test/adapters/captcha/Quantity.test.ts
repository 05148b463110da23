import { expect } from 'chai'
import fc from 'fast-check'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { operatorIn, readQuantities } from '../../../adapters/captcha/Quantity.ts'
import { inWords } from '../../../scripts/bench/captchaProblems.ts'
import { tokensOf } from './reading.ts'

const numbers = (text: string): string[] =>
  readQuantities(tokensOf(text)).map(({ value }) => Fraction.toText(value))

describe('readQuantities', () => {
  it('reads every number up to 999 that is written in words', () => {
    fc.assert(
      fc.property(fc.nat(9_990), (tenths) => {
        expect(numbers(inWords(tenths / 10))).to.deep.equal([String(tenths / 10)])
      }),
    )
  })

  it('reads hundreds and thousands', () => {
    expect(numbers('two thousand three hundred and five')).to.deep.equal(['2305'])
    expect(numbers('a hundred, a thousand')).to.deep.equal(['100', '1000'])
    expect(numbers('twelve hundred')).to.deep.equal(['1200'])
  })

  it('reads digits, but none that are too many to be meant', () => {
    expect(numbers('1,250.5 and 7')).to.deep.equal(['1250.5', '7'])
    expect(numbers('1234567890123 and 7')).to.deep.equal(['7'])
  })

  it('takes a word said twice for one', () => {
    expect(numbers('twenty, twenty three')).to.deep.equal(['20', '23'])
    expect(numbers('twenty er twenty three')).to.deep.equal(['23'])
  })

  it('puts a teen together that is written in two words', () => {
    expect(numbers('seven ten')).to.deep.equal(['17'])
    expect(numbers('two ten')).to.deep.equal(['2', '10'])
  })

  it('parts numbers at a clause, a sign and where they do not fit together', () => {
    expect(numbers('twenty, three')).to.deep.equal(['20', '3'])
    expect(numbers('twenty + three')).to.deep.equal(['20', '3'])
    expect(numbers('twenty thirty')).to.deep.equal(['20', '30'])
    expect(numbers('three twenty')).to.deep.equal(['3', '20'])
  })

  it('says which tokens a number takes', () => {
    const [found] = readQuantities(tokensOf('it has twenty three point five newtons'))
    expect(found).to.deep.include({ from: 2, to: 6 })
    expect(Fraction.toText(found!.value)).to.equal('23.5')
  })
})

describe('readQuantities, of what is no plain number', () => {
  const types = (text: string): string[] =>
    readQuantities(tokensOf(text)).map(({ type, value }) => `${type} ${Fraction.toText(value)}`)

  it('reads shares and factors', () => {
    expect(types('half of it, two thirds, ten percent')).to.deep.equal([
      'share 0.5',
      'share 0.67',
      'share 0.1',
    ])
    expect(types('it doubles, thrice, both')).to.deep.equal(['factor 2', 'factor 3', 'factor 2'])
    expect(types('a quarter of it; a third claw')).to.deep.equal(['share 0.25'])
  })

  it('B12: reads minus five where there is nothing to take it from', () => {
    expect(numbers('minus five plus three')).to.deep.equal(['-5', '3'])
    expect(numbers('ten minus five')).to.deep.equal(['10', '5'])
    expect(numbers('ten and negative five')).to.deep.equal(['10', '-5'])
  })

  it('takes one for no number where it stands for a thing', () => {
    expect(numbers('the other one has two, each one has three')).to.deep.equal(['2', '3'])
    expect(numbers('slows by one')).to.deep.equal(['1'])
  })
})

describe('operatorIn', () => {
  it('takes a dash and a slash for one only where they stand alone', () => {
    expect([' + ', '*', ' ÷', ' - ', ' – ', ' / '].map(operatorIn)).to.deep.equal([
      '+',
      '*',
      '÷',
      '-',
      '–',
      '/',
    ])
    expect([' ', '-', ' -', '/ ', '^'].map(operatorIn)).to.deep.equal(Array(5).fill(''))
  })
})
