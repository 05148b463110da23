import { setTimeout as sleep } from 'node:timers/promises'
import type { DescMessage, MessageShape } from '@bufbuild/protobuf'
import { type Any, anyUnpack } from '@bufbuild/protobuf/wkt'
import type { EVM_PB, SDK_PB } from '@chainlink/cre-sdk/pb'
import { BaseError } from '../protocol/core.ts'
import type { Don, ExecutionReport } from './don.ts'
import { CronTrigger, Evm, HttpTrigger } from './sdk.ts'
import { type CronOptions, startCronTrigger } from './triggers/cron.ts'
import { type HttpOptions, startHttpTrigger } from './triggers/http.ts'
import { type LogOptions, startLogTrigger } from './triggers/log.ts'
import type { Note, Trigger, TriggerEvent, TriggerKind } from './triggers/trigger.ts'

export type ServiceOptions = {
  readonly don: Don
  /** How logs of the chain are followed; a workflow with a log trigger needs it. */
  readonly logs?: LogOptions
  /** Where requests are taken; without it an HTTP trigger sleeps. */
  readonly http?: HttpOptions
  /** Without it a cron trigger sleeps. */
  readonly cron?: CronOptions
  /** The clock of all triggers and of their rates, in milliseconds. */
  readonly now?: () => number
  readonly onExecution?: (execution: ServedExecution) => void
  readonly onNote?: Note
  readonly faults?: { readonly dropLog?: (log: EVM_PB.Log) => boolean }
}

/** One run, and what woke it. */
export type ServedExecution = {
  readonly handler: number
  readonly trigger: TriggerKind
  readonly event: string
  readonly report: ExecutionReport
}

export type Service = {
  /** Where the HTTP trigger listens. */
  readonly url: string | null
  /** The latest ones, oldest first. */
  executions(): readonly ServedExecution[]
  /** Once all that has happened so far was seen and every execution of it has ended. */
  idle(): Promise<void>
  /** Takes nothing more, gives what runs a moment to end, and stops the DON. */
  stop(): Promise<void>
}

const kept = 1_000
const graceMs = 2_000

/** A DON that waits for what its workflow subscribed to, and runs it, several executions side by side. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { don, onExecution, onNote = () => {} } = options
  const executions: ServedExecution[] = []
  const running = new Set<Promise<void>>()
  let isStopped = false

  async function run({ handler, trigger, event, payload }: TriggerEvent): Promise<void> {
    const report = await don.execute(handler, payload, event)
    if (isStopped) return
    const execution = { handler, trigger, event, report }
    executions.push(execution)
    if (executions.length > kept) executions.shift()
    onExecution?.(execution)
  }

  const fire = (event: TriggerEvent) => {
    if (isStopped) return
    // As the engine does: who comes when the line is full is not heard.
    const most = don.limits.TriggerEventQueueLimit
    if (don.waiting >= most) return onNote(`event ${event.event} is dropped: ${most} wait already`)
    const done = run(event)
      .catch((error: Error) => onNote(`execution ${event.event}: ${error.message}`))
      .finally(() => running.delete(done))
    running.add(done)
  }

  const triggers: Trigger[] = []
  let url: string | null = null
  const stopTriggers = async () =>
    void (await Promise.all(triggers.map(async (trigger) => await trigger.stop())))
  try {
    for (const [handler, subscription] of (await don.subscriptions()).entries()) {
      const started = await start(handler, subscription, options, fire, onNote)
      if (started === null) continue
      triggers.push(started)
      if ('url' in started) url = started.url
    }
  } catch (error) {
    await stopTriggers()
    throw error
  }

  return {
    url,
    executions: () => [...executions],
    async idle() {
      do {
        await Promise.all(running)
        // What ran may have caused more.
        await Promise.all(triggers.map(async (trigger) => await trigger.settle()))
      } while (running.size > 0)
    },
    async stop() {
      isStopped = true
      await stopTriggers()
      await Promise.race([Promise.all(running), sleep(graceMs, undefined, { ref: false })])
      await don.stop()
    },
  }
}

type Started = Trigger | (Trigger & { readonly url: string })

/** Starts what one subscription asks for; null where it was left out on purpose. */
async function start(
  handler: number,
  { id, payload }: SDK_PB.TriggerSubscription,
  options: ServiceOptions,
  fire: (event: TriggerEvent) => void,
  note: Note,
): Promise<Started | null> {
  const { don, logs, http, cron, faults, now = Date.now } = options
  const { limits, workflowId } = don
  const name = id.slice(0, id.indexOf('@'))
  const asleep = (what: string) => {
    note(`handler ${handler} sleeps: no ${what} here`)
    return null
  }
  if (name === 'http-trigger') {
    if (http === undefined) return asleep('HTTP')
    const config = unpack(payload, HttpTrigger.ConfigSchema)
    const about = { handler, config, workflowId, limits: limits.HTTPTrigger, fire, now }
    return await startHttpTrigger({ ...http, ...about })
  }
  if (name === 'cron-trigger') {
    if (cron === undefined) return asleep('clock')
    const config = unpack(payload, CronTrigger.ConfigSchema)
    return startCronTrigger({ now, ...cron, handler, config, limits: limits.CRONTrigger, fire })
  }
  const selector = /^evm:ChainSelector:(\d+)$/.exec(name)?.[1]
  if (selector === undefined) throw new UnknownTriggerError(handler, id)
  if (logs === undefined) return asleep('logs')
  const chain = don.chains.get(selector)
  if (chain === undefined) throw new UnknownTriggerError(handler, id)
  const filter = unpack(payload, Evm.FilterLogTriggerRequestSchema)
  const drop = faults?.dropLog
  return await startLogTrigger({
    ...logs,
    handler,
    chain,
    filter,
    limits: limits.LogTrigger,
    fire,
    note,
    drop,
    now,
  })
}

function unpack<schema extends DescMessage>(payload: Any | undefined, schema: schema): MessageShape<schema> {
  const message = payload === undefined ? undefined : anyUnpack(payload, schema)
  if (message === undefined) throw new NoConfigurationError(schema.typeName)
  return message
}

export class UnknownTriggerError extends BaseError {
  override readonly name = 'Service.UnknownTriggerError'
  constructor(handler: number, id: string) {
    super(`Handler ${handler} waits for ${id}, which is not offered here.`, {
      metaMessages: ['A log trigger needs the RPC URL of the chain with that selector.'],
    })
  }
}

export class NoConfigurationError extends BaseError {
  override readonly name = 'Service.NoConfigurationError'
  constructor(type: string) {
    super(`A trigger came without its ${type}.`)
  }
}
