import { create, fromBinary, toJson } from '@bufbuild/protobuf'
import type { Duration } from '@bufbuild/protobuf/wkt'
import type { HTTP_CLIENT_PB } from '@chainlink/cre-sdk/pb'
import { CapabilityError } from '../capability.ts'
import type { EngineLimits } from '../limits.ts'
import type { Quota } from '../quota.ts'
import { Http } from '../sdk.ts'

/** HTTP requests of nodes, with the cache that CRE's gateway keeps for all of them. */
type Request = HTTP_CLIENT_PB.Request
type Response = HTTP_CLIENT_PB.Response

const methods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
const defaultTimeoutMs = 5_000

/** Replies that are kept at most. */
const kept = 1_000

export class HttpCapability {
  private readonly limits: EngineLimits['HTTPAction']
  private readonly now: () => number
  /** Promises, so that nodes which ask at the same time share one request. */
  private readonly cache = new Map<string, { at: number; response: Promise<Response> }>()

  constructor(limits: EngineLimits['HTTPAction'], options: { now?: () => number } = {}) {
    this.limits = limits
    this.now = options.now ?? Date.now
  }

  async send(bytes: Uint8Array, quota: Quota): Promise<Response> {
    quota.count('http')
    const request = fromBinary(Http.RequestSchema, bytes)
    const asJson = JSON.stringify(toJson(Http.RequestSchema, request))
    // The real one measures the request as JSON, its body in base64.
    quota.measure('httpRequestBytes', Buffer.byteLength(asJson))
    if (!methods.has(request.method)) throw new CapabilityError(`method ${request.method} is not supported`)
    if (Object.keys(request.headers).length > 0 && Object.keys(request.multiHeaders).length > 0)
      throw new CapabilityError('give headers or multiHeaders, not both')
    const response = await this.cached(request)
    quota.measure('httpResponseBytes', response.body.length)
    return response
  }

  private async cached(request: Request): Promise<Response> {
    const { cacheSettings } = request
    const maxAge = Math.min(millisecondsOf(cacheSettings?.maxAge), this.limits.CacheAgeLimit)
    const key = keyOf(request)
    const found = this.cache.get(key)
    if (maxAge > 0 && found !== undefined && this.now() - found.at <= maxAge) return await found.response
    const response = this.request(request)
    if (cacheSettings?.store === true) this.keep(key, response)
    return await response
  }

  private keep(key: string, response: Promise<Response>): void {
    const entry = { at: this.now(), response }
    this.cache.delete(key)
    this.cache.set(key, entry)
    if (this.cache.size > kept) this.cache.delete(this.cache.keys().next().value!)
    const forget = () => {
      if (this.cache.get(key) === entry) this.cache.delete(key)
    }
    // What failed, and what the server may answer otherwise in a moment, is not kept.
    response.then(({ statusCode }) => {
      if (statusCode >= 500) forget()
    }, forget)
  }

  private async request(request: Request): Promise<Response> {
    const asked = millisecondsOf(request.timeout)
    const timeout = Math.min(asked === 0 ? defaultTimeoutMs : asked, this.limits.ConnectionTimeout)
    try {
      const reply = await fetch(webAddress(request.url), {
        method: request.method,
        headers: headersOf(request),
        ...(request.body.length === 0 ? {} : { body: Buffer.from(request.body) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      const body = await readUpTo(reply, this.limits.ResponseSizeLimit)
      return create(Http.ResponseSchema, {
        statusCode: reply.status,
        headers: Object.fromEntries(reply.headers),
        // As the real one does, which is why headers count twice against the guest's buffer.
        multiHeaders: Object.fromEntries(
          [...reply.headers].map(([name, value]) => [name, { values: [value] }]),
        ),
        body,
      })
    } catch (error) {
      if (error instanceof CapabilityError) throw error
      throw new CapabilityError(`request failed, ${reasonOf(error)}`, { code: 'Unavailable', cause: error })
    }
  }
}

/** What makes two requests the same: how long to wait for them, and how long to keep them, does not. */
const keyOf = ({ url, method, headers, multiHeaders, body }: Request): string =>
  JSON.stringify([
    url,
    method,
    sortedEntries(headers),
    sortedEntries(multiHeaders),
    Buffer.from(body).toString('base64'),
  ])

const sortedEntries = (record: Readonly<Record<string, unknown>>) =>
  Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

/** `fetch` also reads files and data out of an address. */
export function webAddress(url: string): string {
  if (/^https?:\/\//i.test(url)) return url
  throw new CapabilityError('the URL must start with http:// or https://')
}

function headersOf(request: Request): Record<string, string> {
  const multi = Object.entries(request.multiHeaders).map(([name, { values }]) => [name, values.join(', ')])
  return { ...request.headers, ...Object.fromEntries(multi) }
}

export const millisecondsOf = (duration: Duration | undefined): number =>
  duration === undefined ? 0 : Number(duration.seconds) * 1_000 + Math.floor(duration.nanos / 1_000_000)

/** Reads a body, and no more of it than is allowed. */
export async function readUpTo(reply: globalThis.Response, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of reply.body ?? []) {
    length += chunk.length
    if (length > limit) {
      throw new CapabilityError(`response is over ${limit} bytes`, { code: 'LimitExceeded' })
    }
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** What went wrong, without addresses or secrets of the request. */
export const reasonOf = (error: unknown): string => {
  const { name, cause } = error as Error & { cause?: { code?: string } }
  return name === 'TimeoutError' ? 'timeout' : (cause?.code ?? name)
}
