import { expect } from 'chai'
import * as Fraction from '../../../adapters/captcha/Fraction.ts'
import { readOperands } from '../../../adapters/captcha/operands.ts'
import { planOf } from '../../../adapters/captcha/plan.ts'
import { tokensOf } from './reading.ts'

/** The plan in one line: where it begins and each step, or why there is none. */
function plan(text: string): string {
  const tokens = tokensOf(text)
  const { start, steps, why } = planOf(tokens, readOperands(tokens))
  if (start === null) {
    expect(steps).to.deep.equal([])
    return why
  }
  const told = steps.map(({ operation, value }) => `, ${operation} ${Fraction.toText(value)}`)
  return `${Fraction.toText(start)}${told.join('')}`
}

describe('planOf', () => {
  for (const [text, wanted] of [
    ['how strong is a claw?', 'there is no number in it'],
    ['a claw of thirty newtons, how strong is it?', 'there is one number in it, and nothing to do with it'],
    ['a claw of thirty newtons doubles, how strong is it?', '30, multiply 2'],
    ['both claws have thirty newtons each, what is the total?', '30, multiply 2'],
    ['a claw of thirty newtons gains twelve newtons, how strong is it?', '30, add 12'],
    ['take twelve newtons away from thirty newtons, what is left?', '30, subtract 12'],
    ['a claw of thirty newtons doubles, multiplied by two, how strong is it?', '30, multiply 2'],
    [
      'a claw of thirty newtons gains five newtons and then doubles, how strong is it?',
      '30, add 5, multiply 2',
    ],
    ['claws of twenty, fifteen and twelve newtons, what is the total force?', '20, add 15, add 12'],
    [
      'a claw of thirty newtons and twice a crab of five newtons, how strong is it?',
      'there are two numbers in it, and the word twice',
    ],
    [
      'claws of twenty newtons, five meters and nine seconds, what is it?',
      'there are 3 numbers in it, and no telling which are meant',
    ],
    ['a claw of thirty and a crab of twelve, what is it?', 'nothing says what to do with the numbers'],
  ] as const)
    it(`${text} → ${wanted}`, () => {
      expect(plan(text)).to.equal(wanted)
    })

  it('says what told it so', () => {
    const why = (text: string) => {
      const tokens = tokensOf(text)
      return planOf(tokens, readOperands(tokens)).why
    }
    expect(why('a claw of thirty newtons doubles, how strong is it?')).to.equal('it says doubles')
    expect(why('a claw of thirty newtons gains five newtons and loses two, how strong?')).to.equal(
      'one step after the other',
    )
    expect(why('a claw of thirty newtons gains twelve, how strong is it?')).to.equal('it grows by so much')
  })
})
