import type { Progress } from '../protocol/Catalog.ts'
import { Docket, Round } from '../protocol/index.ts'
import type { Gateway, Key, Phase } from './Gateway.ts'
import { phaseEnd } from './phaseEnd.ts'
import { type RoundRow, repliesOf, timesOf } from './Records.ts'

type Parts = Pick<Gateway, 'store' | 'chain' | 'clock' | 'deadlines'>

/**
 * How far the collection of a round is. It counts, and names nobody: who knew what others answered before the round is sealed could
 * copy it.
 */
export async function progressOf(gateway: Parts, key: Key, row: RoundRow): Promise<Progress> {
  const { store, chain } = gateway
  // Of a sealed round the answers are counted.
  const phase: Phase = row.phase === 'sealed' ? 'answers' : row.phase
  const [rows, times] = await Promise.all([
    repliesOf(store, chain, key, phase),
    timesOf(store, chain, key, phase),
  ])
  const asks = times.flatMap(({ asked_at }) => (asked_at === null ? [] : [asked_at.getTime()]))
  const firstAsk = asks.length === 0 ? null : Math.min(...asks)
  return {
    market_id: key.marketId,
    round: key.round,
    phase: row.phase,
    asked: rows.length,
    heard: rows.filter(({ reply }) => reply !== null).length,
    ends_in_ms: row.phase === 'sealed' ? null : leftOf(gateway, row, { phase, firstAsk }),
  }
}

/** Milliseconds until a phase ends at the latest: it ends sooner where all are in. */
function leftOf(
  { clock, deadlines }: Parts,
  { view }: RoundRow,
  { phase, firstAsk }: { readonly phase: Phase; readonly firstAsk: number | null },
): number | null {
  if (firstAsk === null) return null
  const rule = Round.docketRule(view)
  const now = clock.now()
  const readyAt = rule === null ? 0 : Math.round(now + (rule.readyAt - clock.chain.now()) * 1_000)
  const times = rule === null ? null : { readyAt, isOfMany: Docket.isOfMany(rule, view.deadline) }
  const end = phaseEnd({ phase, firstAsk, rule: times, twoThirdsAt: null }, deadlines)
  return Math.max(0, Math.ceil(end - now))
}
