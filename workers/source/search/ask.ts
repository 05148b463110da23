import type { z } from 'zod'
import { Hash, Json } from '../../../protocol/index.ts'
import type { Transport } from '../../../services/fetch/Transport.ts'
import { type Found, type Hit, SearchError } from './SearchPort.ts'

type Asking = {
  readonly engine: string
  readonly transport: Transport
  readonly url: string
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
}

const most = 20

/** Sends one query, and reads the hits of a reply that has the engine's documented layout. */
export async function ask<schema extends z.ZodType>(
  { engine, transport, url, headers, signal }: Asking,
  schema: schema,
  toHits: (reply: z.output<schema>) => readonly Hit[],
): Promise<Found> {
  const request = { method: 'GET', url, ...(headers === undefined ? {} : { headers }) } as const
  const reply = await transport(request, signal === undefined ? {} : { signal }).catch((cause: unknown) => {
    throw new SearchError(engine, 'unreachable', (cause as Error).message.split('\n')[0]!, { cause })
  })
  if (reply.status !== 200)
    throw new SearchError(engine, 'refused', `it answered with status ${reply.status}`)
  const read = schema.safeParse(parse(engine, reply.body))
  if (!read.success) throw new SearchError(engine, 'unreadable', 'its reply has another layout')
  return {
    hits: toHits(read.data).slice(0, most),
    retrievedAt: reply.retrievedAt,
    responseHash: Hash.ofText(reply.body),
  }
}

function parse(engine: string, body: string): unknown {
  try {
    return Json.parse(body, { depth: 32 })
  } catch (cause) {
    throw new SearchError(engine, 'unreadable', 'its reply is no JSON', { cause })
  }
}
