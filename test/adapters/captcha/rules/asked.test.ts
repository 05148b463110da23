import {
  currents,
  displacement,
  net,
  remainder,
  slash,
  total,
} from '../../../../adapters/captcha/rules/asked.ts'
import { describeRules } from '../reading.ts'

const speeds = (text: string) =>
  `a lobster swims ${text} at thirty meters per hour in a current of ten meters per hour, what is its speed?`
const forces = 'a claw pushes with thirty newtons and a crab with ten newtons'

describeRules([
  [
    'remainder',
    remainder,
    [
      ['it has thirty clams, ten clams break, how many remain?', 'subtract'],
      ['twelve of the thirty lobsters molt, how many remain?', 'subtract, swapped'],
      ['thirty newtons and ten seconds, what remains?', 'none: what remains would be of another kind'],
      ['thirty and ten, what is the total that remains?', 'none: it asks for what remains and for a total'],
      ['thirty and ten, what is the total?', null],
    ],
  ],
  [
    'displacement',
    displacement,
    [
      ['it crawls thirty meters forward and ten meters back, how far is it from the start?', 'difference'],
      ['it crawls thirty meters forward and ten meters back, how far is it?', null],
      ['it crawls thirty meters north and ten meters north, how far is it from the start?', null],
    ],
  ],
  [
    'net',
    net,
    [
      [`${forces} in the same direction, what is the net force?`, 'add'],
      [`${forces} together, what is the net force?`, 'add'],
      ['it pushes thirty newtons against a drag of ten newtons, what is the net force?', 'subtract'],
      ['thirty newtons to the left and ten newtons to the right, what is the net force?', 'difference'],
      [
        `${forces}, what is the net force?`,
        'none: it asks for the net, and not whether one acts against the other',
      ],
      ['thirty newtons against ten meters, what is the net force?', 'none: they have no net'],
      [`${forces}, what is the force?`, null],
    ],
  ],
  [
    'currents',
    currents,
    [
      [speeds('upstream'), 'subtract'],
      [speeds('downstream'), 'add'],
      [speeds(''), null],
      ['it swims at nine meters per hour with the tide of two meters per hour, how fast is it?', 'add'],
      ['it swims at nine meters per hour against a crab of two meters per hour, how fast is it?', null],
    ],
  ],
  [
    'slash',
    slash,
    [
      ['what is thirty newtons / ten?', 'divide'],
      ['what is thirty newtons / ten newtons?', null],
      ['what is thirty newtons, ten?', null],
    ],
  ],
  [
    'total',
    total,
    [
      [`${forces}, what is the total force?`, 'add'],
      [`${forces}, how much in all?`, 'add'],
      ['thirty newtons and ten meters per second, what is the total?', 'none: force and speed have no total'],
      ['thirty newtons and ten meters, what is the total?', 'none: force and length have no total'],
      ['a force of thirty newtons and a speed of ten meters per second, what is their sum?', 'add'],
      ['thirty percent and ten newtons, what is the total?', 'none: a part in percent is no part of a total'],
      [
        'thirty newtons against ten newtons, what is the total?',
        'none: one acts against the other, and a total is asked',
      ],
      [`${forces}, what is the force?`, null],
    ],
  ],
])
