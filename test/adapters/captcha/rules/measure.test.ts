import { measure } from '../../../../adapters/captcha/rules/measure.ts'
import { describeRules } from '../reading.ts'

describeRules([
  [
    'measure',
    measure,
    [
      // The one operation that gives what is asked for, in either order.
      ['it swims at six meters per second for nine seconds, how far does it go?', 'multiply'],
      ['it swims sixty meters in nine seconds, how fast is it?', 'divide'],
      ['in nine seconds it swims sixty meters, how fast is it?', 'divide, swapped'],
      ['thirty newtons act on six kilograms, what is the acceleration?', 'divide'],
      ['twelve newtons at a lever of four meters, what is the torque?', 'multiply'],
      ['how long does it need for sixty meters at twelve meters per second?', 'divide'],
      ['it eats four clams a day, how many clams does it eat in twenty days?', 'multiply'],
      // None does.
      ['thirty newtons and six newtons, what is the force?', null],
      ['twelve newtons for five seconds, what is its power?', 'none: force and time give no power'],
      // What would fit is not meant.
      [
        'it swims six meters per second for nine minutes, how far does it go?',
        'none: its units are of different sizes',
      ],
      [
        'it swims at six meters per second and accelerates for nine seconds, how far does it go?',
        'none: its speed changes all the while',
      ],
      [
        'an antenna is twenty centimeters long and molts in four hours, what is the speed?',
        'none: how long something is makes no way',
      ],
      // A measure of which units are left out.
      ['a push of twelve and an arm of four, what is the torque?', 'multiply'],
      ['a push of twelve and an arm of four, what is the density?', null],
      ['a push of twelve and an arm of four, what is the power?', null],
      ['twelve newtons and a pace of four, what is the power?', 'multiply'],
      ['a push of twelve gains four, what is the torque?', null],
      ['twelve joules and a time of four, what is the power?', null],
      // Nothing is named that is asked for.
      ['it eats four clams per day, in twenty days, what is it?', 'multiply'],
      ['four clams and twenty days, what is it?', null],
    ],
  ],
])
