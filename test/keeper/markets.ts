import type { Facts, Head, Terms } from '../../keeper/Market.ts'

/** Round numbers, so that every instant of a market is seen at once. */
export const terms: Terms = { minWorkers: 3, maxWorkers: 5, requestCooldown: 900, resolutionTimeout: 10_000 }

export const headAt = (timestamp: number, number = 100): Head => ({
  ...{ timestamp, number, baseFee: 10n },
  hash: `0x${number.toString(16).padStart(64, '0')}`,
})

export const facts = (changes: Partial<Facts> = {}): Facts => ({
  marketId: 7,
  status: 'Open',
  deadline: 20_000,
  requestedAt: 0,
  lastAsk: 0,
  readyAt: 20_000,
  windowEnd: 0,
  isAppealing: false,
  joined: 3,
  seats: 0,
  drawBlock: 0,
  value: 1_000n,
  feedback: [],
  bets: false,
  condition: false,
  ...changes,
})
