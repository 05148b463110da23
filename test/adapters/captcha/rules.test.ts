import { expect } from 'chai'
import { solve } from '../../../adapters/captcha/solve.ts'

/** What each kind of rule answers; null where it must leave the problem. */
const problems: Readonly<Record<string, readonly (readonly [string, string | null])[]>> = {
  'what physics makes of two numbers': [
    ['a lobster does sixty joules of work in twelve seconds, what power does it have?', '5.00'],
    ['a lobster pushes with twelve newtons at five meters per second, what is its power?', '60.00'],
    ['a lobster pushes with twelve newtons for five seconds, what is its power?', null],
    ['a lobster exerts twelve newtons for five seconds, how much work is done?', null],
    ['a lobster of four kilograms swims at six meters per second, what is its kinetic energy?', null],
    ['a lobster speeds up by twenty meters per second in five seconds, what is its acceleration?', '4.00'],
    ['how long does a lobster need for sixty meters at twelve meters per second?', '5.00'],
    ['a lobster swims twelve meters per second for two minutes, how far does it swim?', null],
    ['a lobster swims at twenty meters per second and accelerates for five seconds, how far?', null],
    ['a lobster patch is four meters long and two meters wide, what is its area?', '8.00'],
    ['a lobster patch is four meters long and two meters wide, what is its perimeter?', null],
    [
      'a shell has a mass of eight grams and a volume of four cubic centimeters, what is its density?',
      '2.00',
    ],
    ['a lobster travels forty meters and exerts eight newtons per square meter, what is its speed?', null],
  ],
  'rates, shares and counts': [
    ['a lobster eats twelve mussels per day, how many mussels does it eat in thirty days?', '360.00'],
    ['every trap holds twelve lobsters and there are thirty traps, how many lobsters are there?', '360.00'],
    ['thirty mussels are caught in twelve traps, how many mussels per trap?', '2.50'],
    ['a lobster splits sixty mussels into five equal piles, how many in each pile?', '12.00'],
    ['five equal claws together exert one hundred newtons, how much does each claw exert?', '20.00'],
    ['one lobster pulls with twenty newtons, what do five identical lobsters pull together?', '100.00'],
    ['both claws of a lobster exert twenty newtons each, what is the total force?', '40.00'],
    ['a claw of twenty newtons, and five lobsters join with that force, what is the total?', '100.00'],
    ['a lobster eats forty mussels, loses ten, splits the rest among five crabs, how many for each?', null],
  ],
  'who shares, and who is compared': [
    ['eight lobsters share forty mussels equally, how many mussels does each lobster get?', '5.00'],
    ['forty mussels are shared equally by eight lobsters, how many mussels does each get?', '5.00'],
    [
      'a lobster has forty eggs and a smaller one has thirty two, how many fewer has the smaller one?',
      '8.00',
    ],
    ['two lobsters approach each other at ten and twelve meters per second, what do they weigh?', null],
    [
      'a lobster swims at thirty meters per second in water of ten degrees, what is the sum of the speeds?',
      null,
    ],
  ],
  'what is taken on, and what holds against it': [
    ['a lobster of fifty grams puts on eighteen grams after molting, what is its weight now?', '68.00'],
    [
      'a pool is ninety centimeters deep and the water falls by thirty centimeters, how deep is it now?',
      '60.00',
    ],
    [
      'a lobster weighs ninety newtons and the buoyant force is thirty newtons, what is its apparent weight?',
      '60.00',
    ],
    ['a lobster eats four clams a day, how many clams does it eat in twenty days?', '80.00'],
    [
      'a lobster with a momentum of sixty kilogram meters per second has eight kilograms, what is its velocity?',
      '7.50',
    ],
    ['a claw exerts twenty newtons and its temperature is nine degrees, what is the sum?', null],
  ],
  'what is told alike, and what is not': [
    [
      'a lobster holds six shells in one claw and seven shells in the other, how many shells does it hold?',
      '13.00',
    ],
    [
      'a lobster walks forty meters over sand and um twenty meters over rocks, what distance does it cover?',
      '60.00',
    ],
    ['a lobster touches twelve times and then touches six more times, how many touches in all?', '18.00'],
    ['an antenna pulses ninety six times in twelve seconds, how many pulses per second?', '8.00'],
    ['a claw closes with thirty newtons and ten newtons are added by anger, how much force is it?', '40.00'],
    ['a claw of thirty newtons gets a ten newton boost, what is the force now?', '40.00'],
    ['a claw is twelve or sixteen newtons strong, how strong is it?', null],
    ['an antenna has sixteen centimeters and five centimeters are bitten away, how long is it now?', null],
    ['a lobster is thirty meters from the shore and drifts twelve meters closer, how far is it?', '18.00'],
    ['an antenna is twenty centimeters long and the tide is four hours late, what is the velocity?', null],
  ],
  'ways and currents': [
    [
      'a lobster swims upstream at thirty meters per hour in a current of ten meters per hour, what is its speed?',
      '20.00',
    ],
    [
      'a lobster swims downstream at thirty meters per hour in a current of ten meters per hour, what is its speed?',
      '40.00',
    ],
    ['a lobster crawls thirty meters forward and ten meters back, how far is it from the start?', '20.00'],
    [
      'a claw pulls with thirty newtons and a crab pulls the other way with ten newtons, what is the net force?',
      '20.00',
    ],
    ['a lobster slows from thirty meters per second by gaining ten, what is its speed?', null],
  ],
  'how many times': [
    ['how many times heavier is a lobster of eight kilograms than a crab of two kilograms?', '4.00'],
    ['how many miles heavier is a lobster of eight kilograms than a crab of two kilograms?', null],
    ['a lobster strikes three times and then four times more, how many strikes in all?', '7.00'],
    ['a claw of twenty newtons is three times weaker in the cold, what is the force?', '6.67'],
    ['a lobster claw of twenty newtons is tested ten times, what is its force?', null],
  ],
  'changes told first': [
    ['a lobster loses twelve newtons of grip from an initial thirty newtons, what is left?', '18.00'],
    ['a lobster gains twelve newtons on top of thirty newtons, how strong is it?', '42.00'],
    ['a lobster adds twelve newtons to its grip of thirty newtons, what is the new grip?', '42.00'],
    ['take twelve newtons away from thirty newtons, what is left?', '18.00'],
    ['molting raises the claw force from thirty newtons by twelve newtons, what is the force?', '42.00'],
    ['cold water decreases the speed of thirty meters per second by twelve, what is the speed?', '18.00'],
    ['after gaining five newtons a claw has thirty newtons, what was its original force?', null],
    ['a lobster speeds up by ten and then slows by two, what is its new speed?', null],
  ],
  'from one to another': [
    ['a lobster slows from thirty meters per second to twelve, by how much did it slow?', '18.00'],
    ['a lobster slows from thirty meters per second to twelve, what is its speed?', null],
    ['a lobster slows down to twelve meters per second from thirty, what is its new speed?', null],
    ['a lobster was twelve centimeters long and is thirty centimeters now, how much did it grow?', '18.00'],
  ],
  comparisons: [
    ['a claw is twelve newtons stronger than a crab claw of thirty newtons, how strong is it?', '42.00'],
    ['a crab is twelve newtons weaker than a lobster of thirty newtons, how strong is the crab?', '18.00'],
    ['a crab is twelve newtons weaker than a lobster of thirty newtons, their combined force?', null],
    ['a lobster at thirty meters per second gains on a crab at twelve, how much faster is it?', null],
    ['the total force of both claws is thirty newtons and one has twelve, how much has the other?', '18.00'],
  ],
  'up and down': [
    ['a lobster at a depth of thirty meters rises twelve meters, what is its depth?', '18.00'],
    ['a lobster at a depth of thirty meters sinks twelve meters, how deep is it?', '42.00'],
    ['a lobster at a height of thirty meters drops twelve meters, how high is it?', '18.00'],
  ],
  'with and against': [
    [
      'a lobster swims at thirty meters per second against a current of twelve meters per second, how fast is it?',
      '18.00',
    ],
    [
      'a lobster swims at thirty meters per second with a current of twelve meters per second, how fast is it?',
      '42.00',
    ],
    ['two lobsters pull in opposite directions with twelve newtons and thirty newtons, net force?', '18.00'],
    [
      'a lobster pushes with thirty newtons against a current of five meters per second, what is the net force?',
      null,
    ],
    [
      'the left claw exerts thirty newtons, the right claw twelve, what is the total of the left and right claw?',
      '42.00',
    ],
  ],
  'parts of a whole': [
    ['a claw loses a quarter of its eighty newtons, what force remains?', '60.00'],
    ['a claw is reduced to a quarter of its eighty newtons, what is the force?', '20.00'],
    ['a claw force of forty newtons increases by half, what is the new force?', '60.00'],
    ['a lobster loses two thirds of its sixty newtons, what remains?', null],
    ['a lobster loses twenty percent of its twenty newtons, what force is left?', '16.00'],
    ['what is twenty percent of twenty newtons?', '4.00'],
    ['twelve of thirty lobsters molt, how many remain?', '18.00'],
    ['a lobster exerts forty newtons, twice as much as a crab, how much does the crab exert?', null],
  ],
  'words that say so only together': [
    ['a claw force of thirty newtons goes up by twelve, what is the force?', '42.00'],
    ['a speed of thirty meters per second is cut by twelve, what is the speed?', '18.00'],
    ['a claw of thirty newtons, and a crab takes off twelve newtons, what is the force?', '18.00'],
    ['a lobster walks thirty meters and then another twelve meters, how far did it walk?', '42.00'],
    ['the sum of thirty newtons and twelve newtons is what?', '42.00'],
    ['the difference between twelve newtons and thirty newtons is what?', '18.00'],
    ['claw one has thirty newtons, and twelve newtons has claw two, total force?', '42.00'],
  ],
  'steps in order': [
    ['a claw of thirty newtons gains five newtons and loses eight newtons, what is its force now?', '27.00'],
    ['a claw of twenty newtons gains five newtons and then doubles, what is its force?', '50.00'],
    ['claws of twenty newtons, fifteen newtons and twelve newtons push, what is the total force?', '47.00'],
    ['a lobster has twenty newtons, a rival has five and a crab has eight newtons, net force?', null],
    ['a claw of thirty newtons gains five newtons and then slows by qwrtp, what is its force?', null],
  ],
  'names that are numbers': [
    [
      'on day one a lobster crawls thirty meters and on day two it crawls twelve meters, how far over both days?',
      '42.00',
    ],
    ['two lobsters push, one with thirty newtons and one with twelve newtons, what is the total?', '42.00'],
    ['one claw has thirty newtons, one has twelve newtons, what is the average of the two?', '21.00'],
    ['a lobster at thirty meters per second speeds up by one, what is its new speed?', '31.00'],
  ],
}

for (const [kind, cases] of Object.entries(problems)) {
  describe(`solve, of ${kind}`, () => {
    for (const [text, answer] of cases) {
      it(`${answer === null ? 'leaves' : `answers ${answer} to`} “${text}”`, () => {
        expect(solve(text).answer, solve(text).why).to.equal(answer)
      })
    }
  })
}

describe('solve, of words that hold a number or a part of one', () => {
  const words =
    'thrust weighs trap equal strikes then cubic eaten gotten straighten throne fortress thrive serve server'
  for (const word of words.split(' ')) {
    it(`sees none in ${word}`, () => {
      const text = `a claw exerts thirty newtons near the ${word} reef and gains twelve newtons, what is the total?`
      expect(solve(text).steps.filter(({ step }) => step === 'number')).to.have.length(2)
    })
  }

  for (const scrap of [
    'forty tzrxe newtons',
    'foot try four newtons',
    'seven een newtons',
    'six point file newtons',
  ])
    it(`leaves ${scrap}, of which a part is lost`, () => {
      expect(solve(`a claw exerts ${scrap} and gains twelve newtons, what is the force?`).answer).to.equal(
        null,
      )
    })
})
