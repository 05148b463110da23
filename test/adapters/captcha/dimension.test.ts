import { expect } from 'chai'
import fc from 'fast-check'
import {
  type Dimension,
  isRate,
  isSame,
  nameOf,
  over,
  type Physical,
  physical,
  times,
} from '../../../adapters/captcha/dimension.ts'

const names = Object.keys(physical) as Physical[]
const dimension: fc.Arbitrary<Dimension> = fc.dictionary(
  fc.constantFrom('kg', 'm', 's', 'egg'),
  fc.integer({ min: -3, max: 3 }).filter((power) => power !== 0),
)

describe('dimensions', () => {
  it('multiply and divide as physics has it', () => {
    expect(nameOf(times(physical.force, physical.length))).to.equal('energy')
    expect(nameOf(times(physical.speed, physical.time))).to.equal('length')
    expect(nameOf(over(physical.energy, physical.time))).to.equal('power')
    expect(nameOf(over(physical.force, physical.mass))).to.equal('acceleration')
    expect(nameOf(over(physical.mass, physical.volume))).to.equal('density')
  })

  it('cancel out to nothing', () => {
    expect(over(physical.force, physical.force)).to.deep.equal({})
    expect(nameOf({})).to.equal(null)
  })

  it('have one name each, and none where physics has none', () => {
    for (const name of names) expect(nameOf(physical[name])).to.equal(name)
    expect(nameOf({ egg: 1 })).to.equal(null)
    expect(nameOf({ m: 1, egg: 1 })).to.equal(null)
  })

  it('are the same whatever the order, and not where one has more', () => {
    expect(isSame({ m: 1, s: -1 }, { s: -1, m: 1 })).to.equal(true)
    expect(isSame({ m: 1 }, { m: 1, s: -1 })).to.equal(false)
    expect(isSame({ m: 1, s: -1 }, { m: 1 })).to.equal(false)
    expect(isSame({ m: 1 }, { s: 1 })).to.equal(false)
  })

  it('are a rate where something stands under', () => {
    expect(names.filter((name) => !isRate(physical[name]))).to.deep.equal([
      'length',
      'time',
      'mass',
      'area',
      'volume',
    ])
    expect(isRate({})).to.equal(false)
  })

  it('come back when they are multiplied and divided by the same', () => {
    fc.assert(
      fc.property(dimension, dimension, (a, b) => {
        expect(isSame(over(times(a, b), b), a)).to.equal(true)
        expect(isSame(times(a, b), times(b, a))).to.equal(true)
      }),
    )
  })
})
