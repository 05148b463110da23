import { change, changeFirst, fromBy, fromTo } from '../../../../adapters/captcha/rules/change.ts'
import { describeRules } from '../reading.ts'

const claw = 'a claw of thirty newtons'

describeRules([
  [
    'fromTo',
    fromTo,
    [
      ['it slows from thirty meters per second to twelve, by how much did it slow?', 'difference'],
      [
        'it slows from thirty meters per second to twelve, what is its speed?',
        'none: it says what it changes to, not by how much',
      ],
      [
        `${claw} drops to twelve newtons, how strong is it?`,
        'none: it says what it changes to, not by how much',
      ],
      [`${claw} swims to twelve crabs, how strong is it?`, null],
      [`${claw} molts to gain twelve newtons, how strong is it?`, null],
    ],
  ],
  [
    'fromBy',
    fromBy,
    [
      ['molting raises the claw force from thirty newtons by twelve newtons, what is it?', 'add'],
      ['cold water reduces the force of thirty newtons by twelve newtons, what is it?', 'subtract'],
      [
        'cold water reduces the force of thirty newtons by twelve seconds, what is it?',
        'none: it changes by something of another kind',
      ],
      ['the force of thirty newtons is hit by twelve newtons, what is it?', null],
    ],
  ],
  [
    'changeFirst',
    changeFirst,
    [
      ['it loses twelve newtons from an initial thirty newtons, what is left?', 'subtract, swapped'],
      ['it gains twelve newtons on top of thirty newtons, how strong is it?', 'add, swapped'],
      ['take twelve newtons away from thirty newtons, what is left?', 'subtract, swapped'],
      [
        'it loses twelve newtons from thirty newtons, what was it before?',
        'none: it asks for something else than what it changes to',
      ],
      [
        'it loses twelve newtons from thirty seconds, what is left?',
        'none: it changes by something of another kind',
      ],
      ['it loses twelve newtons, it had thirty newtons before, what is it?', 'subtract, swapped'],
      ['it exerts twelve newtons from thirty meters, what is left?', null],
    ],
  ],
  [
    'change',
    change,
    [
      [`${claw} gains twelve newtons, how strong is it?`, 'add'],
      [`${claw} weakens by twelve newtons, how strong is it?`, 'subtract'],
      [`${claw} grows by twelve percent, how strong is it?`, 'raise'],
      [`${claw} weakens by twelve percent, how strong is it?`, 'lower'],
      [
        `${claw} gains and loses twelve newtons, how strong is it?`,
        'none: something grows and something falls',
      ],
      [
        `${claw} grows for twelve seconds, how strong is it?`,
        'none: it says for how long it changes, not by how much',
      ],
      [`${claw} gains twelve clams, how strong is it?`, 'none: it changes by a count'],
      [`${claw} gains twelve newtons, what was it before?`, 'none: it asks for what was before the change'],
      [`${claw} gains twelve newtons, what remains?`, 'none: it grows, and what remains is asked'],
      [
        `${claw} gains twelve newtons, how much stronger is it?`,
        'none: something changes, and a comparison is asked',
      ],
      [
        'it speeds up by ten and then slows by two, how fast is it?',
        'none: it says by how much it changes, and not what',
      ],
      [
        'it slows from thirty meters per second by gaining ten, how fast is it?',
        'none: something grows and something falls',
      ],
      [`${claw} meets twelve newtons, how strong is it?`, null],
    ],
  ],
])
