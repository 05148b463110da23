import { z } from 'zod'
import { Limits } from '../protocol/index.ts'

/** All quotas that the engine enforces, in milliseconds and bytes, read from `limits.json`. */
const count = z
  .string()
  .regex(/^\d{1,9}$/, 'expected a whole number')
  .transform(Number)

const units: Record<string, number> = { b: 1, kb: 1_000, mb: 1_000_000 }
const size = z
  .string()
  .regex(/^\d{1,9}(?:b|kb|mb)?$/, 'expected a size like 100kb')
  .transform((text) => Number.parseInt(text, 10) * (units[text.replace(/^\d+/, '')] ?? 1))

const duration = z
  .string()
  .regex(/^(?:\d{1,4}m)?(?:\d{1,4}s)?$/, 'expected a duration like 5m0s')
  .transform((text) => {
    const [, minutes, seconds] = /^(?:(\d+)m)?(?:(\d+)s)?$/.exec(text)!
    return (Number(minutes ?? 0) * 60 + Number(seconds ?? 0)) * 1_000
  })

/** `every6s:10`: ten events, then one each six seconds. */
const rate = z
  .string()
  .regex(/^every\d{1,4}s:\d{1,6}$/, 'expected a rate like every6s:10')
  .transform((text) => {
    const [, seconds, burst] = /^every(\d+)s:(\d+)$/.exec(text)!
    return { everyMs: Number(seconds) * 1_000, burst: Number(burst) }
  })

const http = z.object({
  CallLimit: count,
  ConnectionTimeout: duration,
  RequestSizeLimit: size,
  ResponseSizeLimit: size,
})

const places = count.refine((many) => many > 0, 'expected at least 1')

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

const file = z.object({
  ExecutionTimeout: duration,
  ExecutionResponseLimit: size,
  /** How many executions of one workflow run side by side. */
  ExecutionConcurrencyLimit: places,
  /** How many events wait for that, and how long; the `cre` CLI's own files may lack both. */
  TriggerEventQueueLimit: count.default(50),
  TriggerEventQueueTimeout: duration.default(600_000),
  /** How many triggers a workflow may have. */
  TriggerSubscriptionLimit: count.default(10),
  CapabilityCallTimeout: duration,
  /** How many calls and how many batches of secrets of one node may be under way, over all executions; the next ones wait. */
  CapabilityConcurrencyLimit: places.default(30),
  SecretsConcurrencyLimit: places.default(5),
  WASMMemoryLimit: size,
  WASMBinarySizeLimit: size,
  /** Compressed, as CRE stores it. */
  WASMCompressedBinarySizeLimit: size.default(20_000_000),
  WASMConfigSizeLimit: size,
  WASMSecretsSizeLimit: size.default(27_000),
  LogLineLimit: size,
  LogEventLimit: count,
  CRONTrigger: z.object({ FastestScheduleInterval: duration }),
  HTTPTrigger: z.object({ RateLimit: rate }),
  LogTrigger: z.object({
    EventRateLimit: rate,
    EventSizeLimit: size,
    FilterAddressLimit: count,
    FilterTopicsPerSlotLimit: count,
  }),
  ChainWrite: z.object({
    TargetsLimit: count,
    ReportSizeLimit: size,
    EVM: z.object({ TransactionGasLimit: count }),
  }),
  ChainRead: z.object({ CallLimit: count, LogQueryBlockLimit: count, PayloadSizeLimit: size }),
  Consensus: z.object({ ObservationSizeLimit: size, CallLimit: count }),
  HTTPAction: http.extend({ CacheAgeLimit: duration }),
  ConfidentialHTTP: http,
  Secrets: z.object({ CallLimit: count }),
  /** Which chains may be called, by selector. On CRE an account is granted them; a simulation allows all. */
  ChainAllowed: z
    .object({ Default: flag, Values: z.record(z.string(), flag).default({}) })
    .default({ Default: true, Values: {} }),
  /** How long a node waits for the time that all agree on. */
  DONTime: z.object({ RequestTimeout: duration }).default({ RequestTimeout: 30_000 }),
})
export type EngineLimits = z.infer<typeof file>

export const isChainAllowed = (
  { ChainAllowed: { Default, Values } }: EngineLimits,
  selector: string,
): boolean => Values[selector] ?? Default

/** Reads the file's JSON; what it lacks is named. */
export function readLimits(value: unknown): EngineLimits {
  // The workflow plans by its own reading of the same file: what that refuses is refused here too.
  Limits.read(value)
  return file.parse(value)
}
