import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'

/** What the solver failed on before it ranked whole readings, each in several wordings. */
const repairs: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'a number below zero': [
    ['minus five plus three', '-2.00'],
    ['what is minus five plus three?', '-2.00'],
    ['minus nine plus twenty, how much is it?', '11.00'],
  ],
  'any count of numbers': [
    ['sum of two, three and four', '9.00'],
    ['what is the sum of two, three and four?', '9.00'],
    ['what is the sum of five, six, seven, eight and nine newtons?', '35.00'],
    ['multiply two by three by five', '30.00'],
  ],
  'numbers taken back': [
    [
      'a claw exerts twelve, no, fourteen newtons and the other exerts five newtons, what is the total?',
      '19.00',
    ],
    [
      'a claw has thirty newtons, sorry, i mean twenty newtons, and gains six, what is the force now?',
      '26.00',
    ],
    ['a reef has forty crabs, wait, fifty crabs, and loses eight, how many remain?', '42.00'],
    ['six lobsters, make that seven lobsters, carry three shells each, how many shells?', '21.00'],
  ],
  'numbers said again': [
    ['a claw exerts twelve newtons, yes twelve newtons, and gains five newtons, what is the force?', '17.00'],
    ['a claw of forty newtons forty and a claw of seven newtons, what is the total force?', '47.00'],
    ['nineteen newtons in one claw, eight in the other, so what is nineteen plus eight?', '27.00'],
  ],
  'factors restated by a number': [
    ['a claw force of thirteen newtons doubles, that is times two, what is the force?', '26.00'],
    ['a claw of eleven newtons triples its force, three times as strong, what is its force?', '33.00'],
    ['it strikes twice, two strikes of nine newtons each, what is the total force?', '18.00'],
  ],
  'counts per unit with an unknown word between': [
    ['a lobster eats five snorfles per day, how many snorfles does it eat in six days?', '30.00'],
    ['a lobster makes seven trips with four wibbles per trip, how many wibbles?', '28.00'],
    ['each drimple holds nine pebbles, how many pebbles do four drimples hold?', '36.00'],
    ['a crab drops eight quibs every hour for three hours, how many quibs does it drop?', '24.00'],
  ],
  '“per” after the second number': [
    ['a lobster makes six trips with four pebbles per trip, how many pebbles is that?', '24.00'],
    ['there are nine nests with five eggs per nest, how many eggs are there?', '45.00'],
  ],
  'a count less a force': [
    [
      'five lobsters push with ten newtons each against a drag of eight newtons, what is the net force?',
      '42.00',
    ],
    ['three claws of nine newtons each, less a friction of four newtons, what is the net force?', '23.00'],
  ],
}

for (const [name, cases] of Object.entries(repairs))
  describe(`solve, of ${name}`, () => {
    for (const [text, answer] of cases)
      it(`B12 C141: has ${answer} as the best for “${text}”`, () => {
        const { best, why } = solve(text)
        expect(best, why).to.equal(answer)
      })
  })

describe('solve, of what it is unsure of', () => {
  const text = 'a claw exerts thirty newtons and the other twelve, or so, whatever, hm'

  it('C58 C141: always has a best answer where there is a number, and gives it as the answer only when sure', () => {
    for (const doubtful of [
      text,
      'twelve',
      'six lobsters and nine rocks',
      'a claw of fyfte newtons gains five newtons',
    ]) {
      const { answer, best, confidence } = solve(doubtful)
      expect(best, doubtful).to.match(/^-?\d+\.\d\d$/)
      expect(answer, doubtful).to.equal(confidence >= 0.9 ? best : null)
    }
  })

  it('S0-81: extracts all numbers, not two', () => {
    const numbers = solve('two, three, four and five newtons push, what is the total force?').steps.filter(
      ({ step }) => step === 'number',
    )
    expect(numbers.map((step) => step.step === 'number' && step.value)).to.deep.equal(['2', '3', '4', '5'])
  })

  it('B12: an unknown noun is no reason to be silent', () => {
    const known = solve('a lobster has fourteen shells and gains nine shells, how many shells has it now?')
    const unknown = solve('a glorp has fourteen zibbets and gains nine zibbets, how many zibbets has it now?')
    expect([known.answer, unknown.answer]).to.deep.equal(['23.00', '23.00'])
  })
})
