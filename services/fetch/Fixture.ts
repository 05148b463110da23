import { z } from 'zod'
import { BaseError, Hash, Json, Schema } from '../../protocol/index.ts'
import type { Reply, Request } from './Transport.ts'

/** A reply that was kept, with the request it answers. One file each, readable and free of keys. */
const schema = z.strictObject({
  schema_version: Schema.version,
  request: z.strictObject({
    method: z.enum(['GET', 'POST']),
    url: z.string().min(1).max(2_048),
    body: z.string().max(65_536).optional(),
  }),
  request_hash: Schema.hash,
  reply: z.strictObject({
    status: z.int().min(100).max(599),
    headers: z.record(z.string().regex(/^[a-z0-9-]{1,64}$/), z.string().max(8_192)),
    body: z.string().max(1_048_576),
    retrieved_at: z.int().min(0).max(253_402_300_799),
  }),
  response_hash: Schema.hash,
})
export type Fixture = z.infer<typeof schema>

/** What a reply is looked up by, and what its receipt holds: the request without headers, where keys would be. */
export function requestHash({ method, url, body }: Request): Hash.Hash {
  return Hash.ofJson(body === undefined ? { method, url } : { method, url, body })
}

// What evidence or its proof may need; cookies, rate limits and trace ids say nothing about the reply.
const keptHeaders = [
  'content-type',
  'date',
  'last-modified',
  'x-key-id',
  'x-observation',
  'x-signature',
  'x-timestamp',
]

export function make(request: Request, reply: Reply): Fixture {
  const { method, url, body } = request
  const headers = keptHeaders.flatMap((name) => {
    const value = reply.headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    schema_version: 'v1',
    request: body === undefined ? { method, url } : { method, url, body },
    request_hash: requestHash(request),
    reply: {
      status: reply.status,
      headers: Object.fromEntries(headers),
      body: reply.body,
      retrieved_at: reply.retrievedAt,
    },
    response_hash: Hash.ofText(reply.body),
  }
}

export const toText = (fixture: Fixture): string => `${JSON.stringify(fixture, null, 2)}\n`

/** Reads a file's text; one that was changed by hand no longer has its hashes. */
export function read(text: string, name: string): Fixture {
  let fixture: Fixture
  try {
    fixture = Schema.read(schema, Json.parse(text)) as Fixture
  } catch (cause) {
    throw new UnreadableFixtureError(name, (cause as Error).message, { cause })
  }
  const { request, reply } = fixture
  if (requestHash(request as Request) !== fixture.request_hash)
    throw new UnreadableFixtureError(name, 'The request is not the one of its hash.')
  if (Hash.ofText(reply.body) !== fixture.response_hash)
    throw new UnreadableFixtureError(name, 'The body is not the one of its hash.')
  return fixture
}

export const toReply = ({ reply }: Fixture): Reply => ({
  status: reply.status,
  headers: reply.headers,
  body: reply.body,
  retrievedAt: reply.retrieved_at,
  method: 'REPLAY',
})

/** A name that says what is inside, and ends in the hash that it is found by. */
export function fileName(request: Request): string {
  const { hostname, pathname } = new URL(request.url)
  const words = `${hostname}${pathname}`.replace(/[^A-Za-z0-9.-]+/g, '-').replace(/^-|-$/g, '')
  return `${words.slice(0, 80)}.${requestHash(request).slice(2, 18)}.json`
}

export class UnreadableFixtureError extends BaseError {
  override readonly name = 'Fixture.UnreadableFixtureError'
  constructor(name: string, why: string, options: { cause?: unknown } = {}) {
    super(`The fixture ${name} cannot be used: ${why}`, {
      metaMessages: ['Record it again.'],
      docsPath: 'docs/sources.md',
      ...options,
    })
  }
}
