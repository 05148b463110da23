import * as z from 'zod'
import { Endpoint, Json } from '../protocol/index.ts'
import type { AgentView } from './Chain.ts'
import { storable } from './Event.ts'

/** An agent as tables keep it. */
export type Agent = {
  readonly name: string | null
  readonly owner: string | null
  readonly wallet: string | null
  readonly uri: string | null
  readonly endpoint: string | null
  readonly settled: number
  readonly correct: number
  readonly sums: readonly [res: bigint, src: bigint, depth: bigint]
  readonly factorBps: number
}

const document = z.object({
  name: z.string().optional().catch(undefined),
  services: z.array(z.unknown()).max(64).optional().catch(undefined),
  endpoints: z.array(z.unknown()).max(64).optional().catch(undefined),
})
const entry = z.object({ name: z.string(), endpoint: z.string() })

const mostName = 80
const mostUri = 65_536

/**
 * What registry and reputation say of an agent. A registration that lies elsewhere is not fetched: a row must follow from the chain
 * alone.
 */
export function agentOf({ registration, reputation, factorBps }: AgentView, isLocal: boolean): Agent {
  const { count, correct, sumRes, sumSrc, sumDepth } = reputation
  const record = { settled: count, correct, sums: [sumRes, sumSrc, sumDepth] as const, factorBps }
  if (registration === null)
    return { ...{ name: null, owner: null, wallet: null, uri: null, endpoint: null }, ...record }
  const { owner, wallet, uri, a2a } = registration
  const named = readDocument(uri)
  const direct = Endpoint.read(new TextDecoder().decode(a2a.slice(0, Endpoint.maxLength + 1)), { isLocal })
  return {
    name: named?.name === undefined ? null : storable(named.name).slice(0, mostName).toWellFormed(),
    owner,
    wallet,
    uri: storable(uri).slice(0, mostUri).toWellFormed(),
    endpoint: direct ?? endpointIn(named, isLocal),
    ...record,
  }
}

function endpointIn(named: z.infer<typeof document> | null, isLocal: boolean): string | null {
  for (const one of [...(named?.services ?? []), ...(named?.endpoints ?? [])]) {
    const { data } = entry.safeParse(one)
    if (data?.name.toLowerCase() !== 'a2a') continue
    const base = data.endpoint.replace(/\/\.well-known\/agent(-card)?\.json$/, '')
    const found = Endpoint.read(base, { isLocal })
    if (found !== null) return found
  }
  return null
}

/** The registration in a `data:` URI; null where it is elsewhere, or none. */
function readDocument(uri: string): z.infer<typeof document> | null {
  const head = /^data:([^,]{0,128}),/.exec(uri.slice(0, 140))
  if (head === null || uri.length > mostUri) return null
  const body = uri.slice(head[0].length)
  try {
    const isBase64 = head[1]!.toLowerCase().split(';').includes('base64')
    const text = isBase64 ? Buffer.from(body, 'base64').toString('utf8') : decodeURIComponent(body)
    return document.safeParse(Json.parse(text, { depth: 16 })).data ?? null
  } catch {
    return null
  }
}
