import { z } from 'zod'
import { BaseError } from '../../protocol/index.ts'
import { binance, defillama } from '../../protocol/source/index.ts'
import { live } from '../../services/fetch/live.ts'
import type { Network } from '../../services/fetch/Network.ts'
import { record } from '../../services/fetch/record.ts'
import { replay } from '../../services/fetch/replay.ts'
import type { Transport } from '../../services/fetch/Transport.ts'
import { coingecko } from './coingecko.ts'
import { httpSource, httpSources } from './http.ts'
import { polymarket } from './polymarket.ts'
import { sourceKey } from './provenance/signedReply.ts'
import * as Registry from './Registry.ts'
import { webSource, webSources } from './web.ts'

const key = z.strictObject({
  /** As in a URL, with its port where it has an unusual one. */
  host: z.string().min(1).max(256),
  in: z.enum(['header', 'query']).default('header'),
  /** Of the header or the parameter, such as `x-cg-demo-api-key`. */
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  /** The environment variable that holds the key. */
  env: z.string().regex(/^[A-Z][A-Z0-9_]{0,63}$/),
})

const baseUrl = z.string().regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected a URL without a slash at its end')

/** The part `sources` of a worker's config. */
export const schema = z.strictObject({
  transport: z.enum(['replay', 'live', 'record']).default('replay'),
  /** The folder of recordings; needed by `replay` and `record`. */
  fixtures: z.string().min(1).optional(),
  hosts: z.array(z.string().min(1).max(256)).optional(),
  allowHttp: z.boolean().default(false),
  allowLoopback: z.boolean().default(false),
  timeoutMs: z.int().min(1).max(30_000).default(8_000),
  attempts: z.int().min(1).max(5).default(3),
  maxBytes: z.int().min(1).max(1_048_576).default(1_048_576),
  /** What the worker calls itself; some hosts want a contact in it. */
  userAgent: z.string().min(1).max(256).default('cresolver'),
  keys: z.array(key).max(32).default([]),
  /** Of providers that sign their replies. */
  publicKeys: z.array(sourceKey).max(64).default([]),
  baseUrls: z
    .strictObject({
      coingecko: baseUrl.optional(),
      defillama: baseUrl.optional(),
      binance: baseUrl.optional(),
      polymarket: baseUrl.optional(),
    })
    .default({}),
  http: z.array(httpSource).max(256).default([]),
  web: z.array(webSource).max(256).default([]),
})
export type Config = z.output<typeof schema>

/** All sources that this config has. */
export function createRegistry({
  baseUrls,
  http,
  web,
}: Pick<Config, 'baseUrls' | 'http' | 'web'>): Registry.Registry {
  const at = (url: string | undefined) => (url === undefined ? {} : { baseUrl: url })
  return Registry.of(
    coingecko(at(baseUrls.coingecko)),
    defillama(at(baseUrls.defillama)),
    binance(at(baseUrls.binance)),
    polymarket(at(baseUrls.polymarket)),
    httpSources(http),
    webSources(web),
  )
}

/** The transport of this config. Keys are read from the environment here, and go nowhere but into requests to their host. */
export function createTransport(
  config: Config,
  environment: Readonly<Record<string, string | undefined>> = process.env,
  network: Partial<Network> = {},
): Transport {
  const { transport, fixtures } = config
  if (transport !== 'live' && fixtures === undefined) throw new MissingFolderError(transport)
  if (transport === 'replay') return replay(fixtures!)
  const keys = config.keys.map((one) => ({ ...one, value: keyOf(one.env, environment) }))
  const keysFor = (place: 'header' | 'query') => (host: string) =>
    Object.fromEntries(
      keys.filter((one) => one.in === place && one.host === host).map(({ name, value }) => [name, value]),
    )
  const { hosts, allowHttp, allowLoopback, timeoutMs, attempts, maxBytes, userAgent } = config
  const asking = live({
    ...network,
    ...(hosts === undefined ? {} : { hosts }),
    allowHttp,
    allowLoopback,
    timeoutMs,
    attempts,
    maxBytes,
    userAgent,
    headersFor: keysFor('header'),
    queryFor: keysFor('query'),
  })
  return transport === 'record' ? record(asking, fixtures!) : asking
}

function keyOf(name: string, environment: Readonly<Record<string, string | undefined>>): string {
  const value = environment[name]
  if (value === undefined || value === '') throw new MissingKeyError(name)
  return value
}

export class MissingFolderError extends BaseError {
  override readonly name = 'SourceConfig.MissingFolderError'
  constructor(transport: string) {
    super(`The transport \`${transport}\` needs a folder of recordings.`, {
      metaMessages: ['Name it in `sources.fixtures`.'],
      docsPath: 'docs/sources.md',
    })
  }
}

export class MissingKeyError extends BaseError {
  override readonly name = 'SourceConfig.MissingKeyError'
  constructor(name: string) {
    super(`The environment variable ${name} holds no key.`, {
      metaMessages: ['Set it, or take the key out of `sources.keys`.'],
    })
  }
}
