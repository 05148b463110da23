import { has, type Scene, says } from '../Scene.ts'
import { isThing } from '../units.ts'
import {
  abstain,
  anywhere,
  asksChange,
  asksMore,
  asksTotal,
  decide,
  decideSwapped,
  mayBeAlike,
  type Rule,
} from './Rule.ts'

/** How much more one is than the other. */
export const comparison: Rule = (scene) => {
  const { a, b, between } = scene
  if (!has(scene.question, 'difference') && !asksMore(scene) && !asksChange(scene)) return null
  if (a.isCount !== b.isCount && a.kind !== null) return null
  if (asksTotal(scene.question)) return abstain('it asks for a difference and for a total')
  if (asksManyOfOther(scene)) return abstain('it asks for a difference in something else')
  if (!mayBeAlike(scene)) return abstain(`${a.kind} and ${b.kind} have no difference`)
  if (has(between, 'add', 'subtract')) return abstain('something changes, and a difference is asked')
  return decide('difference', 'it asks for the difference')
}

/** `how many miles heavier`: neither a difference in newtons nor a number of times. */
function asksManyOfOther({ question: { roles, words }, a, b }: Scene): boolean {
  const at = words.findIndex(
    (word, i) => word === 'many' && ['greater', 'smaller'].includes(roles[i + 2] ?? ''),
  )
  const unit = at < 0 ? null : (roles[at + 1] ?? null)
  if (at < 0 || roles[at + 1] === 'greater' || roles[at + 1] === 'smaller' || isThing(unit)) return false
  return unit !== a.kind && unit !== b.kind && !(unit === 'length' && a.kind === 'speed')
}

/** Twelve newtons stronger than one of twenty six. */
export const moreThan: Rule = (scene) => {
  const { nextToA, between, question } = scene
  const by = nextToA.roles[0]
  if ((by !== 'greater' && by !== 'smaller') || !has(between, 'than')) return null
  if (anywhere(scene, 'times')) return null
  if (asksTotal(question) || asksMore(scene) || has(between, 'add', 'subtract', 'but'))
    return abstain('it compares, and asks for something else')
  if (!mayBeAlike(scene)) return abstain('it compares what is not alike')
  return decideSwapped(by === 'greater' ? 'add' : 'subtract', `so much ${nextToA.words[0]} than the other`)
}

/** The whole and one part are told, and the other part is asked for. */
export const otherPart: Rule = (scene) => {
  const { head, between, question } = scene
  if (!asksTotal(head) || asksTotal(question) || !has(question, 'other') || has(between, 'add', 'subtract'))
    return null
  return mayBeAlike(scene) && !says(question, 'more')
    ? decide('subtract', 'a part of the whole is asked for')
    : null
}
