import { join } from 'node:path'
import { Plan } from '../../protocol/index.ts'
import { type Burst, runBurst } from './capacityBurst.ts'
import { bytesBelow, drive } from './capacityLoad.ts'
import { callsSince } from './countingRpc.ts'
import { type Row, rounded } from './measure.ts'
import { pokeOf } from './pokeOf.ts'
import type { Stage } from './roundStage.ts'
import { percentile, rows as workerRows } from './worker.ts'

export const summary =
  'what one DON, gateway and worker carry: markets a minute, a burst in one block, requests/s, growth, RPC calls'

export type Extent = {
  /** Markets asked for in one block, by their number of workers; CRE's quotas at their lowest. */
  readonly bursts: Readonly<Record<number, number>>
  /** Markets reported side by side without the quotas of triggers, by their number of workers. */
  readonly lifted: Readonly<Record<number, number>>
  /** Markets that a keeper sees through, by their number of workers. */
  readonly kept: Readonly<Record<number, number>>
  readonly gatewayRequests: number
  readonly workerAnswers: number
}

const full: Extent = {
  bursts: { 3: 30, 10: 100, 32: 20 },
  lifted: { 3: 20, 10: 12, 32: 6 },
  kept: { 3: 8, 10: 8 },
  gatewayRequests: 3_000,
  workerAnswers: 1_000,
}

/** So small that a test can wait for it. */
export const quick: Extent = {
  bursts: { 3: 14 },
  lifted: { 3: 4 },
  kept: { 3: 4 },
  gatewayRequests: 100,
  workerAnswers: 50,
}

/** What grows from burst to burst, instead of all the rest. */
export const soak =
  (bursts: number) =>
  async (note: (line: string) => void): Promise<Row[]> =>
    (await import('./capacitySoak.ts')).soakRows(bursts, note)

/**
 * All of it on one chain in this process, with four nodes. The DON's triggers, rates and schedule are those of `limits.json`, by a
 * clock that is moved on where nobody works; executions, the gateway and the chain take their real time.
 */
export async function rows(note: (line: string) => void, extent: Extent = full): Promise<Row[]> {
  const { openStage } = await import('./roundStage.ts')
  const sizes = [...Object.keys(extent.bursts), ...Object.keys(extent.lifted)].map(Number)
  const stage = await openStage(Math.max(...sizes), { isCounted: true })
  try {
    note('markets are made')
    const opened = {
      bursts: await openAll(stage, extent.bursts),
      lifted: await openAll(stage, extent.lifted),
    }
    await stage.begin()
    const found: Row[] = []
    for (const [workers, marketIds] of opened.lifted) {
      note(`${workers} workers, quotas lifted`)
      found.push(await liftedRow(stage, workers, marketIds))
    }
    for (const [workers, marketIds] of opened.bursts) {
      note(`${workers} workers, ${marketIds.length} markets in one block`)
      found.push(...(await burstRows(stage, workers, marketIds, note)))
    }
    note('the gateway is asked')
    const [workers, [marketId]] = opened.bursts.at(-1)! as [number, [number]]
    found.push(...(await gatewayRows(stage, workers, marketId, extent.gatewayRequests)))
    note('a worker is asked')
    found.push(...(await answerRows(note, extent.workerAnswers)))
    return [...found, ...(await keptRows(extent.kept, note))]
  } finally {
    await stage.close()
  }
}

async function keptRows(kept: Extent['kept'], note: (line: string) => void): Promise<Row[]> {
  const { keeperRows } = await import('./capacityKeeper.ts')
  const found: Row[] = []
  for (const [workers, markets] of Object.entries(kept)) {
    note(`${workers} workers, a keeper`)
    found.push(...(await keeperRows(Number(workers), markets)))
  }
  return found
}

type Opened = readonly (readonly [workers: number, marketIds: number[]])[]

async function openAll(stage: Stage, counts: Readonly<Record<number, number>>): Promise<Opened> {
  const opened: [number, number[]][] = []
  for (const [workers, count] of Object.entries(counts)) {
    const marketIds: number[] = []
    for (let i = 0; i < count; i++) marketIds.push(await stage.open(Number(workers)))
    opened.push([Number(workers), marketIds])
  }
  return opened
}

/** Every market has an execution of its own, five of them side by side. */
async function liftedRow(stage: Stage, workers: number, marketIds: readonly number[]): Promise<Row> {
  const don = await stage.enrol(4)
  try {
    await stage.request(marketIds)
    for (const marketId of marketIds) await stage.sealed(marketId)
    const [first, ...others] = marketIds
    // The first one warms up.
    await don.execute(1, pokeOf(first!), `warm ${first}`)
    const started = performance.now()
    await Promise.all(others.map((marketId) => don.execute(1, pokeOf(marketId), `lifted ${marketId}`)))
    const minutes = (performance.now() - started) / 60_000
    const done = (await stage.reported(others)).length
    return {
      name: 'quotas lifted, markets a minute on this machine',
      n: workers,
      value: rounded(done / minutes),
      unit: 'markets/min',
    }
  } finally {
    await don.stop()
  }
}

async function burstRows(
  stage: Stage,
  workers: number,
  marketIds: readonly number[],
  note: (line: string) => void,
): Promise<Row[]> {
  const don = await stage.enrol(4, { workflow: { secondMarket: 'on' } })
  const before = growthOf(stage)
  const burst = await runBurst(stage, don, marketIds, note).finally(() => don.stop())
  const after = growthOf(stage)
  const each = (total: number) => rounded(total / marketIds.length)
  const row = (name: string, value: number, unit: string): Row => ({
    name: `${marketIds.length} in one block, ${name}`,
    n: workers,
    value: rounded(value),
    unit,
  })
  const rpc = (who: 'gateway' | 'don') => callsSince(before.rpc[who], after.rpc[who])
  return [
    ...timingRows(row, burst),
    row('RPC calls of the gateway', each(rpc('gateway').ofMarkets), 'a market'),
    row('RPC calls of the gateway, with its looks at the chain', each(rpc('gateway').all), 'a market'),
    row('RPC calls of the DON', each(rpc('don').ofMarkets), 'a market'),
    row('database, growth', each((after.database - before.database) / 1_000), 'kB a market'),
    row('memory of this process, growth', each((after.heap - before.heap) / 1_000), 'kB a market'),
    row('memory of this process, all of it', after.rss / 1e6, 'MB'),
  ]
}

type MakeRow = (name: string, value: number, unit: string) => Row

const timingRows = (row: MakeRow, burst: Burst): Row[] => [
  row('reported within, virtual', burst.minutes, 'min'),
  row('reported', burst.reported, 'markets'),
  row('lost', burst.lost, 'markets'),
  row('by sweeps and pokes, virtual', burst.perMinute, 'markets/min'),
  row('executions by log', burst.woken.log, 'executions'),
  row('executions by poke', burst.woken.http, 'executions'),
  row('executions by sweep', burst.woken.cron, 'executions'),
  row('executions that reported two', burst.doubles, 'executions'),
  row('attempts before the round was sealed', burst.unsealed, 'attempts'),
  row('logs dropped by the quota', burst.dropped, 'logs'),
]

const growthOf = ({ rpc, databaseFolder }: Stage) => {
  const { heapUsed, rss } = process.memoryUsage()
  return {
    rpc: { gateway: rpc!.gateway.counts(), don: rpc!.don.counts() },
    // Of what is kept, not of the log that is written first and reused.
    database: bytesBelow(join(databaseFolder, 'data', 'base')),
    heap: heapUsed,
    rss,
  }
}

async function gatewayRows(stage: Stage, workers: number, marketId: number, times: number): Promise<Row[]> {
  const count = Math.min(workers, Plan.pageSize)
  const base = `${stage.gatewayUrl}/v1/markets/${marketId}/rounds/1`
  const { perSecond, milliseconds } = await drive(`${base}/answers?from=0&count=${count}`, times)
  const name = `gateway, batches of ${count} answers, 8 at a time`
  return [
    { name, n: times, value: rounded(perSecond), unit: 'requests/s' },
    { name: `${name}, p50`, n: times, value: rounded(percentile(milliseconds, 0.5)), unit: 'ms' },
    { name: `${name}, p99`, n: times, value: rounded(percentile(milliseconds, 0.99)), unit: 'ms' },
  ]
}

async function answerRows(note: (line: string) => void, distinct: number): Promise<Row[]> {
  const found = await workerRows(note, { distinct, repeated: 0 })
  return found
    .filter(({ name }) => name.includes('distinct'))
    .map((row) => ({ ...row, name: `worker, ${row.name}` }))
}
