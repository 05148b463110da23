import { z } from 'zod'
import { Endpoint, Json } from '../protocol/index.ts'
import type { FullChain, Registration } from '../services/chain/Chain.ts'
import type { GuardOptions } from '../services/fetch/guard.ts'
import { fetchCapped } from './fetchCapped.ts'

/** Where an agent takes requests; null where it is registered with no address that may be asked. */
export type FindEndpoint = (agentId: number, signal: AbortSignal) => Promise<string | null>

export type EndpointOptions = GuardOptions & {
  readonly ipfsGateway?: string | undefined
  readonly maxBytes: number
}

/** The part of an ERC-8004 registration document that is looked at; older ones say `endpoints`. */
const entry = z.object({ name: z.string().max(64), endpoint: z.string().max(512) })
const document = z.object({
  services: z.array(z.unknown()).max(64).optional(),
  endpoints: z.array(z.unknown()).max(64).optional(),
})

/** What a registration names is kept this long: all rounds of a while ask the same agents. */
const keptMs = 60_000
const keptAgents = 10_000

/** Finds agents by the chain: metadata `a2a`, else the registration document. Throws only when the chain can't be asked. */
export function makeFindEndpoint(chain: FullChain, options: EndpointOptions): FindEndpoint {
  const kept = new Map<number, { readonly endpoint: string; readonly until: number }>()
  return async (agentId, signal) => {
    const known = kept.get(agentId)
    if (known !== undefined && known.until > Date.now()) return known.endpoint
    kept.delete(agentId)
    const registration = await chain.readAgent(agentId)
    const endpoint = registration === null ? null : await endpointOf(registration, options, signal)
    // What was not found is looked for again: its document may have been away for a moment.
    if (endpoint !== null) kept.set(agentId, { endpoint, until: Date.now() + keptMs })
    if (kept.size > keptAgents) kept.delete(kept.keys().next().value!)
    return endpoint
  }
}

async function endpointOf(
  { a2a, uri }: Registration,
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<string | null> {
  const isLocal = options.allowPrivate === true
  const direct = a2a.length > Endpoint.maxLength ? null : Endpoint.read(decode(a2a), { isLocal })
  if (direct !== null) return direct
  const text = await readDocument(uri, options, signal)
  return text === null ? null : inDocument(text, { isLocal })
}

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The base address that a registration document names for A2A, be it given as such or as that of its card. */
export function inDocument(text: string, { isLocal }: { isLocal: boolean }): string | null {
  let value: unknown
  try {
    value = Json.parse(text, { depth: 16 })
  } catch {
    return null
  }
  const result = document.safeParse(value)
  if (!result.success) return null
  const { services = [], endpoints = [] } = result.data
  for (const one of [...services, ...endpoints]) {
    const { data } = entry.safeParse(one)
    if (data?.name.toLowerCase() !== 'a2a') continue
    const base = data.endpoint.replace(/\/\.well-known\/agent(-card)?\.json$/, '')
    const endpoint = Endpoint.read(base, { isLocal })
    if (endpoint !== null) return endpoint
  }
  return null
}

async function readDocument(
  uri: string,
  options: EndpointOptions,
  signal: AbortSignal,
): Promise<string | null> {
  if (uri.startsWith('data:')) return fromData(uri, options.maxBytes)
  if (uri.length > 2_048) return null
  const { ipfsGateway } = options
  const [, path] =
    /^ipfs:\/\/(?:ipfs\/)?([A-Za-z0-9]{32,128}(?:\/[A-Za-z0-9._~-]{1,128}){0,8})$/.exec(uri) ?? []
  if (path === undefined) return fetchCapped(uri, { ...options, signal })
  if (ipfsGateway === undefined) return null
  // The operator's own choice, wherever it is.
  return fetchCapped(`${ipfsGateway}/ipfs/${path}`, {
    ...options,
    allowHttp: true,
    allowPrivate: true,
    signal,
  })
}

/** `data:application/json;base64,…`, or the JSON itself after the comma, percent-encoded or not. */
function fromData(uri: string, maxBytes: number): string | null {
  const comma = uri.indexOf(',')
  if (comma < 0 || comma > 128 || uri.length > 2 * maxBytes) return null
  const head = uri.slice('data:'.length, comma).toLowerCase()
  const body = uri.slice(comma + 1)
  if (head.split(';').includes('base64'))
    return Buffer.from(body, 'base64').toString('utf8').slice(0, maxBytes)
  try {
    return decodeURIComponent(body).slice(0, maxBytes)
  } catch {
    return body.slice(0, maxBytes)
  }
}
