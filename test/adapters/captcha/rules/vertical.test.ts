import { vertical } from '../../../../adapters/captcha/rules/vertical.ts'
import { describeRules } from '../reading.ts'

describeRules([
  [
    'vertical',
    vertical,
    [
      ['at a depth of thirty meters it sinks twelve meters, how deep is it?', 'add'],
      ['at a depth of thirty meters it rises twelve meters, how deep is it?', 'subtract'],
      ['at a height of thirty meters it climbs twelve meters, how high is it?', 'add'],
      ['at a height of thirty meters it drops twelve meters, how high is it?', 'subtract'],
      ['it is thirty meters deep and goes twelve meters deeper, what is its depth?', 'add'],
      // Where the water itself falls, the depth shrinks.
      ['a pool is thirty meters deep and the water falls twelve meters, how deep is it?', 'subtract'],
      ['a pool is thirty meters deep and the tide rises twelve meters, how deep is it?', 'add'],
      // An up after the first number is about that number.
      ['it climbs thirty meters up and slides twelve meters, how high is it?', 'subtract'],
      [
        'it falls thirty meters and climbs twelve meters, how high is it?',
        'none: it is unclear where it starts',
      ],
      // It does not tell which way, or by how much, or of a length, or nothing is asked of depth or height.
      ['at a depth of thirty meters it rises and sinks twelve meters, how deep is it?', null],
      ['at a depth of thirty meters it swims twelve meters, how deep is it?', null],
      ['at a depth of thirty meters it rises to twelve meters, how deep is it?', null],
      ['at a depth of thirty meters it rises for twelve seconds, how deep is it?', null],
      ['at a depth of thirty meters it rises twelve meters, how far is it?', null],
    ],
  ],
])
