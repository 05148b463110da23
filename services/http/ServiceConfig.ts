import { readFileSync } from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { BaseError, Schema } from '../../protocol/index.ts'
import { isLocalChain } from '../chain/isLocalChain.ts'
import type * as StoreConfig from '../store/Config.ts'

/** What the configs of services have in common: one file, YAML or JSON; secrets are named by environment variable. */
export const variable = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'expected the name of an environment variable')
export const milliseconds = z.int().min(10)

export const listenOn = (port: number) =>
  z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: z.int().min(0).max(65_535).default(port),
    })
    .prefault({})

/** How others reach a service. Without it, host and port. */
export const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected http(s)://… without a slash at the end')
  .max(120)

export const market = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'expected the address of the market contract')
  .transform((text) => text.toLowerCase())
  .pipe(Schema.address)

export const rpcUrl = z.string().regex(/^https?:\/\//, 'expected http:// or https://')
/** A node, or several: where one fails, the next is asked. */
export const rpcUrls = z.union([rpcUrl, z.array(rpcUrl).min(1).max(8)])
/** How many nodes must agree on what contracts say. */
export const rpcQuorum = z.int().min(1).max(8).default(1)

export const callers = z.strictObject({
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
  /** Per address, at the same time; null: no cap. Behind a proxy only requests are counted, by the address that it tells. */
  atOnce: z
    .strictObject({
      connections: z.int().min(1).max(65_536).default(256),
      requests: z.int().min(1).max(65_536).default(128),
    })
    .nullable()
    .prefault({}),
  /** Only behind a proxy that sets it. */
  trustedProxyHeader: z
    .string()
    .regex(/^[a-z][a-z0-9-]*$/, 'expected a header name in lower case')
    .nullable()
    .default(null),
})

/** Of services that know what workers say before a round is reported: off local chains they must know who asks. */
export const guardedCallers = callers.extend({
  /** Lets everybody ask off local chains too, where rivals then read answers before they give their own. */
  open: z.boolean().default(false),
})

export const isGuarded = ({ tokenHashes, tokenHashesEnv, open }: z.output<typeof guardedCallers>): boolean =>
  tokenHashes.length > 0 || tokenHashesEnv !== undefined || open

/** Where a config off local chains says nothing of its callers. */
export const unguarded = {
  path: ['callers', 'tokenHashes'],
  error:
    'needed off local chains, or else callers.open: true. `cresolver worker token` makes a token and its hash',
}

/** What a service says at its start that lets everybody ask. */
export const openWords =
  'callers.open is set: everybody may read answers before the round is reported, and copy them'

export const isOpenTo = ({ open, ...rest }: z.output<typeof guardedCallers>, chainId: number): boolean =>
  open && !isGuarded({ ...rest, open: false }) && !isLocalChain(chainId)

export const watching = z.strictObject({
  pollMs: milliseconds.default(4_000),
  reorgMargin: z.int().min(0).max(10_000).default(64),
  blockRange: z.int().min(1).max(100_000).default(2_000),
  /** How old the newest block may be for the service to be ready; null: however old. Unless given, by the chain. */
  maxLagS: z.int().min(10).max(86_400).nullable().optional(),
})

export const logLevel = z.enum(['silent', 'error', 'warn', 'info', 'debug']).default('info')
export const graceMs = milliseconds.max(120_000).default(10_000)

/** A checked config with its file's folder, which relative paths start from. */
export type Placed<config> = config & { readonly folder: string }

type Origin = {
  readonly file: string
  /** Where right ones can be seen. */
  readonly examples: string
}

/** Reads a config file. What is wrong with it is said field by field. */
export function readConfigFile<schema extends z.ZodType<object>>(
  schema: schema,
  origin: Origin,
): Placed<z.output<schema>> {
  let value: unknown
  try {
    value = parse(readFileSync(origin.file, 'utf8'), { maxAliasCount: 0 })
  } catch (cause) {
    throw new UnreadableConfigError(origin, cause)
  }
  return checkConfigValue(schema, value, origin)
}

export function checkConfigValue<schema extends z.ZodType<object>>(
  schema: schema,
  value: unknown,
  origin: Origin,
): Placed<z.output<schema>> {
  const result = schema.safeParse(value)
  if (!result.success) throw new InvalidConfigError(origin, result.error)
  return { ...result.data, folder: dirname(resolve(origin.file)) }
}

/** What a variable holds that the config names; an empty one is a mistake, not a choice. */
export function fromEnvironment(field: string, name: string, env: NodeJS.ProcessEnv): string {
  const value = env[name]?.trim()
  if (value === undefined || value === '') throw new MissingVariableError(field, name)
  return value
}

/** The hashes of all tokens that may call. */
export function readTokenHashes(
  { tokenHashes, tokenHashesEnv }: z.output<typeof callers>,
  env: NodeJS.ProcessEnv,
): string[] {
  const more =
    tokenHashesEnv === undefined
      ? []
      : fromEnvironment('callers.tokenHashesEnv', tokenHashesEnv, env).split(',')
  return [...tokenHashes, ...more.map((hash) => hash.trim().toLowerCase())]
}

/** The store's folder, too, starts from the config file. */
export function placedStore(
  store: StoreConfig.Config | undefined,
  folder: string,
): StoreConfig.Config | undefined {
  if (store?.folder === undefined || isAbsolute(store.folder)) return store
  return { ...store, folder: resolve(folder, store.folder) }
}

export class UnreadableConfigError extends BaseError {
  override readonly name = 'Config.UnreadableConfigError'
  constructor({ file, examples }: Origin, cause: unknown) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT'
    super(isMissing ? `There is no file ${file}.` : `${file} is neither YAML nor JSON.`, {
      metaMessages: isMissing
        ? [`Start from one of ${examples}.`]
        : [(cause as Error).message.split('\n')[0]!],
      cause,
    })
  }
}

export class InvalidConfigError extends BaseError {
  override readonly name = 'Config.InvalidConfigError'
  readonly fields: readonly string[]
  constructor({ file, examples }: Origin, error: z.ZodError) {
    const fields = error.issues.map(({ path }) => path.map(String).join('.') || 'the file')
    const lines = error.issues.map(({ message }, i) => `${fields[i]}: ${message}`)
    super(`The config ${file} is not right.`, {
      metaMessages: [...lines, `Compare it with ${examples}.`],
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
