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

export class HttpCapability {
  private readonly limits: EngineLimits['HTTPAction']
  private readonly fetch: typeof globalThis.fetch
  /** Promises, so that nodes which ask at the same time share one request. */
  private readonly cache = new Map<string, { at: number; response: Promise<Response> }>()

  constructor(limits: EngineLimits['HTTPAction'], fetch: typeof globalThis.fetch = globalThis.fetch) {
    this.limits = limits
    this.fetch = fetch
  }

  async send(bytes: Uint8Array, quota: Quota): Promise<Response> {
    quota.count('http')
    const request = fromBinary(Http.RequestSchema, bytes)
    const asJson = JSON.stringify(toJson(Http.RequestSchema, request))
    // The real one measures the request as JSON, its body in base64.
    quota.measure('httpRequestBytes', Buffer.byteLength(asJson))
    if (!methods.has(request.method)) throw new CapabilityError(`method ${request.method} is not supported`)
    const response = await this.cached(request, asJson)
    quota.measure('httpResponseBytes', response.body.length)
    return response
  }

  private async cached(request: Request, asJson: string): Promise<Response> {
    const maxAge = Math.min(millisecondsOf(request.cacheSettings?.maxAge), this.limits.CacheAgeLimit)
    const kept = this.cache.get(asJson)
    if (maxAge > 0 && kept !== undefined && Date.now() - kept.at <= maxAge) return await kept.response
    const response = this.request(request)
    if (request.cacheSettings?.store === true) {
      this.cache.set(asJson, { at: Date.now(), response })
      const forget = () => this.cache.delete(asJson)
      // What failed, and what the server may answer otherwise in a moment, is not kept.
      response.then(({ statusCode }) => {
        if (statusCode >= 500) forget()
      }, forget)
    }
    return await response
  }

  private async request(request: Request): Promise<Response> {
    const asked = millisecondsOf(request.timeout)
    const timeout = Math.min(asked === 0 ? defaultTimeoutMs : asked, this.limits.ConnectionTimeout)
    try {
      const reply = await this.fetch(request.url, {
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
        body,
      })
    } catch (error) {
      if (error instanceof CapabilityError) throw error
      throw new CapabilityError(`request failed, ${reasonOf(error)}`, { code: 'Unavailable', cause: error })
    }
  }
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
