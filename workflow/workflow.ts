import {
  bytesToBigint,
  type CronPayload,
  cre,
  decodeJson,
  type EVMLog,
  type HTTPPayload,
  logTriggerConfig,
  type Runtime,
} from '@chainlink/cre-sdk'
import { type Hex, toEventSelector } from 'viem'
import * as z from 'zod'
import { Limits } from '../protocol/index.ts'
import type { Config } from './config.ts'
import { execute } from './execute.ts'
import { keep } from './keep.ts'
import limitsFile from './limits.json'
import type { Kept, Result } from './result.ts'
import { tickAt } from './schedule.ts'

/** What wakes the workflow: the market's event, a poke by HTTP, a sweep for what both have missed, and a clock to keep markets by. */
export function initWorkflow(config: Config) {
  const evm = new cre.capabilities.EVMClient(BigInt(config.chainSelector))
  const http = new cre.capabilities.HTTPCapability()
  const cron = new cre.capabilities.CronCapability()
  const requested = logTriggerConfig({
    addresses: [config.market as Hex],
    topics: [config.reportsWake === 'on' ? [requestedEvent, reportedEvent] : [requestedEvent]],
    confidence: config.confidence,
  })
  const authorizedKeys = config.authorizedKeys.map((publicKey) => ({
    type: 'KEY_TYPE_ECDSA_EVM' as const,
    publicKey,
  }))
  const always = [
    cre.handler(evm.logTrigger(requested), onRequested),
    cre.handler(http.trigger({ authorizedKeys }), onPoke),
  ]
  const { sweep, upkeep } = config
  const sweeping = sweep === null ? [] : [cre.handler(cron.trigger({ schedule: sweep }), onSweep)]
  const keeping = upkeep === null ? [] : [cre.handler(cron.trigger({ schedule: upkeep.schedule }), onUpkeep)]
  return [...always, ...sweeping, ...keeping]
}

const requestedEvent = toEventSelector('ResolutionRequested(uint256,string)')
const reportedEvent = toEventSelector('RoundReported(uint256,uint32,uint8,bytes32,bytes)')

const limits = Limits.read(limitsFile)
const said = (result: Result | Kept): string => JSON.stringify(result)

/**
 * `ResolutionRequested(uint256 indexed marketId, …)`: what it says is read from the chain again. Of `RoundReported`, which has the
 * market in the same place, nothing is left to do, so the execution takes up another one.
 */
const onRequested = (runtime: Runtime<Config>, { topics }: EVMLog): string =>
  said(execute(runtime, { named: bytesToBigint(topics[1] ?? new Uint8Array()) }, limits))

const poke = z.strictObject({ market_id: z.int().min(1) })

function onPoke(runtime: Runtime<Config>, { input }: HTTPPayload): string {
  const { market_id } = poke.parse(decodeJson(input))
  return said(execute(runtime, { named: BigInt(market_id) }, limits))
}

function onSweep(runtime: Runtime<Config>, { scheduledExecutionTime }: CronPayload): string {
  const seconds = Number(scheduledExecutionTime?.seconds ?? 0n)
  return said(execute(runtime, { tick: tickAt(runtime.config.sweep ?? '', seconds) }, limits))
}

function onUpkeep(runtime: Runtime<Config>, { scheduledExecutionTime }: CronPayload): string {
  const seconds = Number(scheduledExecutionTime?.seconds ?? 0n)
  return said(keep(runtime, tickAt(runtime.config.upkeep?.schedule ?? '', seconds), limits))
}
