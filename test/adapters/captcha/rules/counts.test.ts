import { counts, each, oneOfMany, share } from '../../../../adapters/captcha/rules/counts.ts'
import { describeRules } from '../reading.ts'

describeRules([
  [
    'share',
    share,
    [
      ['forty mussels are split equally among eight lobsters, how many has each?', 'divide'],
      ['it breaks forty shells into eight pieces, how many in a piece?', 'divide'],
      ['eight lobsters share forty mussels equally, how many mussels does each get?', 'divide, swapped'],
      ['eight lobsters share forty newtons equally, how much does each get?', 'divide, swapped'],
      [
        'forty mussels are shared by eight lobsters, what is the total?',
        'none: something is shared, and a total is asked',
      ],
      [
        'forty mussels lost and shared by eight lobsters, how many has each?',
        'none: something is shared, and something changes',
      ],
      [
        'eight lobsters share forty mussels equally, how many crabs are there?',
        'none: it is unclear who shares',
      ],
      ['forty newtons are shared by eight, how much has each?', 'divide'],
      ['eight lobsters share forty equally, how much does each get?', 'none: it is unclear who shares'],
      ['forty mussels and eight lobsters, how many has each?', null],
    ],
  ],
  [
    'each',
    each,
    [
      ['eight legs push twelve newtons each, what is the force?', 'multiply'],
      [
        'each claw of twelve newtons has thirty newtons, what is the force?',
        'none: it is unclear what each has',
      ],
      ['each leg of eight legs gains twelve newtons, what is the force?', null],
      ['eight legs push twelve newtons, what is the force?', null],
    ],
  ],
  [
    'oneOfMany',
    oneOfMany,
    [
      ['five claws together exert thirty newtons, how much does each claw exert?', 'divide, swapped'],
      ['thirty newtons come from five claws, how much per claw?', 'divide'],
      ['five claws exert thirty newtons, how much do they exert?', null],
      ['per claw five claws exert thirty newtons, how much has one claw?', null],
    ],
  ],
  [
    'counts',
    counts,
    [
      ['a claw has thirty newtons, what do five equal claws have together?', 'multiply'],
      ['five claws exert thirty newtons, what is the total?', 'multiply'],
      ['five claws exert thirty newtons, what is it?', 'none: it is unclear what so many do'],
      ['a trap holds nine lobsters, there are five traps, how many lobsters are there?', 'multiply'],
      ['nine lobsters and five traps, how many lobsters are there?', null],
      ['five claws exert thirty newtons, what remains?', null],
      ['thirty newtons and twelve newtons, what is the total?', null],
    ],
  ],
])
