import type { Spec } from '../../../protocol/index.ts'
import { rules as reasons } from '../../facts/index.ts'
import { policies } from '../policy/Policies.ts'

type Rule = Spec.MarketSpec['resolution_rules']['rules'][number]

/** Below this a yes or no is not said. */
export const threshold = policies.judge.policy.least_in_words

/** The rules of a market in words: what the pages come to, and what follows from it. */
export const rules = [
  { rule_id: 'affirmed', outcome: 'YES', condition: reasons.affirmed },
  { rule_id: 'denied', outcome: 'NO', condition: reasons.denied },
  { rule_id: 'counted', outcome: 'YES', condition: 'the words stand in a complete record as often as asked' },
  {
    rule_id: 'counted-less',
    outcome: 'NO',
    condition: 'the words do not stand in a complete record as often as asked',
  },
  { rule_id: 'silent', outcome: 'NO', condition: reasons.silent },
  { rule_id: 'contradicted', outcome: 'INVALID', condition: reasons.contradicted },
  { rule_id: 'blocked', outcome: 'INVALID', condition: reasons.blocked },
  { rule_id: 'secondary-only', outcome: 'INVALID', condition: reasons['secondary-only'] },
  {
    rule_id: 'unreachable',
    outcome: 'INVALID',
    condition: 'no agreed fact decides, and a primary source could not be read',
  },
  { rule_id: 'unread', outcome: 'INVALID', condition: reasons.unread },
  {
    rule_id: 'too-early',
    outcome: 'INVALID',
    condition: 'a page was read before the deadline, or before what is denied could no longer happen',
  },
  { rule_id: 'uncertain', outcome: 'INVALID', condition: `the confidence is below ${threshold} bps` },
] as const satisfies readonly Rule[]

/** What the pages of a market come to. */
export type Finding = (typeof rules)[number]['rule_id']
