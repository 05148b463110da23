import { create, type MessageInitShape } from '@bufbuild/protobuf'
import { expect } from 'chai'
import fc from 'fast-check'
import { outcomeOf } from '../../don/consensus.ts'
import { Sdk } from '../../don/sdk.ts'
import * as Value from '../../don/value.ts'

type Descriptor = MessageInitShape<typeof Sdk.ConsensusDescriptorSchema>

const by = (value: number): Descriptor => ({ descriptor: { case: 'aggregation', value } })
const { IDENTICAL, MEDIAN, COMMON_PREFIX, COMMON_SUFFIX, FREQUENCY_LIST } = Sdk.AggregationType

const text = (value: string) => Value.make({ case: 'stringValue', value })
const float = (value: number) => Value.make({ case: 'float64Value', value })
const whole = (value: bigint) => Value.int64(value)
const texts = (...values: string[]) => Value.list(values.map(text))

const said = (value: Value.Value, descriptors: Descriptor, fallback?: Value.Value) =>
  create(Sdk.SimpleConsensusInputsSchema, {
    observation: { case: 'value', value },
    descriptors,
    ...(fallback === undefined ? {} : { default: fallback }),
  })
const failed = (error: string, descriptors: Descriptor, fallback?: Value.Value) =>
  create(Sdk.SimpleConsensusInputsSchema, {
    observation: { case: 'error', value: error },
    descriptors,
    ...(fallback === undefined ? {} : { default: fallback }),
  })

const agree = (values: readonly Value.Value[], descriptor: Descriptor, f = 1, fallback?: Value.Value) =>
  outcomeOf(
    values.map((value) => said(value, descriptor, fallback)),
    f,
  )
const isSame = (a: Value.Value, b: Value.Value) => expect(Value.keyOf(a)).to.equal(Value.keyOf(b))

describe('consensus of nodes', () => {
  it('identical: takes the value of f + 1 nodes: 4–0, 3–1 and 2–1–1 pass', () => {
    isSame(agree(['a', 'a', 'a', 'a'].map(text), by(IDENTICAL)), text('a'))
    isSame(agree(['a', 'b', 'a', 'a'].map(text), by(IDENTICAL)), text('a'))
    isSame(agree(['a', 'b', 'c', 'a'].map(text), by(IDENTICAL)), text('a'))
  })

  it('identical: refuses a 2–2 split, and a value that only one node saw', () => {
    expect(() => agree(['a', 'b', 'a', 'b'].map(text), by(IDENTICAL))).to.throw(
      /not identical, multiple values with f\+1 occurrences/,
    )
    expect(() => agree(['a', 'b', 'c', 'd'].map(text), by(IDENTICAL))).to.throw(/no values met f\+1/)
  })

  it('identical: two colluding nodes of four win where the others differ, which is CRE’s bound', () => {
    isSame(agree(['lie', 'lie', 'a', 'b'].map(text), by(IDENTICAL)), text('lie'))
  })

  it('identical: the order in which a map was filled changes nothing', () => {
    const one = Value.map({ a: text('x'), b: text('y') })
    const other = Value.map({ b: text('y'), a: text('x') })
    isSame(agree([one, other, one], by(IDENTICAL)), one)
  })

  it('needs 2f + 1 observations', () => {
    expect(() => agree([text('a'), text('a')], by(IDENTICAL))).to.throw(/insufficient observations/)
    expect(() => agree(Array(4).fill(text('a')), by(IDENTICAL), 2)).to.throw(/insufficient observations/)
  })

  it('median: the lower middle, whatever the order', () => {
    isSame(agree([4, 1, 3, 2].map(float), by(MEDIAN)), float(2))
    isSame(agree([9, 1, 5].map(float), by(MEDIAN)), float(5))
    isSame(agree([5n, -7n, 3n].map(whole), by(MEDIAN)), whole(3n))
  })

  it('median: one liar can’t push it past an honest value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer(), { minLength: 3, maxLength: 3 }),
        fc.double({ noNaN: true }),
        (honest, lie) => {
          const value = agree([...honest, lie].map(float), by(MEDIAN)).value.value as number
          expect(value).to.be.within(Math.min(...honest), Math.max(...honest))
        },
      ),
    )
  })

  it('median: compares decimals and big numbers exactly, and times', () => {
    const decimal = (coefficient: bigint, exponent: number) =>
      Value.make({
        case: 'decimalValue',
        value: {
          coefficient: {
            absVal: Buffer.from(
              (coefficient < 0n ? -coefficient : coefficient).toString(16).padStart(4, '0'),
              'hex',
            ),
            sign: coefficient < 0n ? -1n : 1n,
          },
          exponent,
        },
      })
    const values = [decimal(123n, -2), decimal(12n, -1), decimal(2n, 3), decimal(-5n, 0)]
    isSame(agree(values, by(MEDIAN)), decimal(12n, -1))
    const time = (seconds: bigint, nanos: number) =>
      Value.make({ case: 'timeValue', value: { seconds, nanos } })
    isSame(agree([time(9n, 1), time(9n, 0), time(8n, 999)], by(MEDIAN)), time(9n, 0))
  })

  it('median: refuses two types with f + 1 each, and what is no number', () => {
    expect(() => agree([float(1), float(2), whole(1n), whole(2n)], by(MEDIAN))).to.throw(/multiple values/)
    expect(() => agree(['a', 'b', 'c'].map(text), by(MEDIAN))).to.throw(/no single value type/)
  })

  it('fields: each by its own rule, in the order of names; a failing one by its default or not at all', () => {
    const descriptor: Descriptor = {
      descriptor: {
        case: 'fieldsMap',
        value: { fields: { price: by(MEDIAN), outcome: by(IDENTICAL) } },
      },
    }
    const node = (price: number, outcome: string) =>
      Value.map({ price: float(price), outcome: text(outcome) })
    isSame(
      agree([node(3, 'YES'), node(1, 'YES'), node(2, 'NO')], descriptor),
      Value.map({ outcome: text('YES'), price: float(2) }),
    )
    const split = [node(1, 'YES'), node(2, 'NO'), node(3, 'YES'), node(4, 'NO')]
    expect(() => agree(split, descriptor)).to.throw(/aggregation for field failed 'outcome': not identical/)
    isSame(
      agree(split, descriptor, 1, Value.map({ outcome: text('INVALID') })),
      Value.map({ outcome: text('INVALID'), price: float(2) }),
    )
  })

  it('prefix and suffix: as far as f + 1 lists agree', () => {
    const lists = [texts('a', 'b', 'c'), texts('a', 'b', 'd'), texts('a', 'x', 'c'), texts('a', 'b')]
    isSame(agree(lists, by(COMMON_PREFIX)), texts('a', 'b'))
    const ends = [texts('x', 'y', 'z'), texts('q', 'y', 'z'), texts('z'), texts('n')]
    isSame(agree(ends, by(COMMON_SUFFIX)), texts('y', 'z'))
    isSame(agree([texts('a'), texts('b'), texts('c')], by(COMMON_PREFIX)), texts())
    expect(() => agree(['a', 'b', 'c'].map(text), by(COMMON_PREFIX))).to.throw(/insufficient/)
  })

  it('frequencies: all values with their counts, most frequent first', () => {
    const entry = (value: string, count: bigint) => Value.map({ value: text(value), count: whole(count) })
    isSame(
      agree(['b', 'a', 'b', 'c'].map(text), by(FREQUENCY_LIST)),
      Value.list([entry('b', 2n), entry('a', 1n), entry('c', 1n)]),
    )
  })

  it('errors: f + 1 of them fail the whole, or give the default', () => {
    const descriptor = by(IDENTICAL)
    const observations = [
      said(text('a'), descriptor),
      said(text('a'), descriptor),
      failed('timeout', descriptor),
      failed('503', descriptor),
    ]
    expect(() => outcomeOf(observations, 1)).to.throw(
      /received 2 errors which is >= f\+1 \(2\): timeout; 503/,
    )
    isSame(outcomeOf([...observations.slice(0, 3)], 1), text('a'))
    const fallback = text('none')
    const withDefault = [
      said(text('a'), descriptor, fallback),
      failed('timeout', descriptor, fallback),
      failed('503', descriptor, fallback),
    ]
    isSame(outcomeOf(withDefault, 1), fallback)
  })

  it('a node that asks for another kind of agreement is left out', () => {
    const odd = said(text('b'), by(MEDIAN))
    const observations = [said(text('a'), by(IDENTICAL)), said(text('a'), by(IDENTICAL)), odd]
    isSame(outcomeOf(observations, 1), text('a'))
    expect(() =>
      outcomeOf([said(text('a'), by(IDENTICAL)), odd, said(text('a'), by(COMMON_PREFIX))], 1),
    ).to.throw(/do not agree on what to agree on/)
  })

  it('every node computes the same outcome from the same observations', () => {
    const value = fc.oneof(
      fc.integer().map(float),
      fc.string().map(text),
      fc.boolean().map((b) => texts(String(b))),
    )
    fc.assert(
      fc.property(fc.array(value, { minLength: 3, maxLength: 7 }), (values) => {
        const once = () => {
          try {
            return Value.keyOf(agree(values, by(IDENTICAL)))
          } catch (error) {
            return (error as Error).message
          }
        }
        expect(once()).to.equal(once())
      }),
    )
  })
})
