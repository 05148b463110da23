import type { Publication } from '../protocol/index.ts'
import { RefusedError } from '../services/http/Failure.ts'
import { type Flights, once } from '../services/http/once.ts'
import { makeRateLimit } from '../services/http/RateLimit.ts'
import { keepPublication, unpublished } from './Files.ts'
import type { Gateway, Key } from './Gateway.ts'
import { type Published, publish } from './publish.ts'
import { leaveRound } from './Records.ts'
import { findReport, keepReport, unreported } from './Reports.ts'

export type Publisher = {
  /** Takes what a caller says the DON knows of a round: kept until the report is seen, and then tried. */
  offer(key: Key, caller: string, publication: Publication.Publication): Promise<Published>
  stop(): Promise<void>
}

const lookMs = 1_000
/** A round that could not be published is tried again after this long, then twice as long. */
const firstRetryMs = 2_000
const lastRetryMs = 300_000

const mostSearches = 3
/** What a caller may offer once a round is reported: a DON's nodes may have one address. */
const offerRate = { perSecond: 0.2, burst: 16 }

/** Publishes rounds as their reports are seen. */
export function startPublisher(gateway: Gateway, options: { readonly sweepMs: number }): Publisher {
  const { store, chain, log, now, stopping } = gateway
  const flights: Flights = new Map()
  const faults = new Map<string, { due: number; delay: number }>()
  const searches = new Map<string, number>()
  const offers = makeRateLimit(offerRate)
  let sweptAt = now()

  const nameOf = ({ marketId, round }: Key) => `${marketId} ${round}`

  async function attempt(key: Key): Promise<void> {
    const name = nameOf(key)
    if ((faults.get(name)?.due ?? 0) > now() || stopping.aborted) return
    try {
      await once(flights, name, () => publish(gateway, key))
      faults.delete(name)
    } catch (error) {
      const delay = Math.min(lastRetryMs, (faults.get(name)?.delay ?? firstRetryMs / 2) * 2)
      faults.set(name, { due: now() + delay, delay })
      log.warn({ err: error, market_id: key.marketId, round: key.round }, 'publishing a round failed')
    }
  }

  /** Finds reports whose events were missed: of rounds that no longer wait for one. */
  async function sweep(): Promise<void> {
    const waiting = await unreported(store, chain)
    if (waiting.length === 0) return
    const values = await chain.pendingValues()
    for (const { marketId, round, askedBlock } of waiting) {
      const name = nameOf({ marketId, round })
      const tried = searches.get(name) ?? 0
      // A market that expired has no report, however often it is looked for; a node may be behind once or twice.
      if (values.has(marketId) || stopping.aborted) continue
      searches.set(name, tried + 1)
      const report = await chain.findReport(marketId, round, askedBlock)
      if (report !== null) await keepReport(store, chain, report)
      else if (tried + 1 >= mostSearches) {
        searches.delete(name)
        await leaveRound(store, chain, { marketId, round })
        log.info({ market_id: marketId, round }, 'a round is left alone: its market has no report of it')
      }
    }
  }

  async function look(): Promise<void> {
    if (now() - sweptAt >= options.sweepMs) {
      sweptAt = now()
      await sweep()
    }
    for (const key of await unpublished(store, chain)) await attempt(key)
  }

  let current: Promise<void> | null = null
  const timer = setInterval(() => {
    current ??= look()
      .catch((error) => log.warn({ err: error }, 'it could not be seen which rounds are to be published'))
      .finally(() => {
        current = null
      })
  }, lookMs)

  return {
    async offer(key, caller, publication) {
      if ((await findReport(store, chain, key)) === undefined) {
        await keepPublication(store, chain, key, caller, publication)
        return 'not yet'
      }
      // Doing a round again takes its time, and anyone may ask for it: a few times each, and one at a time.
      const wait = offers.take(caller)
      if (wait > 0) throw new RefusedError('rate-limited', 'Too many offers from here.', { retryAfter: wait })
      await flights.get(nameOf(key))?.catch(() => {})
      return once(flights, nameOf(key), () => publish(gateway, key, [publication]))
    },
    async stop() {
      clearInterval(timer)
      await current
      await Promise.allSettled(flights.values())
    },
  }
}
