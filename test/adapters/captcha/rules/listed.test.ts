import { listed } from '../../../../adapters/captcha/rules/listed.ts'
import { describeRules } from '../reading.ts'

const shells = 'it holds six shells in one claw and seven shells in the other'

describeRules([
  [
    'listed',
    listed,
    [
      [`${shells}, how many shells does it hold?`, 'add'],
      ['it walks forty meters over sand and twenty meters over rocks, what distance is that?', 'add'],
      // What is asked for is something else, or not of both.
      [`${shells}, how many crabs does it hold?`, null],
      [`${shells}, how many shells has the first claw?`, null],
      [`${shells}, how many more shells are that?`, null],
      [`${shells}, how many shells does one claw hold?`, null],
      // What is told of the second alone is a change.
      [`${shells}, how many shells does it hold now?`, null],
      ['it holds six shells and seven shells are lost, how many shells does it hold?', null],
      ['it holds six shells and gains seven shells, how many shells does it hold?', null],
      // They are not told alike.
      ['it holds six shells in seven tanks, how many shells does it hold?', null],
      ['it walks from forty meters and twenty meters, what distance is that?', null],
      [
        'it walks forty meters over sand and twenty centimeters over rocks, what distance is that?',
        'none: its units are of different sizes',
      ],
    ],
  ],
])
