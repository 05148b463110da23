import { z } from 'zod'
import { isLocalChain } from '../services/chain/isLocalChain.ts'
import {
  checkConfigValue,
  graceMs,
  guardedCallers,
  isGuarded,
  listenOn,
  logLevel,
  market,
  milliseconds,
  type Placed,
  publicUrl,
  readConfigFile,
  rpcQuorum,
  rpcUrl,
  rpcUrls,
  unguarded,
  variable,
  watching,
} from '../services/http/ServiceConfig.ts'
import * as StoreConfig from '../services/store/Config.ts'
import { days } from '../services/store/retention.ts'

/** A gateway's config. */
const deadlines = z.strictObject({
  /** What the protocol gives workers; shorter for demos only. */
  resolveMs: milliseconds.max(30_000).default(30_000),
  /** Where a number decides: how long after it can be decided, and after two thirds have answered, the others are waited for. */
  patienceMs: milliseconds.max(60_000).default(60_000),
  challengeMs: milliseconds.max(15_000).default(15_000),
  /** How long after its last request a worker is left to the process that asked it. */
  leaseMs: milliseconds.max(600_000).default(60_000),
})

const limits = z.strictObject({
  bodyBytes: z.int().min(1_024).max(1_048_576).default(65_536),
  connections: z.int().min(1).max(65_536).default(1_024),
  /** A request must have arrived whole after this long. */
  receiveMs: milliseconds.max(60_000).default(10_000),
  /** Workers asked at once, over all rounds; and those that take long, and are waited for beside them. */
  asks: z.int().min(1).max(4_096).default(256),
  slowAsks: z.int().min(1).max(65_536).default(2_048),
  /** What is looked at of a registration document, and of a worker's proof. */
  documentBytes: z.int().min(1_024).max(1_048_576).default(65_536),
  proofBytes: z.int().min(1_024).max(1_048_576).default(524_288),
  /** How long publishing waits for proofs and for workers that were asked directly. */
  exhibitsMs: milliseconds.max(60_000).default(5_000),
})

const poke = z.strictObject({
  /** Where the DON takes HTTP triggers. */
  url: rpcUrl,
  /** 64 hex digits; a local DON needs none. */
  workflowId: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'expected a workflow id: 64 lower-case hex digits, without 0x')
    .optional(),
  /** The variable with the private key that the workflow's trigger knows. */
  keyEnv: variable.optional(),
  /** At most one poke in this time, over all markets. */
  everyMs: milliseconds.max(3_600_000).default(60_000),
})

export const schema = z
  .strictObject({
    listen: listenOn(4_200),
    publicUrl: publicUrl.optional(),
    chainId: z.int().min(0).default(31_337),
    market,
    rpcUrl: rpcUrls.optional(),
    /** Instead of rpcUrl where the URL holds a key; several are separated by commas. */
    rpcUrlEnv: variable.optional(),
    rpcQuorum,
    deadlines: deadlines.prefault({}),
    /** For local chains: workers may be on this machine or in its network, and speak plain http. */
    allowPrivate: z.boolean().default(false),
    /** Where `ipfs://` registrations are fetched, such as https://ipfs.example; without it they are not. */
    ipfsGateway: z
      .string()
      .regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected http(s)://… without a slash at the end')
      .optional(),
    /** Bearer tokens for workers that ask for one: each goes to its own origin, and to nobody else. */
    workerTokens: z
      .array(
        z.strictObject({
          origin: z
            .string()
            .regex(/^https?:\/\/[^\s/?#]+$/, 'expected an origin such as https://agent.example'),
          tokenEnv: variable,
        }),
      )
      .max(256)
      .default([]),
    poke: poke.optional(),
    store: StoreConfig.config.optional(),
    limits: limits.prefault({}),
    /** How many days after its market is final something is kept; null: for ever. */
    retention: z
      .strictObject({ repliesDays: days.default(365), roundsDays: days.default(null) })
      .prefault({}),
    callers: guardedCallers.prefault({}),
    watch: watching.extend({ sweepMs: milliseconds.default(60_000) }).prefault({}),
    log: logLevel,
    graceMs,
  })
  .refine((config) => (config.rpcUrl === undefined) !== (config.rpcUrlEnv === undefined), {
    path: ['rpcUrl'],
    error: 'expected one of rpcUrl and rpcUrlEnv',
  })
  .refine(({ chainId, callers }) => isLocalChain(chainId) || isGuarded(callers), unguarded)
export type Config = Placed<z.infer<typeof schema>>

const examples = 'gateway/examples'

export const readConfig = (file: string): Config => readConfigFile(schema, { file, examples })

export const checkConfig = (value: unknown, { file }: { file: string }): Config =>
  checkConfigValue(schema, value, { file, examples })
