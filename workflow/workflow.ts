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
import { z } from 'zod'
import { Limits } from '../protocol/index.ts'
import type { Config } from './config.ts'
import limitsFile from './limits.json'
import { resolve } from './resolve.ts'
import type { Result } from './result.ts'
import { findWaiting } from './sweep.ts'

/** What wakes the workflow: the market's event, a poke by HTTP, and a sweep for what both have missed. */
export function initWorkflow(config: Config) {
  const evm = new cre.capabilities.EVMClient(BigInt(config.chainSelector))
  const http = new cre.capabilities.HTTPCapability()
  const cron = new cre.capabilities.CronCapability()
  const requested = logTriggerConfig({
    addresses: [config.market as Hex],
    topics: [[toEventSelector('ResolutionRequested(uint256,string)')]],
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
  return config.sweep === null
    ? always
    : [...always, cre.handler(cron.trigger({ schedule: config.sweep }), onSweep)]
}

const limits = Limits.read(limitsFile)
const said = (result: Result): string => JSON.stringify(result)

/** `ResolutionRequested(uint256 indexed marketId, string question)`; what it says is read from the chain again. */
const onRequested = (runtime: Runtime<Config>, { topics }: EVMLog): string =>
  said(resolve(runtime, bytesToBigint(topics[1] ?? new Uint8Array()), limits))

const poke = z.strictObject({ market_id: z.int().min(1) })

function onPoke(runtime: Runtime<Config>, { input }: HTTPPayload): string {
  const { market_id } = poke.parse(decodeJson(input))
  return said(resolve(runtime, BigInt(market_id), limits))
}

function onSweep(runtime: Runtime<Config>, { scheduledExecutionTime }: CronPayload): string {
  const marketId = findWaiting(runtime, Math.floor(Number(scheduledExecutionTime?.seconds ?? 0n) / 60))
  if (marketId === null) return said({ status: 'nothing', market_id: 0, why: 'no market waits' })
  return said(resolve(runtime, marketId, limits))
}
