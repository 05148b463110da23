import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import {
  join,
  meanOf,
  type Operation,
  operations,
  type Term,
  termOf,
} from '../../../adapters/captcha/Term.ts'
import { sceneOf } from './reading.ts'

const term = (text: string): Term => termOf(sceneOf(text).mentions[0]!)
const show = (joined: Term | null): string | null =>
  joined && `${joined.formula} = ${Fraction.toFixed(joined.value)}`
const joined = (operation: Operation, a: string, b: string) => show(join(operation, term(a), term(b)))

describe('join', () => {
  it('does each operation, some the other way round', () => {
    expect(operations.map((operation) => joined(operation, 'eight newtons', 'two newtons'))).to.deep.equal([
      '8 + 2 = 10.00',
      '8 - 2 = 6.00',
      '2 - 8 = -6.00',
      '8 × 2 = 16.00',
      '8 ÷ 2 = 4.00',
      '2 ÷ 8 = 0.25',
    ])
  })

  it('takes a share for so much of the other', () => {
    expect(joined('add', 'sixty newtons', 'half')).to.equal('60 + (60 × 0.5) = 90.00')
    expect(joined('from', 'twenty percent', 'sixty newtons')).to.equal('60 - (60 × 0.2) = 48.00')
    expect(joined('multiply', 'a third of', 'sixty newtons')).to.equal('0.33 × 60 = 20.00')
    expect(joined('divide', 'sixty newtons', 'half')).to.equal(null)
    expect(joined('add', 'half', 'twenty percent')).to.equal(null)
  })

  it('neither multiplies nor divides by one: so does who leaves it out', () => {
    expect(joined('multiply', 'eight', 'one')).to.equal(null)
    expect(joined('divide', 'eight', 'one')).to.equal(null)
    expect(joined('add', 'eight', 'one')).to.equal('8 + 1 = 9.00')
    expect(joined('subtract', 'one newton', 'half')).to.equal(null)
    expect(joined('add', 'eight newtons', 'one hundred percent')).to.equal(null)
  })

  it('divides nothing by zero', () => {
    expect(joined('divide', 'eight', 'zero')).to.equal(null)
    expect(joined('into', 'zero', 'eight')).to.equal(null)
  })

  it('knows what it measures where that is told', () => {
    const of = (operation: Operation, a: string, b: string) => join(operation, term(a), term(b))!.dimension
    expect(of('multiply', 'two meters per second', 'three seconds')).to.deep.equal({ m: 1 })
    expect(of('divide', 'two meters', 'three seconds')).to.deep.equal({ m: 1, s: -1 })
    expect(of('add', 'two meters', 'three')).to.deep.equal({ m: 1 })
    expect(of('add', 'two meters', 'three seconds')).to.equal(null)
    expect(of('multiply', 'two meters', 'three')).to.equal(null)
  })

  it('has brackets where there are several operations', () => {
    const sum = join('add', term('two'), term('three'))!
    expect(show(join('multiply', sum, term('four')))).to.equal('(2 + 3) × 4 = 20.00')
  })
})

describe('meanOf', () => {
  it('divides a sum by how many it is of', () => {
    const sum = join('add', term('two newtons'), term('three newtons'))!
    expect(show(meanOf(sum, 2))).to.equal('(2 + 3) ÷ 2 = 2.50')
    expect(meanOf(sum, 2).dimension).to.deep.equal(sum.dimension)
  })
})
