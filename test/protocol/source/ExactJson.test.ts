import { expect } from 'chai'
import fc from 'fast-check'
import { Decimal } from '../../../protocol/index.ts'
import * as ExactJson from '../../../protocol/source/ExactJson.ts'

describe('ExactJson', () => {
  it('C54: writes exponents out, and cuts decimals that no contract can hold off towards zero', () => {
    const cases: [string, string][] = [
      ['49013', '49013'],
      ['0.50', '0.50'],
      ['1e3', '1000'],
      ['1.25E-7', '0.000000125'],
      ['12.5e1', '125'],
      ['-1.5e-3', '-0.0015'],
      ['-0', '0'],
      ['-0.0', '0.0'],
      ['0e5', '0'],
      ['9.6123456789012345e-12', '0.000000000009612345'],
      ['-9.6123456789012345e-12', '-0.000000000009612345'],
      ['1.9999999999999999999', '1.999999999999999999'],
      ['1e-30', '0.000000000000000000'],
      ['-1e-30', '0.000000000000000000'],
      ['007', '7'],
      ['170141183460469231731.687303715884105727', '170141183460469231731.687303715884105727'],
    ]
    for (const [source, plain] of cases) expect(ExactJson.toDecimal(source), source).to.equal(plain)
  })

  it('refuses what is no number, or too large for a contract', () => {
    for (const text of [
      '',
      'NaN',
      '.5',
      '5.',
      '1e',
      '0x10',
      '1_000',
      ' 1',
      '1e400',
      '1e-401',
      '1e21',
      '170141183460469231732',
    ])
      expect(() => ExactJson.toDecimal(text), text).to.throw(ExactJson.NotANumberError)
  })

  it('agrees with exact arithmetic on any number that JSON can write', () => {
    const digits = fc.bigInt({ min: 0n, max: 10n ** 20n - 1n })
    fc.assert(
      fc.property(digits, fc.integer({ min: -30, max: 0 }), fc.boolean(), (value, exponent, negative) => {
        const text = ExactJson.toDecimal(`${negative ? '-' : ''}${value}e${exponent}`)
        const fixed = (value * 10n ** 18n) / 10n ** BigInt(-exponent)
        expect(Decimal.toFixed18(text)).to.equal(negative ? -fixed : fixed)
      }),
    )
  })
})
