import { randomFrom } from '../../local/random.ts'

/** How long the gateway waits for workers: far less than the protocol's 30, 60 and 15 s, and never more. */
export function deadlinesFor(workers: number, slowness: number) {
  // All workers are on this machine and take its time: the more there are, the longer they are given.
  const within = (most: number, ms: number) => Math.min(most, Math.round((slowness * ms) / 100) * 100)
  return {
    resolveMs: within(30_000, 4_000 + 150 * workers),
    patienceMs: within(60_000, 3_000 + 250 * workers),
    challengeMs: within(15_000, 1_500 + 75 * workers),
  }
}

/** How long the DON waits for a worker that it asks itself, in whole seconds: it waits for the silent one each time. */
export const probeFor = (slowness: number): string => `${Math.ceil(slowness)}s`

const sampleMs = 100
/** Numbers drawn in a millisecond by a machine that has nothing else to do. */
const usual = 100_000
const largest = 4

/** How many times slower than usual this machine is at the moment, from 1 to 4: it may be busy with something else. */
export function slownessNow(): number {
  const random = randomFrom(1)
  const end = performance.now() + sampleMs
  let drawn = 0
  while (performance.now() < end) for (let i = 0; i < 1_000; i++, drawn++) random(1_000)
  return Math.min(largest, Math.max(1, (usual * sampleMs) / drawn))
}
