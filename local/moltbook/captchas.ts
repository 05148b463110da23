/** Word problems as Moltbook sets them: two numbers in words, one operation, and letters that are hard to read. */
export type Problem = { readonly text: string; readonly answer: string }

/** In [0, 1). */
export type Random = () => number

const ones =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** Of a whole number below a hundred. */
export function inWords(n: number): string {
  if (n < 20) return ones[n]!
  const rest = n % 10
  return rest === 0 ? tens[n / 10 - 2]! : `${tens[Math.floor(n / 10) - 2]} ${ones[rest]}`
}

type Kind = {
  readonly words: (a: string, b: string) => string
  readonly solve: (a: number, b: number) => number
  readonly most: readonly [number, number]
}

const kinds: readonly Kind[] = [
  {
    words: (a, b) => `a lobster swims at ${a} meters per second and slows by ${b}, what is the new speed?`,
    solve: (a, b) => a - b,
    most: [60, 20],
  },
  {
    words: (a, b) =>
      `a lobster claw force is ${a} newtons and another claw force is ${b} newtons, how much total force?`,
    solve: (a, b) => a + b,
    most: [60, 40],
  },
  {
    words: (a, b) => `a lobster claw applies ${a} newtons at a lever arm of ${b} meters, what is the torque?`,
    solve: (a, b) => a * b,
    most: [50, 9],
  },
  {
    words: (a, b) =>
      `a lobster swims at ${a} centimeters per second and speeds up by ${b}, what is the new speed?`,
    solve: (a, b) => a + b,
    most: [60, 30],
  },
]

export function makeProblem(random: Random): Problem {
  const { words, solve, most } = kinds[Math.floor(random() * kinds.length)]!
  const [a, b] = most.map((limit) => 2 + Math.floor(random() * (limit - 2))) as [number, number]
  const [more, less] = a >= b ? [a, b] : [b, a]
  return { text: obscure(words(inWords(more), inWords(less)), random), answer: solve(more, less).toFixed(2) }
}

const noise = [']', '^', '[', '/', '~', '|', '}']

/** Cases alternate, and now and then a sign stands where none belongs or a letter comes twice. */
function obscure(text: string, random: Random): string {
  let isUpper = true
  let out = ''
  for (const letter of text) {
    if (!/[a-z]/.test(letter)) {
      out += letter
      if (letter === ' ' && random() < 0.15)
        out = `${out.trimEnd()}${noise[Math.floor(random() * noise.length)]} `
      continue
    }
    out += isUpper ? letter.toUpperCase() : letter
    isUpper = !isUpper
    if (random() < 0.06) out += noise[Math.floor(random() * noise.length)]
    else if (random() < 0.04) out += letter
  }
  return out
}
