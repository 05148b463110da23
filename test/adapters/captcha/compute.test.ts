import { expect } from 'chai'
import { compute, type Operation } from '../../../adapters/captcha/compute.ts'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'

const told = (operation: Operation, a: string, b: string): string | null => {
  const result = compute(operation, Fraction.parse(a), Fraction.parse(b))
  return result && `${result.formula} = ${Fraction.toFixed(result.value)}`
}

describe('compute', () => {
  it('tells what it did and what comes out', () => {
    expect(told('add', '30', '4.5')).to.equal('30 + 4.5 = 34.50')
    expect(told('subtract', '30', '4.5')).to.equal('30 - 4.5 = 25.50')
    expect(told('multiply', '30', '0.5')).to.equal('30 × 0.5 = 15.00')
    expect(told('divide', '20', '3')).to.equal('20 ÷ 3 = 6.67')
    expect(told('average', '5', '8')).to.equal('(5 + 8) ÷ 2 = 6.50')
  })

  it('reckons in percent', () => {
    expect(told('raise', '80', '25')).to.equal('80 × (100 + 25) ÷ 100 = 100.00')
    expect(told('lower', '80', '25')).to.equal('80 × (100 - 25) ÷ 100 = 60.00')
    expect(told('portion', '80', '25')).to.equal('80 × 25 ÷ 100 = 20.00')
  })

  it('puts the larger first for a difference and a ratio', () => {
    expect(told('difference', '12', '30')).to.equal(told('subtract', '30', '12'))
    expect(told('difference', '30', '12')).to.equal(told('subtract', '30', '12'))
    expect(told('ratio', '4', '12')).to.equal(told('divide', '12', '4'))
    expect(told('ratio', '12', '4')).to.equal(told('divide', '12', '4'))
  })

  it('gives nothing where less is left than nothing, or where there is nothing to divide by', () => {
    expect(told('subtract', '12', '30')).to.equal(null)
    expect(told('lower', '80', '100.5')).to.equal(null)
    expect(told('divide', '12', '0')).to.equal(null)
    expect(told('ratio', '0', '0')).to.equal(null)
  })

  it('takes all away, and all of it in percent', () => {
    expect(told('subtract', '12', '12')).to.equal('12 - 12 = 0.00')
    expect(told('lower', '80', '100')).to.equal('80 × (100 - 100) ÷ 100 = 0.00')
  })
})
