import { expect } from 'chai'
import fc from 'fast-check'
import { Decimal } from '../../protocol/index.ts'
import { decimal } from '../helpers/questions.ts'

describe('Decimal', () => {
  describe('isDecimal', () => {
    it('C30: takes digits, one inner point and a minus', () => {
      for (const text of ['0', '-0', '007', '75000', '-12.5', '0.000000000000000001', '9'.repeat(78)]) {
        expect(Decimal.isDecimal(text), text).to.equal(true)
      }
    })

    it('C30: refuses exponents, a plus, separators, a bare point, blanks, other digits and nothing', () => {
      const not = [
        '',
        '-',
        '+1',
        '.5',
        '5.',
        '1e5',
        '1E5',
        '1,000',
        '1_000',
        ' 1',
        '1 ',
        '1\n',
        '--1',
        '1.2.3',
        '٣',
        '0x1',
      ]
      for (const text of [...not, 'NaN', 'Infinity', '9'.repeat(79)]) {
        expect(Decimal.isDecimal(text), JSON.stringify(text)).to.equal(false)
      }
    })
  })

  describe('compare', () => {
    it('C32: is exact where floats are not', () => {
      expect(Decimal.compare('0.1', '0.10000000000000000000000000000000000001')).to.equal(-1)
      expect(Decimal.compare('9007199254740993', '9007199254740992')).to.equal(1)
      expect(Decimal.compare('74999.999999999999999999', '75000')).to.equal(-1)
    })

    it('C32: does not mind how a number is written', () => {
      for (const [a, b] of [
        ['75000', '75000.000'],
        ['-0', '0'],
        ['-0.0', '0'],
        ['007', '7'],
        ['0.50', '0.5'],
      ]) {
        expect(Decimal.compare(a!, b!), `${a} ${b}`).to.equal(0)
      }
    })

    it('keeps the sign of a number that starts with a zero', () => {
      expect(Decimal.compare('-0.5', '0')).to.equal(-1)
      expect(Decimal.compare('-0.5', '-0.25')).to.equal(-1)
      expect(Decimal.compare('-2', '-10')).to.equal(1)
    })

    it('agrees with whole numbers, scaled by any number of zeros', () => {
      fc.assert(
        fc.property(
          fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
          fc.bigInt({ min: -9n, max: 9n }),
          (a, step) => {
            const b = a + step
            const order = a < b ? -1 : a > b ? 1 : 0
            expect(Decimal.compare(`${a}`, `${b}.000`)).to.equal(order)
            expect(Decimal.compare(`${b}`, `${a}`)).to.equal(order === 0 ? 0 : -order)
          },
        ),
      )
    })

    it('error: names what is no decimal', () => {
      expect(() => Decimal.compare('1', '1e3')).to.throw(
        Decimal.NotDecimalError,
        '"1e3" is not a decimal number.',
      )
    })

    it('error: quotes only the beginning of a long text', () => {
      expect(() => Decimal.compare('x'.repeat(100_000), '1'))
        .to.throw(Decimal.NotDecimalError)
        .with.property('message')
        .with.length.below(300)
    })
  })

  describe('toFixed18 and fromFixed18', () => {
    const max = (1n << 127n) - 1n
    const maxText = '170141183460469231731.687303715884105727'

    it('scales by 10^18', () => {
      expect(Decimal.toFixed18('75000')).to.equal(75_000n * 10n ** 18n)
      expect(Decimal.toFixed18('-0.5')).to.equal(-5n * 10n ** 17n)
      expect(Decimal.toFixed18('0.000000000000000001')).to.equal(1n)
    })

    it('reaches both ends of int128 and not further', () => {
      expect(Decimal.toFixed18(maxText)).to.equal(max)
      expect(Decimal.toFixed18('-170141183460469231731.687303715884105728')).to.equal(-max - 1n)
      expect(() => Decimal.toFixed18('170141183460469231731.687303715884105728')).to.throw(
        Decimal.OutOfRangeError,
      )
      expect(() => Decimal.toFixed18('-170141183460469231731.687303715884105729')).to.throw(
        Decimal.OutOfRangeError,
      )
      expect(() => Decimal.fromFixed18(max + 1n)).to.throw(Decimal.OutOfRangeError)
      expect(() => Decimal.fromFixed18(-max - 2n)).to.throw(Decimal.OutOfRangeError)
    })

    it('never rounds: a nineteenth decimal is refused, unless it is a zero', () => {
      expect(() => Decimal.toFixed18('1.0000000000000000001')).to.throw(Decimal.TooPreciseError)
      expect(Decimal.toFixed18('1.0000000000000000000')).to.equal(10n ** 18n)
    })

    it('writes the shortest text', () => {
      expect(Decimal.fromFixed18(max)).to.equal(maxText)
      expect(Decimal.fromFixed18(0n)).to.equal('0')
      expect(Decimal.fromFixed18(-1n)).to.equal('-0.000000000000000001')
      expect(Decimal.fromFixed18(15n * 10n ** 17n)).to.equal('1.5')
    })

    it('is read back as it was, both ways', () => {
      fc.assert(
        fc.property(fc.bigInt({ min: -max - 1n, max }), (value) => {
          expect(Decimal.toFixed18(Decimal.fromFixed18(value))).to.equal(value)
        }),
      )
      fc.assert(
        fc.property(decimal, (text) => {
          fc.pre(text.replace('-', '').split('.')[0]!.length < 20)
          expect(Decimal.compare(Decimal.fromFixed18(Decimal.toFixed18(text)), text)).to.equal(0)
        }),
      )
    })
  })
})
