import { readFiles } from './files.ts'
import type { Indexer } from './Indexer.ts'
import { look } from './look.ts'

const firstBackoffMs = 500
const lastBackoffMs = 60_000
/** Gateways publish a moment after they have seen a report. */
const filesMs = 2_000

export type Running = { stop(): Promise<void> }

/** Looks again and again, with longer pauses after faults, until it is stopped; a look that is under way ends first. */
export function run(indexer: Indexer): Running {
  const { stopping } = indexer
  const wakes = new Set<() => void>()
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        wakes.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms)
      wakes.add(end)
      if (stopping.aborted) end()
    })

  async function repeat(work: () => Promise<unknown>, everyMs: number, failed: (error: unknown) => void) {
    let faults = 0
    while (!stopping.aborted) {
      try {
        await work()
        faults = 0
        await pause(everyMs)
      } catch (error) {
        failed(error)
        await pause(Math.min(lastBackoffMs, firstBackoffMs * 2 ** Math.min(faults++, 10)))
      }
    }
  }

  const { log, metrics, config } = indexer
  const looking = repeat(
    () => lookOnce(indexer),
    config.watch.pollMs,
    (err) => {
      metrics.chainErrors.inc()
      log.warn({ err }, 'the chain or the store cannot be asked')
    },
  )
  const reading = repeat(
    () => readFiles(indexer),
    Math.min(filesMs, config.watch.pollMs * 10),
    (err) => log.warn({ err }, 'round files cannot be kept'),
  )
  return {
    async stop() {
      for (const wake of [...wakes]) wake()
      await Promise.all([looking, reading])
    },
  }
}

/** One look, and telling of it. */
export async function lookOnce(indexer: Indexer): Promise<void> {
  const { chain, store, deployment, config, status, metrics, feed, now } = indexer
  const started = now()
  const since = deployment.contracts.CREsolverMarket?.block ?? 0
  const { reorgMargin, blockRange } = config.watch
  const seen = await look({
    ...{ chain, store, since, reorgMargin, blockRange },
    isLocal: config.allowPrivate,
    told: (head) => {
      status.head = head
      metrics.headBlock.set(head.number)
      metrics.lagBlocks.set(Math.max(0, head.number - (status.seen?.number ?? since)))
    },
  })
  const isNew = status.seen?.hash !== seen.head.hash
  status.seen = seen.head
  metrics.lagBlocks.set(0)
  metrics.blockTime.set(seen.head.time)
  metrics.watchedBlock.set(seen.head.number)
  metrics.lookSeconds.set((now() - started) / 1_000)
  if (seen.removedFrom !== null) metrics.takenBack.set(seen.removedFrom)
  if (isNew) feed.publish(seen)
}
