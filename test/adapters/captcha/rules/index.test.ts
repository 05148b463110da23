import { expect } from 'chai'
import { decideOperation } from '../../../../adapters/captcha/rules/index.ts'
import { ruling, sceneOf } from '../reading.ts'

/** Texts of which two rules would say something: the one that goes first, by what it says. */
describe('decideOperation', () => {
  for (const [text, wanted] of [
    // What is said outright goes before what changes and what is asked.
    ['a claw is thirty or twelve newtons strong, what is the total?', 'none: it is one number or the other'],
    ['a claw of thirty newtons is multiplied by twelve, what is the total force?', 'multiply'],
    ['forty mussels are split equally among eight lobsters, how many remain for each?', 'divide'],
    // What physics makes of two numbers goes before their total.
    ['it swims at thirty meters per second for twelve seconds, what is the total distance?', 'multiply'],
    // A change goes before what remains, a comparison and a total.
    ['a claw of thirty newtons gains twelve newtons, what is the total force?', 'add'],
    ['a claw of thirty newtons loses twelve newtons, what is the total force?', 'subtract'],
    ['it is at a depth of thirty meters and rises twelve meters, how deep is it?', 'subtract'],
    // A percentage goes before what it is lost of.
    ['it loses twenty percent of eighty newtons, what force is left?', 'lower, swapped'],
    ['what is thirty newtons / ten?', 'divide'],
    ['a claw of thirty and a crab of twelve, what is it?', 'none: nothing says what to do with the numbers'],
  ] as const)
    it(`${text} → ${wanted}`, () => {
      expect(ruling(decideOperation, text)).to.equal(wanted)
    })

  it('says what told it so', () => {
    const { why } = decideOperation(sceneOf('thirty newtons and twelve newtons, what is the total?'))
    expect(why).to.equal('it asks for the total')
  })
})
