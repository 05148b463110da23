import { has, type Scene, type Span, says, saysInRow } from '../Scene.ts'
import { abstain, anywhere, asksTotal, decide, decideSwapped, mayBeAlike, type Rule } from './Rule.ts'

/** `two as hard`. */
const isAsMuch = ({ roles, words }: Span): boolean =>
  roles[0] === 'as' && ['hard', 'strong', 'fast', 'much', 'many', 'powerful', 'big'].includes(words[1] ?? '')

/** Twelve or sixteen: nobody says which. */
export const alternative: Rule = ({ between }) =>
  between.words.at(-1) === 'or' ? abstain('it is one number or the other') : null

/** How many times stronger: one by the other, not one less the other. */
export const ratio: Rule = (scene) => {
  const { question, a, b } = scene
  if (!saysInRow(question, 'how many times') && !saysInRow(question, 'how many time')) return null
  const isCompared = has(question, 'greater', 'smaller', 'as') || (a.kind !== null && a.kind === b.kind)
  if (!isCompared || a.isCount !== b.isCount) return null
  return mayBeAlike(scene)
    ? decide('ratio', 'it asks how many times one is the other')
    : abstain(`${a.kind} is no number of times ${b.kind}`)
}

const fewer = ['smaller', 'weaker', 'slower', 'lighter', 'less', 'shorter', 'fewer']

/** Product, multiplies, three times, seven fold, two as hard, `*`. */
export const multiplication: Rule = (scene) => {
  const { between, next, tail, sign } = scene
  const isNamed = anywhere(scene, 'multiply')
  const isOften = between.roles[0] === 'times'
  if (!isNamed && isOften && has(next, 'times')) return null
  // Fourteen times per second, and slows by five: a rate that changes.
  if (!isNamed && isOften && between.roles[1] === 'per' && has(between, 'add', 'subtract')) return null
  const isInSoLong = scene.b.kind === 'time' && between.roles[1] !== 'per' && says(between, 'in', 'every')
  if (!isNamed && isOften && isInSoLong)
    return has(scene.question, 'per')
      ? decide('divide', 'so many times in so long')
      : abstain('it says how often in so long, and asks for no rate')
  const isCounted = has(between, 'times') || next.roles[0] === 'times' || isAsMuch(next)
  if (!isNamed && !isCounted && sign !== '*') return null
  if (
    anywhere(scene, 'divide') ||
    says(between, 'plus', 'minus') ||
    says(tail, isCounted ? '' : 'sum', 'difference')
  )
    return abstain('it speaks of a multiplication and of something else')
  if ((isCounted || says(between, 'factor')) && has(between, 'subtract'))
    return abstain('it says that something falls by so many times')
  if (next.roles[0] === 'times' && fewer.includes(next.words[1] ?? ''))
    return decide('divide', 'so many times smaller')
  if (!isNamed && isRepeated(scene)) return abstain('it is done so many times, and no total is asked')
  if (!isNamed && isOften && has(between, 'add'))
    return abstain('it says how often, and that something grows')
  if (
    !isNamed &&
    !isCounted &&
    (has(between, 'add', 'subtract') || has(tail, 'add', 'subtract', 'remain', 'net'))
  )
    return abstain('a * stands between the numbers, and words say something else')
  return decide('multiply', isNamed ? 'it speaks of multiplying' : isCounted ? 'so many times' : 'the sign *')
}

/** Done so many times: that makes the whole larger, and not what is done each time. */
function isRepeated(scene: Scene): boolean {
  const { b, between, nextToA, next, question, goal } = scene
  const isLast = next.roles[0] === 'times' && b.end === b.to
  // `four times two` is reckoned, `four times with two` is done.
  const isFirst = between.roles[0] === 'times' && between.roles.length > 1
  const after = isLast ? next : isFirst ? nextToA : null
  if (after === null || has(between, 'add', 'by') || asksTotal(question)) return false
  const isRate =
    ['as', 'greater', 'smaller', 'per', 'each'].includes(after.roles[1] ?? '') ||
    ['the', 'that', 'this', 'its'].includes(after.words[1] ?? '')
  return !isRate && !says(question, 'many', 'all') && goal?.word !== 'impulse'
}

export const division: Rule = (scene) => {
  const { sign, tail, between } = scene
  if (!anywhere(scene, 'divide') && sign !== '÷') return null
  if (has(between, 'add', 'subtract')) return abstain('it speaks of dividing and of something else')
  // `divide by six the ninety newtons` and `how often does six go into ninety` are not told apart.
  if (saysInRow(lastWords(scene.head.words), 'divide by')) return abstain('it is unclear what is divided')
  if (says(tail, 'total', 'sum') && !has(tail, 'divide') && sign === '÷')
    return abstain('a ÷ stands where a total is asked')
  return decide('divide', 'it speaks of dividing')
}

const lastWords = (words: readonly string[]): Span => ({ roles: [], words: words.slice(-2) })

/** The average of two alike, or of so many that have a sum. */
export const average: Rule = (scene) => {
  const { a, b, question, head, between } = scene
  const isAsked = has(question, 'average') || (has(head, 'average') && !has(question, 'average', 'total'))
  if (!isAsked || anywhere(scene, 'share')) return null
  if (a.isCount !== b.isCount && asksTotal(between))
    return a.isCount
      ? decideSwapped('divide', 'the average of so many that have a sum')
      : decide('divide', 'the average of so many that have a sum')
  if (a.isCount || b.isCount) return abstain('it is unclear what the average is of')
  return mayBeAlike(scene) && !has(between, 'add', 'subtract')
    ? decide('average', 'it asks for the average')
    : null
}

/** The sum of two; the difference between two. */
export const named: Rule = ({ head, between }) => {
  const [what, link] = head.words.slice(-2)
  if (!has(between, 'and') || (link !== 'of' && link !== 'between') || has(between, 'add', 'subtract'))
    return null
  if (what === 'sum') return decide('add', 'it speaks of a sum')
  return what === 'difference' ? decide('difference', 'it speaks of a difference') : null
}

export const signs: Rule = ({ sign, question }) => {
  if (sign === '+')
    return has(question, 'remain', 'difference')
      ? abstain('a + stands where less is asked')
      : decide('add', 'the sign +')
  if (sign !== '-') return null
  return has(question, 'total')
    ? abstain('a dash stands where a total is asked')
    : decide('subtract', 'the sign -')
}
