import pino from 'pino'
import type { Keeper } from '../../keeper/Keeper.ts'
import { makeMetrics } from '../../keeper/makeMetrics.ts'
import { facts, headAt } from './markets.ts'

/** A keeper that knows what the test tells it, and does nothing. */
export function keeperWith(changes: object = {}): Keeper {
  const due = { ...facts(), kind: 'request', seat: null, left: 5_000 }
  return {
    chain: { chainId: 31_337, market: `0x${'aa'.repeat(20)}`, head: async () => headAt(20_100, 12) },
    store: { query: async () => [] },
    address: `0x${'bb'.repeat(20)}`,
    publicUrl: 'https://keeper.example',
    budget: { perDay: 10n ** 18n, perCall: 1n, maxFee: 1n, maxTip: 1n },
    watch: { pollMs: 10, reorgMargin: 10, blockRange: 100, sweepMs: 1_000 },
    book: { calls: () => [due], since: () => ({ block: 10, time: 20_000 }), size: 3 },
    outbox: { purse: { balance: 2n * 10n ** 18n, spent: 10n ** 17n }, pending: () => new Set(['settle 1']) },
    metrics: makeMetrics(),
    status: { head: headAt(20_100, 12), waiting: null },
    log: pino({ level: 'silent' }),
    now: () => 65_999,
    stopping: new AbortController().signal,
    onOutcome: () => {},
    ...changes,
  } as unknown as Keeper
}
