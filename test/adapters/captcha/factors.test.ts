import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { bothOf, isStep, readFactors, scaleOf } from '../../../adapters/captcha/factors.ts'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { tokensOf } from './reading.ts'

const factors = (text: string): string[] =>
  readFactors(tokensOf(text)).map(({ word, value }) => `${word} ${value.over}/${value.under}`)

/** What the one number of a text is multiplied by, with two decimals, or why that cannot be told. */
function scale(text: string): string {
  const tokens = tokensOf(text)
  const found = scaleOf(tokens, readOperands(tokens)[0]!, readFactors(tokens))
  return typeof found === 'string' ? found : Fraction.toFixed(found)
}

describe('readFactors', () => {
  it('finds what multiplies without a second number', () => {
    expect(factors('it doubles, then triples, then is halved')).to.deep.equal([
      'doubles 4/2',
      'triples 6/2',
      'halved 1/2',
    ])
  })

  it('takes a third for a part, and a third claw for one more', () => {
    expect(factors('it loses a third of it')).to.deep.equal(['third 1/3'])
    expect(factors('it falls to one quarter')).to.deep.equal(['quarter 1/4'])
    expect(factors('a third claw helps')).to.deep.equal([])
    expect(factors('the third of them')).to.deep.equal([])
  })

  it('tells verbs, which can be a step, from other words', () => {
    const steps = readFactors(tokensOf('doubles twice, tripled half')).filter(isStep)
    expect(steps.map(({ word }) => word)).to.deep.equal(['doubles', 'tripled'])
  })
})

describe('bothOf', () => {
  it('is two where both have so much each', () => {
    expect(bothOf(tokensOf('both claws exert thirty newtons each')).map(({ word }) => word)).to.deep.equal([
      'both',
    ])
    expect(bothOf(tokensOf('its claws both exert thirty newtons each'))[0]).to.deep.include({ at: 2 })
    expect(bothOf(tokensOf('both claws exert thirty newtons'))).to.deep.equal([])
  })
})

describe('scaleOf', () => {
  const claw = 'a claw of eighty newtons'
  for (const [text, wanted] of [
    [`${claw} doubles, what is the force?`, '2.00'],
    ['a claw loses a quarter of its eighty newtons, what remains?', '0.75'],
    [`${claw} falls to a quarter, what is the force?`, '0.25'],
    [`${claw} increases by half, what is the new force?`, '1.50'],
    [`${claw} is it, what is the force?`, 'there is one number in it, and nothing to do with it'],
    [`${claw} doubles and triples, what is the force?`, 'it multiplies in several ways'],
    [`${claw} gains and loses a third of it, what is it?`, 'something grows and something falls'],
    [
      'eighty newtons, twice as much as a crab, how much does the crab exert?',
      'it says twice of what is asked for',
    ],
    [
      'a claw of eighty newtons and another with twice that force, what is the total?',
      'it says twice of something else, and asks for the total',
    ],
    [`${claw} and a half, what is the force?`, 'a half belongs to a number'],
    [`${claw} grows to a third, what is the force?`, 'it grows to third'],
    [`${claw} falls by double, what is the force?`, 'it falls by double of it'],
  ] as const)
    it(`${text} → ${wanted}`, () => {
      expect(scale(text)).to.equal(wanted)
    })
})
