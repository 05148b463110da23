import { expect } from 'chai'
import fc from 'fast-check'
import { median } from '../../don/median.ts'
import * as Value from '../../don/value.ts'

const float = (value: number) => Value.make({ case: 'float64Value', value })
const text = (value: string) => Value.make({ case: 'stringValue', value })
const bytesOf = (value: bigint): Uint8Array<ArrayBuffer> => {
  const hex = value.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}
const large = (value: bigint) => ({
  absVal: value === 0n ? new Uint8Array() : bytesOf(value < 0n ? -value : value),
  sign: value < 0n ? -1n : 1n,
})
const whole = (value: bigint) => Value.make({ case: 'bigintValue', value: large(value) })
const decimal = (digits: bigint, exponent: number) =>
  Value.make({ case: 'decimalValue', value: { coefficient: large(digits), exponent } })
const time = (seconds: bigint, nanos: number) => Value.make({ case: 'timeValue', value: { seconds, nanos } })

describe('the median of what nodes saw', () => {
  it('is the middle one, and the lower of two middle ones', () => {
    expect(median([float(3), float(1), float(2)], 1)).to.deep.equal(float(2))
    expect(median([float(4), float(1), float(3), float(2)], 1)).to.deep.equal(float(2))
    expect(median([float(-1)], 0)).to.deep.equal(float(-1))
  })

  it('orders whole numbers, large ones, decimals and times by their size, not by their digits', () => {
    expect(median([Value.int64(10n), Value.int64(9n), Value.int64(-100n)], 1)).to.deep.equal(Value.int64(9n))
    const unsigned = [2n ** 64n - 1n, 1n, 2n ** 63n].map((value) =>
      Value.make({ case: 'uint64Value', value }),
    )
    expect(median(unsigned, 1)).to.deep.equal(unsigned[2])
    expect(median([whole(-(2n ** 200n)), whole(0n), whole(2n ** 100n)], 1)).to.deep.equal(whole(0n))
    // 0.9, 1.25 and 1.3
    expect(median([decimal(13n, -1), decimal(125n, -2), decimal(9n, -1)], 1)).to.deep.equal(decimal(125n, -2))
    expect(median([time(5n, 2), time(5n, 1), time(4n, 999_999_999)], 1)).to.deep.equal(time(5n, 1))
  })

  it('a foreign exponent costs no time: it counts as large, and no more', () => {
    const started = performance.now()
    const values = [decimal(1n, 2_000_000_000), decimal(5n, 0), decimal(6n, 0)]
    expect(median(values, 1)).to.deep.equal(decimal(6n, 0))
    expect(performance.now() - started).to.be.lessThan(500)
  })

  it('leaves out what is no number', () => {
    const odd = [text('2'), float(Number.NaN), Value.make({ case: 'decimalValue', value: { exponent: 1 } })]
    expect(median([...odd, float(1), float(2), float(3)], 1)).to.deep.equal(float(2))
  })

  it('leaves out a type that fewer than f + 1 nodes gave, and refuses two that more gave', () => {
    expect(median([float(1), float(2), Value.int64(9n)], 1)).to.deep.equal(float(1))
    const split = [float(1), float(2), Value.int64(1n), Value.int64(2n)]
    expect(() => median(split, 1)).to.throw(/multiple values with f\+1 occurrences/)
    expect(() => median([float(1), Value.int64(1n)], 1)).to.throw(/no single value type meets/)
    expect(() => median([], 0))
      .to.throw(/no single value type meets/)
      .with.property('name', 'Consensus.ConsensusError')
  })

  it('f liars cannot push it past what honest nodes saw', () => {
    const price = fc.integer({ min: -1_000, max: 1_000 })
    const faulty = fc.integer({ min: 0, max: 3 })
    fc.assert(
      fc.property(
        faulty,
        fc.array(price, { minLength: 7, maxLength: 7 }),
        fc.array(fc.double(), { minLength: 3, maxLength: 3 }),
        (f, seen, lies) => {
          const honest = seen.slice(0, 2 * f + 1)
          const values = [...honest, ...lies.slice(0, f)].map(float)
          const { value } = median(values, f).value as { value: number }
          expect(value).to.be.within(Math.min(...honest), Math.max(...honest))
        },
      ),
    )
  })
})
