import { z } from 'zod'
import { BaseError } from '../../../protocol/index.ts'
import { live } from '../../../services/fetch/live.ts'
import type { Network } from '../../../services/fetch/Network.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { brave } from './brave.ts'
import { loadRecorded } from './recorded.ts'
import type { SearchPort } from './SearchPort.ts'
import { searxng } from './searxng.ts'

const baseUrl = z.string().regex(/^https?:\/\/[^\s?#]+[^\s?#/]$/, 'expected a URL without a slash at its end')

/** The part `text.search` of a worker's config. */
export const searchConfig = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('recorded'), recordings: z.string().min(1) }),
  /** `isLocal` for an instance on this machine or network. */
  z.strictObject({ kind: z.literal('searxng'), baseUrl, isLocal: z.boolean().default(false) }),
  z.strictObject({
    kind: z.literal('brave'),
    /** The environment variable that holds the key. */
    env: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]{0,63}$/)
      .default('BRAVE_SEARCH_KEY'),
  }),
])
export type SearchConfig = z.output<typeof searchConfig>

type Options = {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly network?: Partial<Network> | undefined
  /** In the place of the network, for tests. */
  readonly transport?: Transport
}

/** The search port that a config describes. Requests to engines are bounded and guarded like those to sources. */
export function openSearch(config: SearchConfig, options: Options = {}): SearchPort {
  const { environment = process.env, network, transport } = options
  if (config.kind === 'recorded') return loadRecorded(config.recordings)
  const isLocal = config.kind === 'searxng' && config.isLocal
  const bounds = { timeoutMs: 3_000, attempts: 1, allowLoopback: isLocal, allowPrivate: isLocal }
  const asking = transport ?? live({ ...network, ...bounds })
  if (config.kind === 'searxng') return searxng(asking, config.baseUrl)
  const key = environment[config.env]
  if (key === undefined || key === '') throw new MissingSearchKeyError(config.env)
  return brave(asking, key)
}

export class MissingSearchKeyError extends BaseError {
  override readonly name = 'openSearch.MissingSearchKeyError'
  constructor(name: string) {
    super(`The environment variable ${name} holds no key.`, {
      metaMessages: ['Set it, or take `search` out of `text`.'],
      docsPath: 'docs/sources.md',
    })
  }
}
