import type { Keeper } from './Keeper.ts'
import type { Look } from './look.ts'

const firstBackoffMs = 1_000
const lastBackoffMs = 60_000

export type Running = { stop(): Promise<void> }

/** Looks again and again, with longer pauses after faults, until it is stopped; a look that is under way ends first. */
export function run({ log, metrics, watch, stopping }: Keeper, look: Look): Running {
  let wake = () => {}
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (stopping.aborted) wake()
    })

  async function go(): Promise<void> {
    let faults = 0
    while (!stopping.aborted) {
      try {
        await look()
        faults = 0
        await pause(watch.pollMs)
      } catch (err) {
        metrics.chainErrors.inc()
        const wait = Math.min(lastBackoffMs, firstBackoffMs * 2 ** Math.min(faults++, 10))
        log.warn({ err, retry_ms: wait }, 'the chain or the store cannot be asked')
        await pause(wait)
      }
    }
  }
  const going = go()
  return {
    async stop() {
      wake()
      await going
    },
  }
}
