import { Hash } from '../protocol/index.ts'
import type { Call } from './Market.ts'
import { isClosing } from './plan.ts'

/**
 * How many calls a keeper has on their way at once, and how long it stays out of others' way. Two that do not know of each other
 * find the same calls in the same block; so each begins with one call, and has one more after each success. Who loses a race
 * begins again, and from then on sends only when nobody else has got on with anything for some blocks.
 */
export type Pace = {
  readonly size: number
  /** Blocks without progress of others before this one sends; 0 for one that has not lost a race lately. */
  readonly patience: number
  /** Successes since the last loss. */
  readonly streak: number
  readonly losses: number
}

export const firstPace: Pace = { size: 1, patience: 0, streak: 0, losses: 0 }

const leastPatience = 3
const lots = 4
/** So many calls nobody else wanted: there is nobody to be patient with. */
const enough = 16

export function afterSuccess({ size, patience, streak, losses }: Pace, most: number): Pace {
  const isAlone = streak + 1 >= enough
  return { size: Math.min(most, size + 1), patience: isAlone ? 0 : patience, streak: streak + 1, losses }
}

/** A lot by address keeps two that lost at once from coming back at once. */
export function afterLoss({ losses }: Pace, address: string): Pace {
  const lot = Number(BigInt(Hash.ofText(`${address.toLowerCase()} ${losses}`)) % BigInt(lots))
  return { size: 1, patience: leastPatience * (1 + lot), streak: 0, losses: losses + 1 }
}

/**
 * Another keeper got on with something: until it is seen no more, one call is on its way at a time. So where two that do not know of
 * each other find the same calls, at most one of them has sent several, and the other can only race it for one.
 */
export const afterOthers = (pace: Pace): Pace => ({ ...pace, size: 1, streak: 0 })

/** The order in which keepers that know of each other take a market: this one's place among so many. */
export type Turns = { readonly place: number; readonly of: number; readonly patience: number }

/** Where blocks are quick, a block of patience lasts this long, so that a slow keeper can read, sign and send meanwhile. */
const leastBlockMs = 2_500

/**
 * Milliseconds of this machine without progress of others before this one sends.
 *
 * @example
 * quietFor(firstPace) // 0
 */
export const quietFor = ({ patience }: Pace): number => patience * leastBlockMs

/** Blocks: when the call was first seen to be due, and when somebody else last got on with anything. */
export type Seen = { readonly dueSince: number; readonly othersAt: number }

/** The first block in which a call may be sent. What closes soon waits for nobody. */
export function mayGoAt(call: Call, { dueSince, othersAt }: Seen, pace: Pace, turns: Turns): number {
  if (isClosing(call)) return dueSince
  const turn = (turns.place - 1 - (call.marketId % turns.of) + turns.of) % turns.of
  const inTurn = dueSince + turn * turns.patience
  return pace.patience === 0 ? inTurn : Math.max(inTurn, Math.max(dueSince, othersAt) + pace.patience)
}
