import type { Vote } from '../../../protocol/index.ts'
import type { Ended, Paid } from './ledger.ts'

/** The record of an agent, by which its factor is reckoned. */
export type Reputation = { readonly count: number; readonly correct: number; readonly sum: number }

/** What the model knows of agents: how well they write (the composite, 0–10,000), what their record is. */
export type Agents = {
  readonly composite: number
  readonly factorBps: number
  /** Whether they count among the newcomers, where those have fewer places. */
  readonly isNew: boolean
  /** Whether their sources could be reproduced. */
  readonly isBacked: boolean
}

/** Who wants seats, and who comes first where that matters. */
export type Crowd = {
  readonly own: number
  readonly honest: number
  readonly isOwnFirst: boolean
  readonly areOwnNew: boolean
  readonly areHonestNew: boolean
}

export type Seats = { readonly own: number; readonly honest: number }

/** One set of rules. Amounts in wei; all pure. */
export type Edition = {
  readonly name: string
  readonly minMarginBps: number
  readonly minWorkers: number
  readonly maxAppeals: number
  readonly hasLastResort: boolean
  readonly newcomerFactorBps: number
  factorBps(reputation: Reputation): number
  /** What running a market among one's own agents costs. */
  farmFee(pool: bigint): bigint
  seats(crowd: Crowd): Seats
  weight(agents: Agents, vote: Vote.Outcome): number
  share(agents: Agents): bigint
  stake(pool: bigint, appeals: number): bigint
  /** @param stakes Of all who joined so far; `first` those of round 1 alone. */
  bond(pool: bigint, stakes: { readonly all: bigint; readonly first: bigint }, appeals: number): bigint
  appealQuorum(asked: number): number
  /** How an Invalid by want of a margin is paid. */
  readonly wantOfMargin: 'vote' | 'default'
  /** What becomes of a doubter, when the source signs a sample that was taken after its answer. */
  readonly struckDoubt: 'struck' | 'absent'
  settle(ended: Ended): Paid
  /** The most that may be bet beside a market with so many seats. */
  betCap(pool: bigint, seats: number): bigint
}
