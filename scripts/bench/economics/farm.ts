import type { Agents, Edition } from './edition.ts'

/** Reputation from markets that a coalition makes for itself: its own agents take all seats, agree, and have the pool back. */
export type Farm = { readonly factorBps: number; readonly cost: bigint }

/** What sybils' texts are worth to the rubric where nobody contradicts them. */
const farmedScore = 85

/** The smallest pool that a market may have. */
const minReward = 10n ** 15n

/** What every agent's factor is after so many own markets of its coalition, and what they cost all together, without gas. */
export const farm = (edition: Edition, markets: number): Farm => ({
  factorBps: edition.factorBps({ count: markets, correct: markets, sum: 3 * farmedScore * markets }),
  cost: BigInt(markets) * edition.farmFee(minReward),
})

/** These agents after some own markets. */
export const farmed = (edition: Edition, agents: Agents, markets: number): Agents =>
  markets === 0 ? agents : { ...agents, factorBps: farm(edition, markets).factorBps, isNew: false }
