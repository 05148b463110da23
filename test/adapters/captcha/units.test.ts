import { expect } from 'chai'
import { nameOf, physical } from '../../../adapters/captcha/dimension.ts'
import {
  differInSize,
  isThing,
  isUnit,
  readUnit,
  roleAt,
  stemOf,
  wordAt,
} from '../../../adapters/captcha/units.ts'
import { tokensOf } from './reading.ts'

const unit = (text: string) => readUnit(tokensOf(text), 0)

describe('readUnit', () => {
  it('reads measures, and what they make together', () => {
    const named = (text: string) => nameOf(unit(text)!.dimension)
    expect(named('newtons')).to.equal('force')
    expect(named('meters per second')).to.equal('speed')
    expect(named('meters per second squared')).to.equal('acceleration')
    expect(named('square centimeters')).to.equal('area')
    expect(named('cubic meters')).to.equal('volume')
    expect(named('newton meters')).to.equal('energy')
    expect(named('kilogram meters per second')).to.equal('momentum')
    expect(named('knots')).to.equal('speed')
    expect(named('newtons per square meter')).to.equal('pressure')
  })

  it('takes a unit that is said twice for one', () => {
    expect(unit('newtons newtons')).to.deep.include({ dimension: physical.force, to: 2 })
  })

  it('remembers in which size a measure is told', () => {
    expect(unit('kilometers per hour')!.sizes).to.deep.equal({ m: 'kilometer', s: 'hour' })
    expect(unit('cm')!.sizes).to.deep.equal(unit('centimeters')!.sizes)
    expect(unit('newtons')!.sizes).to.deep.equal({})
  })

  it('counts things, of which the last word tells what', () => {
    expect(unit('antenna touches')).to.deep.include({ dimension: { touch: 1 }, isCount: true, to: 2 })
    expect(unit('antenna, touches')).to.deep.include({ dimension: { antenna: 1 }, to: 1 })
  })

  it('reads a rate of things', () => {
    expect(unit('clams a day')).to.deep.include({ dimension: { clam: 1, s: -1 }, isCount: false, to: 3 })
    expect(unit('newtons per claw')!.dimension).to.deep.equal({ ...physical.force, claw: -1 })
    expect(unit('clams each day')!.dimension).to.deep.equal({ clam: 1, s: -1 })
    expect(unit('clams per, day')).to.deep.include({ dimension: { clam: 1 }, to: 1 })
  })

  it('takes any other word for a name, of several the plural', () => {
    expect(unit('big red grobbles')).to.deep.include({ dimension: { groble: 1 }, isCount: true, to: 3 })
    expect(unit('cod')).to.deep.include({ dimension: { cod: 1 }, isCount: true })
  })

  it('finds none where none stands', () => {
    for (const text of ['of newtons', 'total', 'of it', '']) expect(unit(text), text).to.equal(null)
  })
})

describe('words and their roles', () => {
  it('are told apart', () => {
    const tokens = tokensOf('thirty newtons')
    expect([roleAt(tokens, 1), wordAt(tokens, 1)]).to.deep.equal(['force', 'newtons'])
    expect([roleAt(tokens, 9), wordAt(tokens, -1)]).to.deep.equal([null, ''])
    expect([isUnit('percent'), isUnit('thing'), isUnit(null)]).to.deep.equal([true, false, false])
    expect([isThing('thing'), isThing('things'), isThing('force')]).to.deep.equal([true, true, false])
  })

  it('have one stem in singular and plural', () => {
    expect(['pinches', 'claws', 'boxes', 'kisses', 'buddies', 'mass'].map(stemOf)).to.deep.equal([
      'pinch',
      'claw',
      'box',
      'kiss',
      'buddy',
      'mass',
    ])
  })
})

describe('differInSize', () => {
  it('is so only of one measure in two sizes', () => {
    expect(differInSize({ m: 'meter' }, { m: 'centimeter' })).to.equal(true)
    expect(differInSize({ m: 'meter' }, { m: 'meter', s: 'hour' })).to.equal(false)
    expect(differInSize({ m: 'meter' }, { s: 'hour' })).to.equal(false)
  })
})
