import { resolve } from 'node:path'
import * as z from 'zod'
import {
  callers,
  checkConfigValue,
  graceMs,
  listenOn,
  logLevel,
  market,
  milliseconds,
  type Placed,
  publicUrl,
  readConfigFile,
  rpcUrl,
  rpcUrls,
  variable,
  watching,
} from '../services/http/ServiceConfig.ts'
import * as StoreConfig from '../services/store/Config.ts'
import { type Deployment, readDeployment } from './Deployment.ts'

/** An indexer's config. */
const shown = z.strictObject({
  /** What the chain is called; as the deployment's record has it unless given. */
  name: z.string().min(1).max(64).optional(),
  /** Nodes for browsers: what stands here is published, so put no keys in it. */
  rpcUrls: z.array(rpcUrl).max(8).default([]),
  /** Where blocks and transactions can be looked at. */
  explorer: publicUrl.nullable().default(null),
  rulesService: publicUrl.nullable().default(null),
})

const streams = z.strictObject({
  /** For one caller at most. */
  perCaller: z.int().min(1).max(64).default(6),
  most: z.int().min(1).max(65_536).default(1_024),
  /** A line that says nothing, so that what lies between does not cut the stream. */
  commentMs: milliseconds.max(60_000).default(15_000),
})

export const schema = z
  .strictObject({
    listen: listenOn(4_600),
    publicUrl: publicUrl.optional(),
    chainId: z.int().min(0).default(31_337),
    /** The record of the deployment, from this file's folder on: addresses, first blocks, code hashes, trust. */
    deployment: z.string().min(1).optional(),
    /** Instead, the market contract alone, and the block that it stands since. */
    market: market.optional(),
    since: z.int().min(0).default(0),
    rpcUrl: rpcUrls.optional(),
    /** Instead of rpcUrl where the URL holds a key; several are separated by commas. */
    rpcUrlEnv: variable.optional(),
    /** Gateways that publish rounds, as readers reach them. */
    gateways: z.array(publicUrl).max(16).default([]),
    shown: shown.prefault({}),
    /** For local chains: agents and pictures may be on this machine or in its network, and speak plain http. */
    allowPrivate: z.boolean().default(false),
    streams: streams.prefault({}),
    store: StoreConfig.config.optional(),
    callers: callers.prefault({}),
    watch: watching.prefault({}),
    log: logLevel,
    graceMs,
  })
  .refine((config) => (config.rpcUrl === undefined) !== (config.rpcUrlEnv === undefined), {
    path: ['rpcUrl'],
    error: 'expected one of rpcUrl and rpcUrlEnv',
  })
  .refine((config) => (config.deployment === undefined) !== (config.market === undefined), {
    path: ['market'],
    error: 'expected one of market and deployment',
  })
export type Config = Placed<z.infer<typeof schema>>

const examples = 'indexer/examples'

export const readConfig = (file: string): Config => readConfigFile(schema, { file, examples })

export const checkConfig = (value: unknown, { file }: { file: string }): Config =>
  checkConfigValue(schema, value, { file, examples })

/** The deployment that a config means: its record, or the market alone. */
export function deploymentOf({ deployment, folder, chainId, market, since }: Config): Deployment {
  if (deployment !== undefined) return readDeployment(resolve(folder, deployment))
  const CREsolverMarket = { address: market!, block: since, codeHash: null }
  return { chainId, network: 'unnamed', contracts: { CREsolverMarket } }
}
