import { createHash, timingSafeEqual } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { RefusedError } from './Failure.ts'

export type CallerOptions = {
  /** SHA-256 of the tokens that may call, as lower-case hex; empty: everybody may. */
  readonly tokenHashes: readonly string[]
  /** The header in which a proxy of ours puts the address it saw; null: nobody is believed. */
  readonly trustedProxyHeader: string | null
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Who calls, as the rate limit counts it: a token's hash, or an address. Throws where a token is needed and none is good. */
export function callerOf(headers: Headers, remoteAddress: string, options: CallerOptions): string {
  if (options.tokenHashes.length === 0) return `address:${addressOf(headers, remoteAddress, options)}`
  const [, token] = /^Bearer ([\x21-\x7e]{1,512})$/i.exec(headers.get('authorization') ?? '') ?? []
  const hash = token === undefined ? undefined : sha256(token)
  if (hash !== undefined && options.tokenHashes.some((known) => isEqual(known, hash))) return `token:${hash}`
  throw new RefusedError('unauthorized', 'Only known callers are answered here: send a bearer token.', {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

const isEqual = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

function addressOf(headers: Headers, remoteAddress: string, { trustedProxyHeader }: CallerOptions): string {
  // The last one is what our own proxy saw; whatever stands before it, the caller may have written itself.
  const said =
    trustedProxyHeader === null ? undefined : headers.get(trustedProxyHeader)?.split(',').at(-1)?.trim()
  return subnetOf(said ?? remoteAddress)
}

/** One caller has a whole /64 of IPv6 to itself, and one IPv4 address in either spelling. */
export function subnetOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : `${parsed.toByteArray().slice(0, 8).join('.')}/64`
}
