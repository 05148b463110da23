import { comparison, moreThan, otherPart } from '../../../../adapters/captcha/rules/compare.ts'
import { describeRules } from '../reading.ts'

const two = 'a claw of thirty newtons and a crab of twelve newtons'
const whole = 'the total force of both claws is thirty newtons and the left has twelve newtons'

describeRules([
  [
    'comparison',
    comparison,
    [
      [`${two}, how much stronger is the claw?`, 'difference'],
      [`${two}, what is the difference?`, 'difference'],
      ['a claw of thirty newtons and five legs, what is the difference?', null],
      [`${two}, what is the total difference?`, 'none: it asks for a difference and for a total'],
      [`${two}, how many miles heavier is the claw?`, 'none: it asks for a difference in something else'],
      [
        'a claw of thirty newtons and a crab of twelve meters, what is the difference?',
        'none: force and length have no difference',
      ],
      [
        'a claw of thirty newtons gains twelve newtons, what is the difference?',
        'none: something changes, and a difference is asked',
      ],
      [`${two}, how strong is the claw?`, null],
    ],
  ],
  [
    'moreThan',
    moreThan,
    [
      ['it is twelve newtons stronger than a crab of thirty newtons, how strong is it?', 'add, swapped'],
      ['it is twelve newtons weaker than a crab of thirty newtons, how strong is it?', 'subtract, swapped'],
      [
        'it is twelve newtons weaker than a crab of thirty newtons, what is the total?',
        'none: it compares, and asks for something else',
      ],
      [
        'it is twelve newtons stronger than a crab of thirty kilograms, how strong is it?',
        'none: it compares what is not alike',
      ],
      ['it is twelve times stronger than a crab of thirty newtons, how strong is it?', null],
      [`${two}, how strong is the claw?`, null],
    ],
  ],
  [
    'otherPart',
    otherPart,
    [
      [`${whole}, how much does the other exert?`, 'subtract'],
      [`${whole}, how much more does the other exert?`, null],
      [`${whole}, how much does the left exert?`, null],
      [`${two}, how much does the other exert?`, null],
    ],
  ],
])
