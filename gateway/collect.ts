import { Round, Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import { admissionsOf, toItem } from './admissions.ts'
import { askPhase, traceOf } from './askPhase.ts'
import type { Gateway, Key, Phase } from './Gateway.ts'
import { expectReplies, findRound, type ReplyRow, repliesOf, setPhase } from './Records.ts'

/**
 * Collects a round as far as this process can: claims the workers that nobody asks, asks them, and moves on when all of a phase
 * are in. True when the round is sealed; false while others are still asking.
 */
export async function collect(gateway: Gateway, key: Key, signal = gateway.stopping): Promise<boolean> {
  const { store, chain } = gateway
  for (;;) {
    const row = await findRound(store, chain, key)
    if (row === undefined || signal.aborted) return false
    const { view, phase } = row
    if (phase === 'sealed') return true
    const bodyFor = await requestsOf(gateway, key, view, phase)
    await askPhase(gateway, { key, view, phase, bodyFor }, signal)
    if (!(await advance(gateway, key, phase))) return false
  }
}

/** What each worker is sent: one request for all, then to each its own challenges. */
async function requestsOf(
  { store, chain }: Gateway,
  key: Key,
  view: RoundView,
  phase: Phase,
): Promise<(place: number) => string> {
  if (phase === 'answers') {
    const body = JSON.stringify(Wire.toResolveRequest(view))
    return () => body
  }
  const challenges = challengesOf(view, await repliesOf(store, chain, key, 'answers'))
  return (place) => JSON.stringify(challenges[place])
}

/** Moves a round on once all of its phase are in; whoever comes second finds it moved. */
async function advance(gateway: Gateway, key: Key, from: Phase): Promise<boolean> {
  const { store, chain, log, metrics } = gateway
  const moved = await store.transaction(async (queries) => {
    const row = await findRound(queries, chain, key, { lock: true })
    if (row === undefined) return null
    if (row.phase !== from) return 'by another'
    const rows = await repliesOf(queries, chain, key, from)
    if (rows.some(({ status }) => status === null)) return null
    const challenges = from === 'answers' ? challengesOf(row.view, rows) : []
    const challenged = challenges.flatMap((request, place) => (request === null ? [] : [place]))
    if (challenged.length > 0) await expectReplies(queries, chain, row.view, 'defences', challenged)
    const next = challenged.length > 0 ? 'defences' : 'sealed'
    await setPhase(queries, chain, key, next)
    return next
  })
  if (moved === 'sealed') {
    metrics.rounds.inc({ step: 'sealed' })
    const { traceId: trace_id } = traceOf(gateway, key)
    log.info({ trace_id, market_id: key.marketId, round: key.round }, 'the round is sealed')
  }
  return moved !== null
}

const challengesOf = (view: RoundView, rows: readonly ReplyRow[]) =>
  Round.challenges(view, admissionsOf(view, rows.map(toItem)))
