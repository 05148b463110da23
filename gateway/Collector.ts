import { Wire } from '../protocol/index.ts'
import type { RoundView } from '../services/chain/Chain.ts'
import { collect } from './collect.ts'
import { type Gateway, type Key, keyOf } from './Gateway.ts'
import { beginRound, findRound, openRounds } from './Records.ts'

export type Collector = {
  /** Begins a round that is asked now, unless it has begun; asking goes on by itself. */
  begin(view: RoundView, block: bigint): Promise<void>
  stop(): Promise<void>
}

/** Rounds that others began, or whose asker died, are looked for this often. */
const lookMs = 1_000

/** Keeps all open rounds of the database moving, its own and those that another process left behind. */
export function startCollector(gateway: Gateway, onSealed: (key: Key) => void): Collector {
  const { store, chain, limits, log, metrics, stopping } = gateway
  const running = new Map<string, Promise<void>>()

  function start(key: Key): void {
    const name = `${key.marketId} ${key.round}`
    if (stopping.aborted || running.has(name) || running.size >= limits.rounds) return
    const work = collect(gateway, key)
      .then((isSealed) => {
        if (isSealed) onSealed(key)
      })
      .catch((error) => log.warn({ err: error, market_id: key.marketId }, 'collecting a round failed'))
      .finally(() => running.delete(name))
    running.set(name, work)
  }

  /** What was collected under this number stays, also when a chain was started anew and means another round by it. */
  async function warnOfOther(view: RoundView): Promise<void> {
    const known = await findRound(store, chain, keyOf(view))
    const hashOf = (one: RoundView) => Wire.requestHash(Wire.toResolveRequest(one))
    if (known !== undefined && hashOf(known.view) !== hashOf(view))
      log.error(
        { market_id: view.marketId, round: view.round },
        'the chain asks another round under a number that is taken: give a new chain a new database',
      )
  }

  let isLooking = false
  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      for (const key of await openRounds(store, chain)) start(key)
    } catch (error) {
      log.warn({ err: error }, 'the rounds to collect could not be read')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(look, lookMs)

  return {
    async begin(view, block) {
      const isNew = await store.transaction((queries) => beginRound(queries, chain, view, block))
      if (!isNew) return warnOfOther(view)
      metrics.rounds.inc({ step: 'begun' })
      log.info(
        { market_id: view.marketId, round: view.round, workers: view.workers.length },
        'a round begins',
      )
      start(keyOf(view))
    },
    async stop() {
      clearInterval(timer)
      await Promise.allSettled(running.values())
    },
  }
}
