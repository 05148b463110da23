import type { Edition } from './edition.ts'
import { second, settleBy, sharing } from './second.ts'

/** Rules of sharing that the contracts do not follow, played to show what each of them would allow. */

/** All who agreed share everything, whatever round they came with. */
export const together: Edition = {
  ...second,
  name: 'second edition, all sharing together',
  settle: settleBy({ purse: () => 0, isPoolForFirst: false }),
}

/** Later seats share apart, but all who were there when the outcome came share the pool. */
export const poolForAll: Edition = {
  ...second,
  name: 'second edition, pool for all who brought the outcome',
  settle: settleBy({ ...sharing, isPoolForFirst: false }),
}
