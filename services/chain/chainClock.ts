/** The chain's own time, which is not that of this machine: demos move it on, and blocks come late. */
export type ChainClock = {
  /** Takes note of a block's time, in Unix seconds. */
  note(blockTime: number): void
  /** Unix seconds: the time of the newest block, and what has passed here since it was first seen. */
  now(): number
}

/** A block that much older is of a chain that was set back, in seconds. */
const setBack = 3_600

/**
 * A clock that follows the blocks it is told of, and between them the one of this machine. Before the first block it is that.
 *
 * @example
 * const clock = makeChainClock(() => 5_000)
 * clock.note(1_771_631_940)
 * clock.now() // 1771631940
 */
export function makeChainClock(now: () => number): ChainClock {
  let seen: { readonly blockTime: number; readonly at: number } | undefined
  return {
    note(blockTime) {
      // The same block again, or one a little older from a node that is behind, says nothing about how much time has passed.
      const isOld = seen !== undefined && blockTime <= seen.blockTime && blockTime > seen.blockTime - setBack
      if (!isOld) seen = { blockTime, at: now() }
    },
    now: () => (seen === undefined ? now() / 1_000 : seen.blockTime + (now() - seen.at) / 1_000),
  }
}
