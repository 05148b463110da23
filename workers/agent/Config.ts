import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { BaseError, Schema } from '../../protocol/index.ts'
import * as StoreConfig from '../store/Config.ts'
import { personalityConfig } from './personality.ts'
import { provenanceConfig } from './provenance.ts'

/** A worker's config: one file, YAML or JSON. Keys and URLs with passwords are named by environment variable. */
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable')
const milliseconds = z.int().min(10)

const limits = z.strictObject({
  /** A body longer than this is not read. */
  bodyBytes: z.int().min(1_024).max(1_048_576).default(65_536),
  /** The protocol gives 30 and 15 seconds; what is not ready a little before that gets a 503. */
  resolveMs: milliseconds.max(30_000).default(28_000),
  challengeMs: milliseconds.max(15_000).default(13_000),
  workMs: milliseconds.max(600_000).default(120_000),
  running: z.int().min(1).max(1_024).default(16),
  waiting: z.int().min(0).max(100_000).default(256),
  connections: z.int().min(1).max(65_536).default(1_024),
  /** A request must have arrived whole after this long. */
  receiveMs: milliseconds.max(60_000).default(10_000),
  plainAnswers: z.int().min(1).default(100_000),
})

const callers = z.strictObject({
  /** SHA-256 of bearer tokens, hex; none: everybody may ask. */
  tokenHashes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, 'expected SHA-256 as 64 lower-case hex digits'))
    .default([]),
  /** A variable with more of them, separated by commas. */
  tokenHashesEnv: variable.optional(),
  /** Per caller; null: no limit. */
  rate: z
    .strictObject({ perSecond: z.number().positive(), burst: z.number().min(1) })
    .nullable()
    .default({ perSecond: 20, burst: 60 }),
  /** Only behind a proxy that sets it. */
  trustedProxyHeader: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'expected a header name in lower case')
    .nullable()
    .default(null),
})

const watching = z.strictObject({
  pollMs: milliseconds.default(4_000),
  reorgMargin: z.int().min(0).max(10_000).default(64),
  blockRange: z.int().min(1).max(100_000).default(2_000),
})

export const schema = z
  .strictObject({
    agentId: z.int().min(0),
    name: z.string().min(1).max(100).optional(),
    listen: z
      .strictObject({
        host: z.string().min(1).default('127.0.0.1'),
        port: z.int().min(0).max(65_535).default(4_100),
      })
      .prefault({}),
    /** How others reach it: in the card and in the addresses of proofs. Without it, host and port. */
    publicUrl: z
      .string()
      .regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected http(s)://… without a slash at the end')
      .max(120)
      .optional(),
    chainId: z.int().min(0).default(31_337),
    market: z
      .string()
      .regex(/^0x[0-9a-fA-F]{40}$/, 'expected the address of the market contract')
      .transform((text) => text.toLowerCase())
      .pipe(Schema.address)
      .default(`0x${'00'.repeat(20)}`),
    rpcUrl: z
      .string()
      .regex(/^https?:\/\//, 'expected http:// or https://')
      .optional(),
    /** Instead of rpcUrl where the URL holds a key. */
    rpcUrlEnv: variable.optional(),
    /** The variable that holds the private key of the agent's signer. */
    keyEnv: variable.optional(),
    provenance: provenanceConfig.prefault({}),
    store: StoreConfig.config.optional(),
    limits: limits.prefault({}),
    callers: callers.prefault({}),
    watch: watching.prefault({}),
    log: z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info'),
    graceMs: milliseconds.max(120_000).default(10_000),
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
export type Config = z.infer<typeof schema> & {
  /** The config file's folder, which relative paths start from. */
  readonly folder: string
}

/** Reads a config file. What is wrong with it is said field by field. */
export function readConfig(file: string): Config {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'), { maxAliasCount: 0 })
  } catch (cause) {
    throw new UnreadableConfigError(file, cause)
  }
  return checkConfig(value, { file })
}

export function checkConfig(value: unknown, { file }: { file: string }): Config {
  const result = schema.safeParse(value)
  if (!result.success) throw new InvalidConfigError(file, result.error)
  return { ...result.data, folder: dirname(resolve(file)) }
}

/** What a variable holds that the config names; an empty one is a mistake, not a choice. */
export function fromEnvironment(field: string, name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name]?.trim()
  if (value === undefined || value === '') throw new MissingVariableError(field, name)
  return value
}

export class UnreadableConfigError extends BaseError {
  override readonly name = 'Config.UnreadableConfigError'
  constructor(file: string, cause: unknown) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    super(isMissing ? `There is no file ${file}.` : `${file} is neither YAML nor JSON.`, {
      metaMessages: isMissing
        ? ['Start from one of workers/agent/examples.']
        : [(cause as Error).message.split('\n')[0]!],
      cause,
    })
  }
}

export class InvalidConfigError extends BaseError {
  override readonly name = 'Config.InvalidConfigError'
  readonly fields: readonly string[]
  constructor(file: string, error: z.ZodError) {
    const fields = error.issues.map(({ path }) => path.map(String).join('.') || 'the file')
    const lines = error.issues.map(({ message }, i) => `${fields[i]}: ${message}`)
    super(`The config ${file} is not right.`, {
      metaMessages: [...lines, 'Compare it with workers/agent/examples.'],
    })
    this.fields = fields
  }
}

export class MissingVariableError extends BaseError {
  override readonly name = 'Config.MissingVariableError'
  constructor(field: string, name: string) {
    super(`The config's ${field} names the environment variable ${name}, and it is empty.`, {
      metaMessages: [`Set ${name}, or take ${field} out of the config.`],
    })
  }
}
