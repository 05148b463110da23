import type { Row } from '../measure.ts'
import type { Edition } from './edition.ts'
import { farmed } from './farm.ts'
import type { Result } from './play.ts'
import { best, smallest, withAppeals } from './search.ts'
import { describe } from './strategies.ts'
import { inEther } from './table.ts'
import { worldOf } from './world.ts'

/**
 * The situations in which attackers found holes in the first edition by hand (AUDIT A1–A5). Each says who is there and what they
 * have, never what they do: the search finds that out, on any edition.
 */
export const situations = {
  'A1, 5 of 8 seats, 6 fresh agents against 10 in each appeal': (edition: Edition): Result => {
    const world = worldOf(edition, { watch: 'appeals', reserve: { honest: 10, own: 6 } })
    return best(edition, world, { own: 5, honest: 3 }, 'profit', withAppeals(world))
  },
  'A2, no seat of 10, 16 fresh agents against 10 in the last appeal': (edition: Edition): Result => {
    const world = worldOf(edition, { watch: 'appeals', reserve: { honest: 10, own: 16 } })
    return best({ ...edition, maxAppeals: 1 }, world, { own: 0, honest: 10 }, 'profit', withAppeals(world))
  },
  'A2, 16 agents and 10 honest ones for all seats': (edition: Edition): Result => {
    const world = worldOf(edition, { watch: 'appeals', reserve: { honest: 10, own: 0 } })
    const space = { ...withAppeals(world), isFirst: [false, true] }
    return best(edition, world, { own: 16, honest: 10 }, 'profit', space)
  },
  'A3, the creator of a market whose source is late, 10 honest seats': (edition: Edition): Result =>
    best(edition, worldOf(edition, { isEarly: true }), { own: 0, honest: 10 }, 'profit as creator'),
  'A4, the least that forces an Invalid of 10 seats': (edition: Edition): Result =>
    smallest(edition, worldOf(edition), 10, 'block')!.result,
  'A5, the least that turns 10 seats, after 10 own markets': (edition: Edition): Result => {
    const world = worldOf(edition)
    return smallest(edition, { ...world, own: farmed(edition, world.own, 10) }, 10, 'turn')!.result
  },
} as const

export type Situation = keyof typeof situations

/** What was found in each, with the plan. A3 is the creator's profit. */
export const auditRows = (edition: Edition): Row[] =>
  Object.entries(situations).map(([situation, find]) => {
    const result = find(edition)
    const profit = situation.startsWith('A3') ? result.profitAsCreator : result.profit
    const { own, honest } = result.seats
    return {
      name: `${edition.name}: ${situation}: ${describe(result.plan)}`,
      n: own + honest,
      value: inEther(profit),
      unit: 'ETH',
    }
  })
