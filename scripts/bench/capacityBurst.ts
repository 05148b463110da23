import { randomUUID } from 'node:crypto'
import type { Don } from '../../don/don.ts'
import { type ServedExecution, startService } from '../../don/service.ts'
import type { TriggerKind } from '../../don/triggers/trigger.ts'
import { resultsIn } from '../../workflow/result.ts'
import { rounded } from './measure.ts'
import type { Stage } from './roundStage.ts'
import { SkippingClock } from './SkippingClock.ts'

/** What became of markets that were all asked for in one block. */
export type Burst = {
  /** From the block on, by the DON's clock. */
  readonly minutes: number
  readonly reported: number
  readonly lost: number
  /** Executions, by what woke them. */
  readonly woken: Readonly<Record<TriggerKind, number>>
  /** Logs that the quota dropped. */
  readonly dropped: number
  /** Attempts that came before the gateway had all replies. */
  readonly unsealed: number
  /** Of two markets each. */
  readonly doubles: number
  /** Markets that sweeps and pokes reported, a minute. */
  readonly perMinute: number
}

const second = 1_000
const sweepMs = 30 * second
const pokeMs = 60 * second
const longestMs = 90 * 60 * second

/**
 * Runs a burst by the DON's own triggers and quotas. Where nobody works the clock is moved on to the next sweep or poke, so an
 * hour of quotas takes as long as its executions do. The pokes are the bench's, in the gateway's order: least told first.
 */
export async function runBurst(
  stage: Stage,
  don: Don,
  marketIds: readonly number[],
  note: (line: string) => void,
): Promise<Burst> {
  const clock = new SkippingClock()
  const executions: ServedExecution[] = []
  let dropped = 0
  const service = await startService({
    don,
    logs: { pollMs: 100, finalityMs: 0 },
    http: { host: '127.0.0.1', port: 0 },
    cron: { tickMs: 100 },
    now: clock.now,
    onExecution: (execution) => executions.push(execution),
    onNote: (text) => {
      if (text.startsWith('log ') && text.includes('too many at once')) dropped++
    },
  })
  try {
    // A bucket that was never used is full: the minute before the burst was quiet.
    await stage.request(marketIds)
    const started = clock.now()
    // The gateway works by our clock: to move it on meanwhile would make it look slow.
    for (const marketId of marketIds) await stage.sealed(marketId)
    const told = new Map<number, number>()
    let nextPoke = started
    let done = new Set<number>()
    while (done.size < marketIds.length && clock.now() - started < longestMs) {
      await service.idle()
      done = new Set(await stage.reported(marketIds))
      note(
        `  ${done.size} of ${marketIds.length} after ${rounded((clock.now() - started) / (60 * second))} min`,
      )
      if (done.size === marketIds.length) break
      const nextSweep = (Math.floor(clock.now() / sweepMs) + 1) * sweepMs
      clock.skipTo(Math.min(nextSweep, nextPoke))
      if (clock.now() < nextPoke) continue
      await poke(service.url!, leastTold(marketIds, done, told))
      nextPoke = clock.now() + pokeMs
    }
    const minutes = (clock.now() - started) / (60 * second)
    return {
      minutes,
      reported: done.size,
      lost: marketIds.length - done.size,
      dropped,
      ...countsOf(executions, minutes),
    }
  } finally {
    await service.stop()
  }
}

function leastTold(all: readonly number[], done: ReadonlySet<number>, told: Map<number, number>): number {
  const often = (id: number) => told.get(id) ?? 0
  const chosen = all.filter((id) => !done.has(id)).reduce((best, id) => (often(id) < often(best) ? id : best))
  told.set(chosen, often(chosen) + 1)
  return chosen
}

async function poke(url: string, marketId: number): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: randomUUID(),
    method: 'workflows.execute',
    params: { input: { market_id: marketId } },
  })
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await reply.body?.cancel()
}

/** What the executions themselves say. */
export function countsOf(
  executions: readonly Pick<ServedExecution, 'trigger' | 'report'>[],
  minutes: number,
): Pick<Burst, 'woken' | 'unsealed' | 'doubles' | 'perMinute'> {
  const told = executions.map(({ trigger, report }) => {
    const results = report.error === null ? resultsIn(String(report.value)) : []
    return { trigger, results, reported: results.filter(({ status }) => status === 'reported').length }
  })
  const by = (trigger: TriggerKind) => told.filter((one) => one.trigger === trigger)
  const paced = told
    .filter(({ trigger }) => trigger !== 'log')
    .reduce((sum, { reported }) => sum + reported, 0)
  return {
    woken: { log: by('log').length, http: by('http').length, cron: by('cron').length },
    unsealed: told.flatMap(({ results }) => results).filter(({ why }) => why === 'unsealed').length,
    doubles: told.filter(({ reported }) => reported === 2).length,
    perMinute: paced / minutes,
  }
}
