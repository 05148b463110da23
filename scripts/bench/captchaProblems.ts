import { products } from './captchaProducts.ts'
import { sums } from './captchaSums.ts'
import type { Random } from './captchaWording.ts'

export type { Random } from './captchaWording.ts'

const templates = [...sums, ...products]

/** A problem in plain English, and what is right. */
export type Problem = { readonly text: string; readonly answer: string }

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
