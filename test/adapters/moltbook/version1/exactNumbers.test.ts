import { expect } from 'chai'
import fc from 'fast-check'
import { parseExactly, plainDecimal } from '../../../../adapters/moltbook/version1/exactNumbers.ts'

describe('numbers of version 1', () => {
  it('E11: keep all digits that were written', () => {
    const text =
      '{"a": 0.00000001, "b": 1E-8, "c": 0.12345678901234567890, "d": [90071992547409931, -0.5], "e": "1.0e5 \\" 2"}'
    expect(parseExactly(text)).to.deep.equal({
      a: 1e-8,
      b: 1e-8,
      c: '0.12345678901234567890',
      d: ['90071992547409931', -0.5],
      e: '1.0e5 " 2',
    })
  })

  it('error: what is no JSON does not become some', () => {
    for (const text of ['', '{', '[01]', '[1.]', '[.5]', '[+1]', '[NaN]'])
      expect(() => parseExactly(text), text).to.throw(SyntaxError)
  })

  it('parses whatever JSON there is as JSON.parse does, but for what a double cannot hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseExactly(text)).to.deep.equal(JSON.parse(text))
      }),
    )
  })

  it('E11: are written without exponent, and a comma parts thousands or nothing', () => {
    for (const [written, plain] of [
      ['1e-8', '0.00000001'],
      ['1.25e-7', '0.000000125'],
      ['1.5E+3', '1500'],
      ['-2.50', '-2.50'],
      ['0', '0'],
      ['007', '7'],
      ['75,000', '75000'],
      ['1,234,567.5', '1234567.5'],
    ])
      expect(plainDecimal(written!), written).to.equal(plain)
    for (const odd of ['', '0,5', '1,23', '1,2345', ',100', '1e', 'x', '$5', '1 000', '1e999', 'Infinity'])
      expect(plainDecimal(odd), odd).to.equal(null)
  })

  it('any double comes through by its own digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e15, max: 1e15 }), (value) => {
        const plain = plainDecimal(String(value))
        if (plain !== null) expect(Number(plain)).to.equal(value === 0 ? 0 : value)
      }),
    )
  })
})
