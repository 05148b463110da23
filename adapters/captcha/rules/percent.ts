import { has, lastOf } from '../Scene.ts'
import { abstain, asksChange, decideSwapped, type Rule } from './Rule.ts'

/** Twenty percent of eighty: that part, or what it leaves. */
export const percentOf: Rule = (scene) => {
  const { a, b, head, between, question } = scene
  if (a.kind !== 'percent') return null
  if (b.kind === 'percent' || !lastOf(between, 4).roles.includes('of'))
    return abstain('it is unclear what the percents are of')
  const [isUp, isDown] = [has(lastOf(head, 4), 'add'), has(lastOf(head, 4), 'subtract')]
  if (has(question, 'remain')) return decideSwapped('lower', 'it asks for what so many percent leave')
  if ((isUp || isDown) && (isUp === isDown || asksChange(scene)))
    return abstain('it is unclear whether the part or the rest is asked')
  if (isUp || isDown) return decideSwapped(isUp ? 'raise' : 'lower', 'by so many percent')
  return decideSwapped('portion', 'so many percent of it')
}
