import { expect } from 'chai'
import fc from 'fast-check'
import { numberAt, readAmounts, scaled } from '../../../reading/rule/amounts.ts'
import { scan } from '../../../reading/text/Words.ts'

const read = (text: string) =>
  readAmounts(scan(text)).map(({ comparator, value, upper, unit }) => [comparator, value, upper, unit])

describe('readAmounts', () => {
  it('reads a number with what compares it, before or after it', () => {
    expect(read('above $100k')).to.deep.equal([['gt', '100000', null, 'usd']])
    expect(read('at least 40 seats')).to.deep.equal([['gte', '40', null, 'seats']])
    expect(read('40+ seats')).to.deep.equal([['gte', '40', null, 'seats']])
    expect(read('4.5% or less')).to.deep.equal([['lte', '4.5', null, 'percent']])
    expect(read('exactly 3 goals')).to.deep.equal([['eq', '3', null, 'goals']])
    expect(read('dips to €1,250.50')).to.deep.equal([['lte', '1250.5', null, 'eur']])
  })

  it('reads two ends, and a scale that is written once', () => {
    expect(read('between $1.25m and $2.5m')).to.deep.equal([['between', '1250000', '2500000', 'usd']])
    expect(read('$10-13m')).to.deep.equal([['between', '10000000', '13000000', 'usd']])
  })

  it('leaves out numbers that nothing compares and that have no unit', () => {
    expect(read('Apollo 11 has 3 men')).to.deep.equal([])
    expect(read('')).to.deep.equal([])
  })

  it('says where they stand', () => {
    const text = 'It must be above $1.5 million soon.'
    const [amount] = readAmounts(scan(text))
    expect(text.slice(amount!.start, amount!.end)).to.equal('$1.5 million')
  })
})

describe('numberAt', () => {
  const of = (text: string) => numberAt(scan(text), 0)

  it('reads scales in letters and words', () => {
    for (const text of ['1.5m', '1.5 million', '1.5mn', '$1.5M', '1,500k'])
      expect(scaled(of(text)!.digits, of(text)!.scale), text).to.equal('1500000')
  })

  it('is none for words, addresses, versions and numbers with other letters', () => {
    for (const text of ['five', 'https://a.example/5', '1.2.3', '5th', '5x', '$', '$five', ''])
      expect(of(text), text).to.equal(null)
    expect(of(`${'9'.repeat(25)}`)).to.equal(null)
  })
})

describe('scaled', () => {
  it('moves the point without floats', () => {
    expect(scaled('1.25', 6)).to.equal('1250000')
    expect(scaled('0.1234567', 6)).to.equal('123456.7')
    expect(scaled('1.50', 0)).to.equal('1.5')
    expect(scaled('007', 0)).to.equal('7')
    expect(scaled('0.0', 3)).to.equal('0')
  })

  it('is the number times a power of ten, whatever the number', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const places = fc.integer({ min: 0, max: 12 })
    fc.assert(
      fc.property(whole, places, places, (value, after, by) => {
        const digits = String(value).padStart(after + 1, '0')
        const text = after === 0 ? digits : `${digits.slice(0, -after)}.${digits.slice(-after)}`
        const [integer, fraction = ''] = scaled(text, by).split('.')
        expect(BigInt(integer! + fraction.padEnd(24, '0'))).to.equal(value * 10n ** BigInt(24 + by - after))
      }),
    )
  })
})
