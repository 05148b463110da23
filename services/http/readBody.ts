import type { IncomingMessage } from 'node:http'
import { RefusedError } from './Failure.ts'

/** Where a body can be had from: Node's own stream, or the one of a web request. */
export type BodySource = { readonly incoming?: IncomingMessage | undefined; readonly request: Request }

/**
 * The bytes of a body, counted while they come in: a length that lies, or none at all, makes no difference. What is too long
 * is left unread, and the connection is closed after the reply.
 */
export async function readBody(source: BodySource, limit: number): Promise<Uint8Array> {
  const declared = Number(source.request.headers.get('content-length') ?? 0)
  if (declared > limit) throw tooLarge(limit)
  const stream = source.incoming ?? source.request.body
  if (stream === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > limit) break
      chunks.push(chunk)
    }
  } catch (cause) {
    throw new RefusedError('cut-short', 'The connection ended before the body did.', { cause })
  }
  if (size > limit) throw tooLarge(limit)
  return Buffer.concat(chunks)
}

const tooLarge = (limit: number) =>
  new RefusedError('too-large', `The body has more than ${limit} bytes.`, {
    headers: { connection: 'close' },
  })
