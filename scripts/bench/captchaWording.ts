/** Whole numbers below a bound. */
export type Random = (bound: number) => number

export type Numbers = { readonly a: number; readonly b: number }
export type Template = {
  readonly make: (a: string, b: string, random: Random) => string
  readonly result: (numbers: Numbers) => number
}

export const sum = ({ a, b }: Numbers) => a + b
export const less = ({ a, b }: Numbers) => a - b
export const product = ({ a, b }: Numbers) => a * b
export const quotient = ({ a, b }: Numbers) => a / b

export const pick = (random: Random, ...choices: readonly string[]): string =>
  choices[random(choices.length)]!

const openings = ['a lobster', 'this lobster', 'a dominant lobster in cool water', 'the large lobster']
const scenes = ['', ' during a dominance fight', ' after molting', ' near the reef']
export const open = (random: Random) => pick(random, ...openings)
const sceneries = ['warm water', 'molting', 'a dominance fight']
export const scenery = (random: Random) => pick(random, ...sceneries)
export const scene = (random: Random) => pick(random, ...scenes)
