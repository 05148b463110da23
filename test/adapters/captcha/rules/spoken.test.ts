import {
  alternative,
  average,
  division,
  multiplication,
  named,
  ratio,
  signs,
} from '../../../../adapters/captcha/rules/spoken.ts'
import { describeRules } from '../reading.ts'

const claw = 'a claw of thirty newtons'
const two = `${claw} and a crab of twelve newtons`

describeRules([
  [
    'alternative',
    alternative,
    [
      ['thirty or twelve newtons, what is it?', 'none: it is one number or the other'],
      ['thirty and twelve newtons, what is it?', null],
    ],
  ],
  [
    'ratio',
    ratio,
    [
      [`${two}, how many times stronger is the claw?`, 'ratio'],
      [
        `${claw} and a crab of twelve meters, how many times stronger is the claw?`,
        'none: force is no number of times length',
      ],
      [`${two}, how much stronger is the claw?`, null],
    ],
  ],
  [
    'multiplication',
    multiplication,
    [
      [`${claw} is multiplied by twelve, what is the force?`, 'multiply'],
      [`${claw} and a crab three times as strong, what is its force?`, 'multiply'],
      ['what is thirty * twelve?', 'multiply'],
      [`${claw} is three times weaker in the cold, what is the force?`, 'divide'],
      ['it pulses ninety times in twelve seconds, how many pulses per second?', 'divide'],
      [
        `${claw} is tested ten times, what is its force?`,
        'none: it is done so many times, and no total is asked',
      ],
      [
        `${claw} is multiplied or divided by twelve, what is it?`,
        'none: it speaks of a multiplication and of something else',
      ],
      [`${claw} falls by three times, what is it?`, 'none: it says that something falls by so many times'],
      [`${two}, what is the force?`, null],
    ],
  ],
  [
    'division',
    division,
    [
      [`${claw} divided by twelve, what is it?`, 'divide'],
      ['what is thirty ÷ twelve?', 'divide'],
      ['divide by six the ninety newtons, what is it?', 'none: it is unclear what is divided'],
      [
        `${claw} gains and is divided by six, what is it?`,
        'none: it speaks of dividing and of something else',
      ],
      ['thirty ÷ twelve, what is the total?', 'none: a ÷ stands where a total is asked'],
      [`${two}, what is it?`, null],
    ],
  ],
  [
    'average',
    average,
    [
      [`${two}, what is the average force?`, 'average'],
      ['five claws have a total of thirty newtons, what is the average?', 'divide, swapped'],
      ['five claws have thirty newtons, what is the average?', 'none: it is unclear what the average is of'],
      [`${claw} and a crab of twelve meters, what is the average?`, null],
      [`${two}, what is the force?`, null],
    ],
  ],
  [
    'named',
    named,
    [
      ['what is the sum of thirty and twelve?', 'add'],
      ['what is the difference between thirty and twelve?', 'difference'],
      ['what is the speed of thirty and twelve?', null],
    ],
  ],
  [
    'signs',
    signs,
    [
      ['what is thirty + twelve?', 'add'],
      ['what is thirty - twelve?', 'subtract'],
      ['thirty + twelve, what remains?', 'none: a + stands where less is asked'],
      ['thirty - twelve, what is the total?', 'none: a dash stands where a total is asked'],
      ['what is thirty * twelve?', null],
    ],
  ],
])
