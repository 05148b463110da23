import type { Edition } from './edition.ts'
import { type Sharing, second, settleBy } from './second.ts'

/**
 * A rule that is not SPEC's: seats that came after the final outcome had been brought share nothing of what was there before
 * them, only the bond of their own appeal and what their own cohort's wrong votes lose. It is played to show what it changes.
 */
const apart: Sharing = (cohort, { appeals, outcome, rulingCost }) => {
  if (rulingCost !== null) return 0
  const brought = appeals.findLastIndex(({ changedTo }) => changedTo === outcome) + 1
  return cohort <= brought ? 0 : cohort
}

export const secondApart: Edition = {
  ...second,
  name: 'second edition, later seats apart',
  settle: settleBy(apart),
}
