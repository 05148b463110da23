import { create } from '@bufbuild/protobuf'
import { anyPack, timestampFromMs } from '@bufbuild/protobuf/wkt'
import type { CRON_TRIGGER_PB } from '@chainlink/cre-sdk/pb'
import type { EngineLimits } from '../limits.ts'
import { CronTrigger } from '../sdk.ts'
import { checkPace, parseSchedule } from './schedule.ts'
import type { Trigger, TriggerEvent } from './trigger.ts'

export type CronOptions = {
  /** The clock, in milliseconds. */
  readonly now?: () => number
  /** How often the clock is looked at, at least: it may be set, or a test's own. */
  readonly tickMs?: number
}

export type CronTriggerOptions = CronOptions & {
  readonly handler: number
  readonly config: CRON_TRIGGER_PB.Config
  readonly limits: EngineLimits['CRONTrigger']
  readonly fire: (event: TriggerEvent) => void
}

/** Wakes a handler at the times of its schedule; times that passed unseen are passed over. */
export function startCronTrigger(options: CronTriggerOptions): Trigger {
  const { handler, config, limits, fire, now = Date.now, tickMs = 1_000 } = options
  const schedule = parseSchedule(config.schedule)
  checkPace(schedule, config.schedule, limits.FastestScheduleInterval)
  let due = schedule.next(now())
  let timer: NodeJS.Timeout

  function look(): void {
    const at = now()
    if (at < due) return
    fire(eventAt(handler, due))
    due = schedule.next(at)
  }

  function tick(): void {
    look()
    timer = setTimeout(tick, Math.min(tickMs, Math.max(1, due - now())))
  }

  timer = setTimeout(tick, Math.min(tickMs, Math.max(1, due - now())))
  return {
    settle: async () => look(),
    stop: async () => clearTimeout(timer),
  }
}

function eventAt(handler: number, at: number): TriggerEvent {
  const payload = create(CronTrigger.PayloadSchema, { scheduledExecutionTime: timestampFromMs(at) })
  return {
    handler,
    trigger: 'cron',
    event: new Date(at).toISOString().replace('.000Z', 'Z'),
    payload: anyPack(CronTrigger.PayloadSchema, payload),
  }
}
