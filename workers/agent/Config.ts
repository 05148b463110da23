import { z } from 'zod'
import { Address } from '../../protocol/index.ts'
import { isLocalChain } from '../../services/chain/isLocalChain.ts'
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
  rpcUrls,
  unguarded,
  variable,
  watching,
} from '../../services/http/ServiceConfig.ts'
import * as StoreConfig from '../../services/store/Config.ts'
import { days } from '../../services/store/retention.ts'
import { decideMs } from '../sdk/decideInTime.ts'
import { type Enabled, type Extension, enabledBy } from './Extension.ts'
import { personalityConfig } from './personality.ts'
import { provenanceConfig } from './provenance.ts'

/** A worker's config. */
const limits = z.strictObject({
  /** A body longer than this is not read. */
  bodyBytes: z.int().min(1_024).max(1_048_576).default(65_536),
  /** The protocol gives 30 and 15 seconds; what is not ready a little before that gets a 503. */
  resolveMs: milliseconds.max(30_000).default(28_000),
  challengeMs: milliseconds.max(15_000).default(13_000),
  workMs: milliseconds.max(600_000).default(120_000),
  /** By then a round that no number decides is signed, as undecided if need be. */
  decideMs: milliseconds.max(decideMs).default(decideMs),
  running: z.int().min(1).max(1_024).default(16),
  waiting: z.int().min(0).max(100_000).default(256),
  connections: z.int().min(1).max(65_536).default(1_024),
  /** A request must have arrived whole after this long. */
  receiveMs: milliseconds.max(60_000).default(10_000),
  plainAnswers: z.int().min(1).default(100_000),
})

export const schema = z
  .strictObject({
    agentId: z.int().min(0),
    name: z.string().min(1).max(100).optional(),
    listen: listenOn(4_100),
    /** In the card and in the addresses of proofs. */
    publicUrl: publicUrl.optional(),
    chainId: z.int().min(0).default(31_337),
    market: market.default(Address.zero),
    /** The ERC-8004 registry that knows the agent: the registration file that the worker serves names both. */
    registry: market.optional(),
    rpcUrl: rpcUrls.optional(),
    /** Instead of rpcUrl where the URL holds a key; several are separated by commas. */
    rpcUrlEnv: variable.optional(),
    rpcQuorum,
    /** The variable that holds the private key of the agent's signer. */
    keyEnv: variable.optional(),
    provenance: provenanceConfig.prefault({}),
    /**
     * Whether it fetches pages that others cite, in rounds that it has signed in: any public page, whatever `sources.hosts` says.
     * Left out: yes, unless its sources are recordings.
     */
    reproduce: z.boolean().optional(),
    store: StoreConfig.config.optional(),
    limits: limits.prefault({}),
    callers: guardedCallers.prefault({}),
    watch: watching.prefault({}),
    /** How long what was answered is kept, in days; null: for ever. What was signed is kept for ever. */
    retention: z.strictObject({ roundsDays: days.default(365), plainDays: days.default(90) }).prefault({}),
    log: logLevel,
    graceMs,
    ...personalityConfig,
  })
  .refine((config) => config.rpcUrl === undefined || config.rpcUrlEnv === undefined, {
    path: ['rpcUrlEnv'],
    error: 'keep one of rpcUrl and rpcUrlEnv',
  })
  .refine(
    (config) =>
      (config.rpcUrl === undefined && config.rpcUrlEnv === undefined) || !/^0x0{40}$/.test(config.market),
    { path: ['market'], error: 'needed with an RPC URL: the address of the market contract' },
  )
  .refine(
    ({ provenance, rpcUrl, rpcUrlEnv }) =>
      provenance.notarize === undefined ||
      (provenance.notary !== undefined && (rpcUrl !== undefined || rpcUrlEnv !== undefined)),
    { path: ['provenance', 'notarize'], error: 'needs provenance.notary and an RPC URL' },
  )
  // What is not signed is worth nothing to a rival.
  .refine(
    ({ chainId, callers, keyEnv }) => keyEnv === undefined || isLocalChain(chainId) || isGuarded(callers),
    unguarded,
  )

export type Config = Placed<z.infer<typeof schema>> & {
  /** The extensions that this config turns on. */
  readonly extensions: readonly Enabled[]
}

/** The sections of extensions stand beside the worker's own keys. */
export function schemaWith(extensions: readonly Extension[]): typeof schema {
  const sections = Object.fromEntries(extensions.map(({ key, config }) => [key, config.optional()]))
  // The cast hides the sections from the types: only its extension knows what a section holds.
  return schema.safeExtend(sections) as unknown as typeof schema
}

const examples = 'workers/agent/examples'

export function readConfig(file: string, extensions: readonly Extension[] = []): Config {
  const read = readConfigFile(schemaWith(extensions), { file, examples })
  return { ...read, extensions: enabledBy(extensions, read) }
}

type CheckOptions = { readonly file: string; readonly extensions?: readonly Extension[] }

export function checkConfig(value: unknown, { file, extensions = [] }: CheckOptions): Config {
  const checked = checkConfigValue(schemaWith(extensions), value, { file, examples })
  return { ...checked, extensions: enabledBy(extensions, checked) }
}
