import { Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import { traceOf } from './askPhase.ts'
import { collect } from './collect.ts'
import { type Gateway, type Key, keyOf } from './Gateway.ts'
import { beginRound, findRound, leaveRound, mostOpen, openRounds, resumeRound } from './Records.ts'

export type Collector = {
  /** Begins a round that is asked now, unless it has begun; asking goes on by itself. */
  begin(view: RoundView, block: bigint): Promise<void>
  stop(): Promise<void>
}

/** Rounds that others began, or whose asker died, are looked for this often; those that nobody asks any more, that often. */
const lookMs = 1_000
const sweepMs = 60_000

type Running = { readonly work: Promise<void>; readonly leave: AbortController }

/** Keeps all open rounds of the database moving, its own and those that another process left behind. */
export function startCollector(gateway: Gateway, onSealed: (key: Key) => void): Collector {
  const { store, chain, log, metrics, stopping, now } = gateway
  const running = new Map<string, Running>()
  let sweptAt = now()
  const nameOf = ({ marketId, round }: Key) => `${marketId} ${round}`
  const about = (key: Key) => ({
    trace_id: traceOf(gateway, key).traceId,
    market_id: key.marketId,
    round: key.round,
  })

  function start(key: Key): void {
    const name = nameOf(key)
    if (stopping.aborted || running.has(name)) return
    const leave = new AbortController()
    const work = collect(gateway, key, AbortSignal.any([stopping, leave.signal]))
      .then((isSealed) => {
        if (isSealed) onSealed(key)
      })
      .catch((error) => log.warn({ ...about(key), err: error }, 'collecting a round failed'))
      .finally(() => running.delete(name))
    running.set(name, { work, leave })
  }

  /** What was collected under this number stays, also when a chain was started anew and means another round by it. */
  async function resume(view: RoundView): Promise<void> {
    const known = await findRound(store, chain, keyOf(view))
    const hashOf = (one: RoundView) => Wire.requestHash(Wire.toResolveRequest(one))
    if (known !== undefined && hashOf(known.view) !== hashOf(view))
      log.error(
        about(keyOf(view)),
        'the chain asks another round under a number that is taken: give a new chain a new database',
      )
    else await resumeRound(store, chain, keyOf(view))
  }

  /** Leaves rounds alone whose market does not wait for a report: it has one, or it expired. */
  async function sweep(open: readonly Key[]): Promise<void> {
    if (open.length === 0 || now() - sweptAt < sweepMs) return
    sweptAt = now()
    const pending = await chain.pendingValues()
    for (const key of open) {
      if (pending.has(key.marketId)) continue
      await leaveRound(store, chain, key)
      log.info(about(key), 'a round is left alone: its market does not wait for a report')
    }
  }

  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      const open = await openRounds(store, chain)
      const names = new Set(open.map(nameOf))
      if (open.length < mostOpen) for (const [name, { leave }] of running) if (!names.has(name)) leave.abort()
      for (const key of open) start(key)
      await sweep(open)
    } catch (error) {
      log.warn({ err: error }, 'the rounds to collect could not be read')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(look, lookMs)

  return {
    async begin(view, block) {
      const isNew = await store.transaction(async (queries) => {
        const isBegun = await beginRound(queries, chain, view, block)
        if (isBegun) await resumeRound(queries, chain, keyOf(view))
        return isBegun
      })
      if (!isNew) return resume(view)
      metrics.rounds.inc({ step: 'begun' })
      log.info({ ...about(keyOf(view)), workers: view.workers.length }, 'a round begins')
      start(keyOf(view))
    },
    async stop() {
      clearInterval(timer)
      await Promise.allSettled([...running.values()].map(({ work }) => work))
    },
  }
}
