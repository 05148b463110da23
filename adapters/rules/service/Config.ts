import { z } from 'zod'
import {
  callers,
  checkConfigValue,
  graceMs,
  listenOn,
  logLevel,
  milliseconds,
  type Placed,
  publicUrl,
  readConfigFile,
} from '../../../services/http/ServiceConfig.ts'
import * as StoreConfig from '../../../services/store/Config.ts'
import * as KillSwitch from './KillSwitch.ts'
import * as Parameters from './Parameters.ts'

const conditionId = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'expected a condition id: 0x and 64 hex digits')
  .transform((text) => text.toLowerCase())

const limits = z.strictObject({
  /** Requests to Gamma at once, and markets in one of them. */
  inFlight: z.int().min(1).max(10).default(10),
  batch: z.int().min(1).max(50).default(10),
  /** Markets that wait in this process; what is offered beyond that is dropped, and found due again later. */
  queue: z.int().min(1).max(100).default(100),
  timeoutMs: milliseconds.max(10_000).default(10_000),
  /** Markets that discovery takes at most. */
  discovered: z.int().min(1).max(1_000_000).default(100_000),
  bodyBytes: z.int().min(1_024).max(1_048_576).default(65_536),
  connections: z.int().min(1).max(65_536).default(256),
  receiveMs: milliseconds.max(60_000).default(10_000),
})

const sources = z.strictObject({
  /** Whether to look if the pages are there that markets cite. Who has a Gamma of his own asks nobody else unless he says so. */
  check: z.boolean().optional(),
  /** How often a page is looked at, and how long its domain is left alone after that. */
  everyS: z.int().min(600).max(604_800).default(21_600),
  perDomainS: z.int().min(10).max(86_400).default(60),
  timeoutMs: milliseconds.max(10_000).default(10_000),
})

const today = z.strictObject({
  /** Whether anyone may ask what a source says today; by default only where Gamma is the public one. */
  serve: z.boolean().optional(),
  /** Requests of one address a minute, and questions to sources for all of them. */
  perMinute: z.int().min(1).max(600).default(12),
  totalPerMinute: z.int().min(1).max(6_000).default(60),
})

const file = z.strictObject({
  /** Each file has a name of its own among all processes of a database; processes that write the same file share it. */
  name: z
    .string()
    .regex(/^[a-z0-9_.-]{1,64}$/, 'expected lower-case letters, digits, dots, dashes')
    .default('file'),
  path: z.string().min(1),
  /** Reports that may pile up while the file can't be written. */
  buffer: z.int().min(1).max(1_000_000).default(10_000),
})

/** The config of the service that watches resolution rules. */
export const schema = z.strictObject({
  listen: listenOn(4_400),
  publicUrl: publicUrl.optional(),
  gamma: z
    .strictObject({
      url: z
        .string()
        .regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected http(s)://… without a slash at the end')
        .default('https://gamma-api.polymarket.com'),
      /** For a Gamma of one's own: it may be on this machine or in its network, and speak plain http. */
      allowPrivate: z.boolean().default(false),
    })
    .prefault({}),
  markets: z
    .strictObject({
      conditionIds: z.array(conditionId).max(10_000).default([]),
      /** All open markets, listed anew this often; without it, only those named. */
      discoverEveryS: z.int().min(60).max(86_400).optional(),
    })
    .prefault({}),
  parameters: Parameters.schema.prefault({}),
  killSwitch: KillSwitch.config,
  sources: sources.prefault({}),
  today: today.prefault({}),
  /** Where reports go besides the database. */
  files: z.array(file).max(8).default([]),
  /** How long reports are kept; versions of rules are kept for ever. */
  retentionDays: z.int().min(365).max(36_500).default(365),
  store: StoreConfig.config.optional(),
  limits: limits.prefault({}),
  /** How often it looks for what is to be done. */
  tickMs: milliseconds.max(60_000).default(1_000),
  callers: callers.prefault({}),
  log: logLevel,
  graceMs,
})
export type Config = Placed<z.infer<typeof schema>>

const examples = 'adapters/rules/service/examples'

export const readConfig = (path: string): Config => readConfigFile(schema, { file: path, examples })

export const checkConfig = (value: unknown, { file: path }: { file: string }): Config =>
  checkConfigValue(schema, value, { file: path, examples })
