import { less, open, pick, scene, scenery, sum, type Template } from './captchaWording.ts'

/** Problems of what is added, taken away or compared. */
export const sums: readonly Template[] = [
  {
    make: (a, b, r) =>
      `${open(r)} exerts ${a} newtons with one claw and ${b} newtons with the other claw, what is the ${pick(r, 'total', 'combined')} force?`,
    result: sum,
  },
  {
    make: (a, b, r) =>
      `${open(r)} has a claw force of ${a} newtons and ${pick(r, 'gains', 'adds')} ${b} ${pick(r, 'more', 'newtons')}${scene(r)}, ${pick(r, 'how much force now', 'what is the new force', 'what is the total force')}?`,
    result: sum,
  },
  {
    make: (a, b, r) =>
      `${open(r)} swims at ${a} ${pick(r, 'meters', 'centimeters')} per second and ${pick(r, 'speeds up by', 'accelerates by', 'increases its speed by')} ${b}${scene(r)}, what is the new ${pick(r, 'speed', 'velocity')}?`,
    result: sum,
  },
  { make: (a, b, r) => `${open(r)} claw force is ${a} plus ${b} newtons, how much is it?`, result: sum },
  {
    make: (a, b, r) =>
      `${open(r)} swims at ${a} meters per ${pick(r, 'second', 'minute')} ${pick(r, 'and', 'but')} ${pick(r, 'slows by', 'slows down by', 'decelerates by', 'loses')} ${b}${pick(r, '', ' meters per second')}${scene(r)}, what is the new ${pick(r, 'speed', 'velocity')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} pushes with ${a} newtons but ${pick(r, 'the drag reduces it by', 'it drops by', 'it loses')} ${b} newtons${scene(r)}, ${pick(r, 'what force remains', 'how much is left', 'what is the remaining force')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} pushes with ${a} newtons against a water resistance of ${b} newtons, what is the net force?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `one claw of ${open(r)} exerts ${a} newtons and the other exerts ${b} newtons, ${pick(r, 'what is the difference', 'how much stronger is the first')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} ${pick(r, 'loses', 'spends')} ${b} ${pick(r, 'newtons from a grip of', 'newtons of force from an initial')} ${a} newtons, what force ${pick(r, 'remains', 'is left')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${scenery(r)} ${pick(r, 'raises', 'increases')} the speed of ${open(r)} from ${a} meters per second by ${b} meters per second, what is the new speed?`,
    result: sum,
  },
  {
    make: (a, b, r) => `${open(r)} gains ${b} newtons on top of ${a} newtons, how strong is it now?`,
    result: sum,
  },
  {
    make: (a, b, r) =>
      `${open(r)} is ${b} ${pick(r, 'newtons stronger', 'newtons heavier')} than a crab of ${a} newtons, how many newtons has the lobster?`,
    result: sum,
  },
  {
    make: (a, b, r) =>
      `a crab is ${b} meters per second ${pick(r, 'slower')} than a fish at ${a} meters per second, how fast is the crab?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} ${pick(r, 'slows', 'brakes')} from ${a} meters per second to ${b} meters per second, ${pick(r, 'by how much did it slow', 'what is the change in speed')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} swims at ${a} meters per second against a current of ${b} meters per second, what is its ${pick(r, 'effective speed', 'speed')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `two lobsters pull in ${pick(r, 'opposite directions')} with ${a} newtons and ${b} newtons, what is the net force?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${pick(r, 'a reef has', 'there are')} ${a} lobsters and ${b} ${pick(r, 'leave', 'swim away')}, how many ${pick(r, 'stay', 'are left', 'remain')}?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `at a depth of ${a} meters ${open(r)} ${pick(r, 'rises', 'climbs')} ${b} meters, what is its depth?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `the total force of both claws is ${a} newtons and ${pick(r, 'one claw', 'the left claw')} exerts ${b} newtons, how much does the other exert?`,
    result: less,
  },
  {
    make: (a, b, r) =>
      `${open(r)} at ${a} meters per second speeds up by ${b} and then slows by two, what is its ${pick(r, 'final', 'new')} speed?`,
    result: ({ a, b }) => a + b - 2,
  },
  {
    make: (a, b, r) =>
      `a claw of ${a} newtons gains ${b} newtons and then ${pick(r, 'doubles', 'is doubled')}, what is the final force?`,
    result: ({ a, b }) => (a + b) * 2,
  },
]
