import type { statuses } from '../services/chain/browser/names.ts'

/** The last block that a decision goes by. Its time is the only clock: a warped chain is served as well as any other. */
export type Head = {
  readonly number: number
  readonly timestamp: number
  readonly hash: string
  /** Wei for a unit of gas. */
  readonly baseFee: bigint
}

/** What the contract fixes for all markets, as far as a keeper needs it. Seconds and counts. */
export type Terms = {
  readonly minWorkers: number
  readonly maxWorkers: number
  readonly requestCooldown: number
  readonly resolutionTimeout: number
}

/** A market as far as it decides what is to be called. */
export type Facts = {
  readonly marketId: number
  readonly status: (typeof statuses)[number]
  readonly deadline: number
  /** When the current round was asked first, and last as far as this keeper saw it. */
  readonly requestedAt: number
  readonly lastAsk: number
  /** From when on the rule can be decided: the deadline where no source has to speak first. */
  readonly readyAt: number
  readonly windowEnd: number
  readonly isAppealing: boolean
  readonly joined: number
  readonly seats: number
  /** The block whose hash draws the seats; 0 where none is awaited. */
  readonly drawBlock: number
  /** Pool and stakes, in wei. */
  readonly value: bigint
  /** Seats whose feedback can be published now. */
  readonly feedback: readonly number[]
  /** Whether bets on it, or a condition that follows it, can be settled now. */
  readonly bets: boolean
  readonly condition: boolean
}

export const kinds = [
  'draw',
  'request',
  'askAgain',
  'expire',
  'settle',
  'finalize',
  'settleBets',
  'resolveCondition',
  'publishFeedback',
] as const
export type Kind = (typeof kinds)[number]

/** One call that anyone may make now. */
export type Call = {
  readonly kind: Kind
  readonly marketId: number
  /** Of feedback; null for all other calls. */
  readonly seat: number | null
  /** What it is about, in wei. */
  readonly value: bigint
  /** How much of the time for it is left, in basis points; 10,000 where it never runs out. */
  readonly left: number
}

/** One name for one call, whatever else is known of it. */
export const keyOf = ({ kind, marketId, seat }: Pick<Call, 'kind' | 'marketId' | 'seat'>): string =>
  seat === null ? `${kind} ${marketId}` : `${kind} ${marketId} ${seat}`
