import type { Scene } from '../Scene.ts'
import { currents, displacement, net, remainder, slash, total } from './asked.ts'
import { change, changeFirst, fromBy, fromTo } from './change.ts'
import { comparison, moreThan, otherPart } from './compare.ts'
import { counts, each, oneOfMany, share } from './counts.ts'
import { listed } from './listed.ts'
import { measure } from './measure.ts'
import { percentOf } from './percent.ts'
import { abstain, type Decision, type Rule } from './Rule.ts'
import { alternative, average, division, multiplication, named, ratio, signs } from './spoken.ts'
import { vertical } from './vertical.ts'

/** From what is said outright over what physics makes of it and what changes to what is asked. */
const rules: readonly Rule[] = [
  alternative,
  ratio,
  percentOf,
  multiplication,
  share,
  division,
  average,
  named,
  measure,
  oneOfMany,
  each,
  moreThan,
  fromTo,
  fromBy,
  changeFirst,
  vertical,
  displacement,
  change,
  signs,
  comparison,
  otherPart,
  listed,
  counts,
  remainder,
  net,
  currents,
  total,
  slash,
]

/** The first rule that has something to say. */
export function decideOperation(scene: Scene): Decision {
  for (const rule of rules) {
    const decision = rule(scene)
    if (decision !== null) return decision
  }
  return abstain('nothing says what to do with the numbers')
}
