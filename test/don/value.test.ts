import { fromBinary } from '@bufbuild/protobuf'
import { expect } from 'chai'
import fc from 'fast-check'
import { Values } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'

const text = (value: string) => Value.make({ case: 'stringValue', value })

describe('a value’s one spelling', () => {
  it('does not depend on the order in which a map’s keys were set, at any depth', () => {
    const one = Value.list([Value.map({ a: text('1'), b: Value.map({ x: text('2'), y: text('3') }) })])
    const other = Value.list([Value.map({ b: Value.map({ y: text('3'), x: text('2') }), a: text('1') })])
    expect(Value.keyOf(one)).to.equal(Value.keyOf(other))
  })

  it('does depend on the order of a list, on the type and on the value', () => {
    const keys = [
      Value.list([text('a'), text('b')]),
      Value.list([text('b'), text('a')]),
      text('1'),
      Value.int64(1n),
      Value.make({ case: 'uint64Value', value: 1n }),
      Value.make(undefined),
    ].map(Value.keyOf)
    expect(new Set(keys).size).to.equal(keys.length)
  })

  it('is the same for any shuffle of any keys, and reads back to what it was', () => {
    const fields = fc.uniqueArray(fc.tuple(fc.string(), fc.string()), { selector: ([key]) => key })
    fc.assert(
      fc.property(fields, (entries) => {
        // A record with this key would have it as its prototype, not as a field.
        const usual = entries.filter(([key]) => key !== '__proto__')
        const one = Value.map(Object.fromEntries(usual.map(([key, said]) => [key, text(said)])))
        const other = Value.map(
          Object.fromEntries([...usual].reverse().map(([key, said]) => [key, text(said)])),
        )
        expect(Value.keyOf(one)).to.equal(Value.keyOf(other))
        const read = fromBinary(Values.ValueSchema, Value.bytesOf(one))
        expect(Value.plainOf(read)).to.deep.equal(Object.fromEntries(usual))
      }),
    )
  })

  it('leaves the value itself as it was', () => {
    const value = Value.map({ b: text('1'), a: text('2') })
    Value.sorted(value)
    expect(Object.keys((value.value.value as { fields: object }).fields)).to.deep.equal(['b', 'a'])
  })
})

describe('a value as plain data', () => {
  const whole = (absVal: number[], sign: bigint) =>
    Value.make({ case: 'bigintValue', value: { absVal: Uint8Array.from(absVal), sign } })
  const cases: [string, Value.Value, unknown][] = [
    ['nothing', Value.make(undefined), null],
    ['text', text('§'), '§'],
    ['a boolean', Value.make({ case: 'boolValue', value: false }), false],
    ['a double', Value.make({ case: 'float64Value', value: 0.5 }), 0.5],
    ['bytes', Value.make({ case: 'bytesValue', value: Uint8Array.of(0, 255) }), '0x00ff'],
    ['a whole number beyond doubles', Value.int64(-(2n ** 63n)), '-9223372036854775808'],
    ['an unsigned one', Value.make({ case: 'uint64Value', value: 2n ** 64n - 1n }), '18446744073709551615'],
    ['a large one', whole([1, 0], 1n), '0x0100'],
    ['a large negative one', whole([2], -1n), '-0x02'],
    ['a large zero', whole([], 0n), '0x0'],
    ['a list', Value.list([text('a'), Value.list([])]), ['a', []]],
    ['a map', Value.map({ a: Value.map({ b: Value.int64(1n) }) }), { a: { b: '1' } }],
  ]
  for (const [name, value, plain] of cases) {
    it(`${name} is ${JSON.stringify(plain)}`, () => {
      expect(Value.plainOf(value)).to.deep.equal(plain)
    })
  }

  it('a time and a decimal become JSON, their whole numbers as text', () => {
    const time = Value.make({ case: 'timeValue', value: { seconds: 1_700_000_000n, nanos: 5 } })
    expect(Value.plainOf(time)).to.deep.include({ seconds: '1700000000', nanos: 5 })
    const coefficient = { absVal: Uint8Array.of(7), sign: -1n }
    const decimal = Value.make({ case: 'decimalValue', value: { coefficient, exponent: -2 } })
    expect(Value.plainOf(decimal)).to.have.property('exponent', -2)
    expect(() => JSON.stringify(Value.plainOf(decimal))).to.not.throw()
  })
})
