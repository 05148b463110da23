import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bytesBelow } from './capacityLoad.ts'
import { type Row, rounded } from './measure.ts'
import { pokeOf } from './pokeOf.ts'
import { openStage, type Stage } from './roundStage.ts'

export type Soak = { readonly workers: number; readonly markets: number }

const usual: Soak = { workers: 3, markets: 20 }

/**
 * Bursts one after the other, each on markets of its own, with quotas lifted: what is on the heap after a collection and in the
 * gateway's database at the end of each. All of it is one process, so the heap is that of chain, gateway, workers and DON
 * together, and a chain forgets nothing: it is an upper bound for each of them.
 */
export async function soakRows(
  bursts: number,
  note: (line: string) => void,
  { workers, markets }: Soak = usual,
): Promise<Row[]> {
  const stage = await openStage(workers)
  try {
    const opened: number[][] = []
    // The first one warms up: what is loaded and compiled once is no growth.
    for (let burst = 0; burst <= bursts; burst++) {
      opened.push([])
      for (let i = 0; i < markets; i++) opened[burst]!.push(await stage.open(workers))
      note(`burst ${burst + 1} of ${bursts + 1}: ${markets} markets are made`)
    }
    await stage.begin()
    const seen: Size[] = []
    for (const [burst, marketIds] of opened.entries()) {
      await reportAll(stage, marketIds)
      seen.push(await sizeOf(stage))
      const { heap, rss, database } = seen.at(-1)!
      note(`burst ${burst + 1}: heap ${mega(heap)}, process ${mega(rss)}, database ${mega(database)} MB`)
    }
    return rowsOf(seen, workers, markets)
  } finally {
    await stage.close()
  }
}

async function reportAll(stage: Stage, marketIds: readonly number[]): Promise<void> {
  const don = await stage.enrol(4)
  try {
    await stage.request(marketIds)
    for (const marketId of marketIds) await stage.sealed(marketId)
    await Promise.all(marketIds.map((marketId) => don.execute(1, pokeOf(marketId), `soak ${marketId}`)))
  } finally {
    await don.stop()
  }
}

/** Bytes, after all garbage is gone. */
export type Size = { readonly heap: number; readonly rss: number; readonly database: number }

async function sizeOf({ databaseFolder }: Stage): Promise<Size> {
  await collect()
  const { heapUsed, external, rss } = process.memoryUsage()
  return {
    heap: heapUsed + external,
    rss,
    // Of what is kept, not of the log that is written first and reused.
    database: bytesBelow(join(databaseFolder, 'data', 'base')),
  }
}

/** Collects garbage, and what finalizers let go of in a second turn. */
async function collect(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) {
    gc()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Growth a market from the first burst to the last. */
export function rowsOf(seen: readonly Size[], workers: number, markets: number): Row[] {
  const [first, last] = [seen[0]!, seen.at(-1)!]
  const grown = (seen.length - 1) * markets
  const row = (name: string, value: number, unit: string): Row => ({
    name: `soak of ${seen.length - 1} × ${markets} markets, ${name}`,
    n: workers,
    value: rounded(value),
    unit,
  })
  const each = (of: keyof Size) => (last[of] - first[of]) / 1_000 / grown
  return [
    row('heap after collection, growth', each('heap'), 'kB a market'),
    row('memory of the process, growth', each('rss'), 'kB a market'),
    row('database, growth', each('database'), 'kB a market'),
    row('heap after collection, at its end', last.heap / 1e6, 'MB'),
    row('memory of the process, at its end', last.rss / 1e6, 'MB'),
  ]
}

const mega = (bytes: number): number => rounded(bytes / 1e6)
