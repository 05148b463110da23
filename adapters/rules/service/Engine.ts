import { makeBackground } from './background.ts'
import type { Choice } from './chooseParameters.ts'
import { type Emitter, makeEmitter } from './emitReports.ts'
import { dueMarkets, makeDue, watchMarkets } from './Markets.ts'
import { showOverview } from './overview.ts'
import { type GammaState, poll } from './poll.ts'
import { makeQueue } from './Queue.ts'
import type { Service } from './Service.ts'
import { checkSources, type SourceChecks } from './sources/checkSources.ts'
import { deliver } from './topics/deliver.ts'
import type { Topic } from './topics/Topic.ts'
import { discover, purge, sweepStale } from './upkeep.ts'

export type Engine = {
  /** Makes markets due, and offers them to the queue at once; all that are watched where none are named. */
  reparse(options: { ids?: readonly string[]; trace: string | null }): Promise<Reparse>
  /** Looks once for all that is to be done. Polls that it starts go on by themselves. */
  tick(): Promise<void>
  /** Until no poll waits or is under way in this process. */
  idle(): Promise<void>
  readonly gamma: GammaState
  readonly emitter: Emitter
  /** Begins to tick, until it is stopped. */
  start(tickMs: number): void
  stop(): Promise<void>
}

/** How many markets will be parsed again, and how many of them must wait because the queue is full. */
export type Reparse = { readonly accepted: number; readonly dropped: number }

export type EngineOptions = {
  readonly choice: Choice
  readonly conditionIds: readonly string[]
  readonly discoverEveryS?: number | undefined
  readonly retentionDays: number
  readonly topics: readonly Topic[]
  /** Null: pages that markets cite are not looked at. */
  readonly sources: SourceChecks | null
}

const overviewMs = 5_000

/** Keeps watched markets polled, what is stale said, and reports going out. */
export function makeEngine(service: Service, options: EngineOptions): Engine {
  const { store, log, metrics, now, limits, stopping } = service
  const gamma: GammaState = { okAt: null, downSince: null, failures: 0, notBefore: 0 }
  const emitter = makeEmitter(service)
  const queue = makeQueue({
    most: limits.queue,
    mostInFlight: limits.inFlight,
    batch: limits.batch,
    work: async (ids) => {
      await poll(service, gamma, ids)
      metrics.gammaUp.set(gamma.downSince === null ? 1 : 0)
    },
    failed: (error) => log.warn({ err: error }, 'a poll failed'),
  })
  let isKnown = false
  let shownAt = Number.NEGATIVE_INFINITY
  const background = makeBackground((error, what) => log.warn({ err: error }, `${what} failed`))
  let timer: NodeJS.Timeout | undefined
  let ticking: Promise<void> | null = null

  /** On a cold start everything that is watched is parsed again, whenever it was polled last. */
  async function begin(): Promise<void> {
    if (isKnown) return
    await watchMarkets(store, options.conditionIds, now())
    await makeDue(store, now(), { isForced: false })
    isKnown = true
  }

  function offer(ids: readonly string[]): number {
    const dropped = ids.filter((id) => !queue.offer(id)).length
    if (dropped > 0) metrics.dropped.inc(dropped)
    return dropped
  }

  async function fill(): Promise<void> {
    if (now() < gamma.notBefore || queue.room === 0) return
    // No more than there is room for: the database remembers the rest.
    offer(await dueMarkets(store, now(), queue.room))
    metrics.queued.set(queue.waiting)
    metrics.inFlight.set(queue.inFlight)
  }

  const { discoverEveryS, sources } = options
  const steps: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['decisions on parameters could not be read', () => options.choice.refresh()],
    ['the markets could not be read', begin],
    ['due markets could not be read', fill],
    ['stale markets could not be looked for', () => sweepStale(service)],
    ['reports could not be emitted', () => emitter.run()],
    ['topics could not be told', () => deliver(service, options.topics)],
    ['old reports could not be removed', () => purge(service, options.retentionDays)],
    [
      'the overview could not be read',
      async () => {
        if (now() - shownAt < overviewMs) return
        await showOverview(service)
        shownAt = now()
      },
    ],
  ]

  async function tick(): Promise<void> {
    for (const [failure, step] of steps) {
      if (stopping.aborted) return
      await step().catch((error) => log.warn({ err: error }, failure))
    }
    if (stopping.aborted) return
    if (discoverEveryS !== undefined)
      background.start('the listing of open markets', () => discover(service, discoverEveryS * 1_000))
    // While Gamma can't be reached, what is away may be our own network.
    if (sources !== null && gamma.okAt !== null && gamma.downSince === null)
      background.start('the look at cited sources', () => checkSources(service, sources))
  }

  return {
    gamma,
    emitter,
    tick,
    idle: async () => {
      await background.idle()
      await queue.idle()
    },
    async reparse({ ids, trace }) {
      await begin()
      const due = await makeDue(store, now(), {
        isForced: true,
        trace,
        ...(ids === undefined ? {} : { ids }),
      })
      return { accepted: due.length, dropped: offer(due) }
    },
    start(tickMs) {
      timer = setInterval(() => {
        ticking ??= tick().finally(() => {
          ticking = null
        })
      }, tickMs)
    },
    async stop() {
      clearInterval(timer)
      await Promise.allSettled([ticking, background.idle(), queue.idle()])
    },
  }
}
