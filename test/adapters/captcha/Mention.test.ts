import { expect } from 'chai'
import type { Mention } from '../../../adapters/captcha/Mention.ts'
import { sceneOf } from './reading.ts'

/** The first number of a text, with what it counts. */
const mention = (text: string): Mention => sceneOf(text).mentions[0]!

describe('readMentions', () => {
  it('takes the unit that follows a number', () => {
    expect(mention('thirty newtons')).to.deep.include({ kind: 'force', end: 2 })
    expect(mention('thirty meters per second')).to.deep.include({ kind: 'speed', end: 4 })
    expect(mention('thirty centimeters').sizes).to.deep.equal({ m: 'centimeter' })
  })

  it('knows a unit that physics has no name for only as another', () => {
    expect(mention('thirty degrees')).to.deep.include({ kind: 'other', dimension: { degree: 1 } })
  })

  it('takes percents and doubling for what they are, without a dimension', () => {
    expect(mention('thirty percent')).to.deep.include({ kind: 'share', dimension: null })
    expect(mention('it doubles')).to.deep.include({ kind: 'factor', dimension: null })
  })

  it('counts things, past what may stand between', () => {
    for (const text of ['three claws', 'three equal claws', 'three more claws', 'three such hungry claws'])
      expect(mention(text), text).to.deep.include({ kind: 'count', dimension: { claw: 1 } })
  })

  it('B12: counts what no lexicon names, also by the hour', () => {
    expect(mention('three zorbles swim')).to.deep.include({ kind: 'count', dimension: { zorble: 1 } })
    expect(mention('three zorbles per hour').dimension).to.deep.equal({ zorble: 1, s: -1 })
    expect(mention('three big red zorbles').dimension).to.deep.equal({ zorble: 1 })
  })

  it('takes no more for a unit where none follows', () => {
    expect(mention('three more than a crab')).to.deep.include({ kind: '', end: 1 })
  })

  it('does not look past the end of a clause', () => {
    expect(mention('it gains thirty, newtons are large')).to.deep.include({ kind: '', dimension: null })
  })

  it('takes what its clause speaks of where it has no unit, up to three words before', () => {
    expect(mention('its claw force is thirty')).to.deep.include({ kind: 'force', end: 5 })
    expect(mention('a velocity of thirty').kind).to.equal('speed')
    expect(mention('the velocity of a lobster is thirty').kind).to.equal('')
  })
})
