import { expect } from 'chai'
import { isSame, toOperand } from '../../../adapters/captcha/Problem.ts'
import { readQuantities } from '../../../adapters/captcha/Quantity.ts'
import { tokensOf } from './reading.ts'

/** The first number of a text, with what it counts. */
function operand(text: string) {
  const tokens = tokensOf(text)
  return toOperand(tokens, readQuantities(tokens)[0]!)
}

describe('toOperand', () => {
  it('takes the unit that follows a number', () => {
    expect(operand('thirty newtons')).to.deep.include({ kind: 'force', isCount: false, end: 2 })
    expect(operand('thirty meters per second')).to.deep.include({ kind: 'speed', end: 4 })
    expect(operand('thirty centimeters').sizes).to.deep.equal({ m: 'centimeter' })
  })

  it('knows a unit that physics has no name for only as another', () => {
    expect(operand('thirty degrees')).to.deep.include({ kind: 'other', dimension: { degree: 1 } })
  })

  it('takes a percentage for a part, without a dimension', () => {
    expect(operand('thirty percent')).to.deep.include({ kind: 'percent', dimension: null })
  })

  it('counts things, past what may stand between', () => {
    for (const text of ['three claws', 'three equal claws', 'three more claws', 'three such hungry claws'])
      expect(operand(text), text).to.deep.include({ kind: null, dimension: { claw: 1 }, isCount: true })
  })

  it('takes no more for a unit where none follows', () => {
    expect(operand('three more than a crab')).to.deep.include({ kind: null, isCount: false, end: 1 })
  })

  it('does not look past the end of a clause', () => {
    expect(operand('it gains thirty, newtons are large')).to.deep.include({ kind: null, dimension: null })
  })

  it('takes what its clause speaks of where it has no unit, up to three words before', () => {
    expect(operand('its claw force is thirty')).to.deep.include({ kind: 'force', end: 5 })
    expect(operand('a velocity of thirty').kind).to.equal('speed')
    expect(operand('the velocity of a lobster is thirty').kind).to.equal(null)
  })
})

describe('isSame', () => {
  it('compares values, however they are written', () => {
    expect(isSame(operand('four point five'), operand('4.50'))).to.equal(true)
    expect(isSame(operand('four'), operand('five'))).to.equal(false)
  })
})
