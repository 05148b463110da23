/** Whole numbers below a bound. */
export type Random = (bound: number) => number

/** A problem in plain English, and what is right. */
export type Problem = { readonly text: string; readonly answer: string }

type Numbers = { readonly a: number; readonly b: number }
type Template = {
  readonly make: (a: string, b: string, random: Random) => string
  readonly result: (numbers: Numbers) => number
}

const sum = ({ a, b }: Numbers) => a + b
const less = ({ a, b }: Numbers) => a - b
const product = ({ a, b }: Numbers) => a * b
const quotient = ({ a, b }: Numbers) => a / b

const pick = (random: Random, ...choices: readonly string[]): string => choices[random(choices.length)]!

const openings = ['a lobster', 'this lobster', 'a dominant lobster in cool water', 'the large lobster']
const scenes = ['', ' during a dominance fight', ' after molting', ' near the reef']
const open = (random: Random) => pick(random, ...openings)
const scene = (random: Random) => pick(random, ...scenes)

const templates: readonly Template[] = [
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
      `${open(r)} exerts ${a} newtons and ${pick(r, 'multiplies it by', 'then strikes')} ${b}${pick(r, ' times', ' times')}, what is the total force?`,
    result: product,
  },
  {
    make: (a, b, r) => `${open(r)} applies ${a} newtons at a lever arm of ${b} meters, what is the torque?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} swims at ${a} meters per second for ${b} seconds, ${pick(r, 'how far does it go', 'what distance does it travel')}?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} exerts ${a} newtons and its antenna has ${b} neurons, what is the product?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} has ${a} legs and each leg pushes ${b} newtons, how many newtons in total?`,
    result: product,
  },
  {
    make: (a, b, r) =>
      `${open(r)} claw exerts ${a} newtons on a mass of ${b} kilograms, what is the acceleration?`,
    result: quotient,
  },
  {
    make: (a, b, r) => `the force of ${open(r)} is ${a} newtons divided by ${b}, what is the result?`,
    result: quotient,
  },
]

/** A problem of a kind, with numbers as words. */
export function makeProblem(random: Random): Problem {
  const { make, result } = templates[random(templates.length)]!
  const large = 20 + random(random(8) === 0 ? 980 : 60)
  const a = random(12) === 0 ? large + 0.5 : large
  const b = 2 + random(17)
  const value = Math.round(result({ a, b }) * 100 + Number.EPSILON) / 100
  return { text: make(inWords(a), inWords(b), random), answer: value.toFixed(2) }
}

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Up to 999, with at most one decimal. */
export function inWords(value: number): string {
  const whole = Math.floor(value)
  const decimal = Math.round((value - whole) * 10)
  const tail = decimal === 0 ? '' : ` point ${small[decimal]}`
  if (whole < 20) return `${small[whole]}${tail}`
  if (whole < 100)
    return `${tens[Math.floor(whole / 10)]}${whole % 10 === 0 ? '' : ` ${small[whole % 10]}`}${tail}`
  const rest = whole % 100
  return `${small[Math.floor(whole / 100)]} hundred${rest === 0 ? '' : ` ${inWords(rest)}`}${tail}`
}
