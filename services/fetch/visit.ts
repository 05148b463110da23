import { decodePage } from './decodePage.ts'
import type { Received } from './exchange.ts'
import { isSameSite } from './isSameSite.ts'
import { acceptText } from './live.ts'
import type { Network } from './Network.ts'
import { request } from './request.ts'
import { TransportError } from './Transport.ts'

/** What came of looking at a page. */
export type Visit =
  | Page
  /** No such host. */
  | { readonly kind: 'nowhere' }
  /** Nothing can be said about the page. */
  | { readonly kind: 'unseen'; readonly why: string }

export type Page = {
  readonly kind: 'page'
  /** Where it was found, after redirects. */
  readonly url: string
  readonly isRedirected: boolean
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  /** Empty unless the status is 200. */
  readonly text: string
  /** False where the page is longer than what was read. */
  readonly isWhole: boolean
}

export type VisitOptions = {
  readonly signal?: AbortSignal | undefined
  readonly userAgent?: string | undefined
  /** For tests and worlds on this machine. */
  readonly network?: Network | undefined
}

/** The bounds of one visit. Everyone who checks a citation keeps them, so that they see the same. */
export const visitLimits = { redirects: 3, milliseconds: 8_000, bytes: 1_048_576 } as const

/**
 * Looks at one page that somebody else named: by https on its usual port, at a public address, through few redirects that stay
 * with whoever registered the name, bounded in time and size. It tries once, and never throws.
 *
 * @example
 * const seen = await visit('https://www.example.org/notice')
 */
export async function visit(url: string, options: VisitOptions = {}): Promise<Visit> {
  const limit = AbortSignal.timeout(visitLimits.milliseconds)
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal])
  try {
    return await follow(url, { ...options, signal })
  } catch (error) {
    if (limit.aborted) return { kind: 'unseen', why: 'timeout' }
    return { kind: 'unseen', why: error instanceof TransportError ? error.code : 'unknown' }
  }
}

async function follow(url: string, options: VisitOptions & { readonly signal: AbortSignal }): Promise<Visit> {
  let at = url
  for (let redirects = 0; ; redirects++) {
    const received = await ask(at, options).catch((error: unknown) => {
      // A page whose redirect leads nowhere has answered, and said nothing.
      if (redirects === 0 && isUnknownHost(error)) return null
      throw error
    })
    if (received === null) return { kind: 'nowhere' }
    const next = redirectOf(received, at)
    if (next === undefined) return toPage(received, at, redirects > 0)
    if (next === null) return { kind: 'unseen', why: 'a redirect that cannot be read' }
    if (redirects === visitLimits.redirects) return { kind: 'unseen', why: 'too many redirects' }
    if (!isSameSite(new URL(url).hostname, next.hostname))
      return { kind: 'unseen', why: 'a redirect to somebody else' }
    at = next.href
  }
}

const ask = (
  url: string,
  { signal, userAgent = 'cresolver', network }: VisitOptions & { readonly signal: AbortSignal },
): Promise<Received> =>
  request(
    { method: 'GET', url, headers: { accept: acceptText, 'user-agent': userAgent } },
    {
      ...network,
      signal,
      maxBytes: ({ status }) => (status === 200 ? visitLimits.bytes : null),
      isCut: true,
    },
  )

const isUnknownHost = (error: unknown): boolean =>
  error instanceof TransportError &&
  error.code === 'connection' &&
  (error.cause as { code?: unknown } | undefined)?.code === 'ENOTFOUND'

const redirects = [301, 302, 303, 307, 308]

/** Where a reply sends its reader; undefined where it does not, null where that is not a URL. */
function redirectOf({ status, headers }: Received, from: string): URL | null | undefined {
  if (!redirects.includes(status)) return undefined
  const { location } = headers
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null
}

function toPage({ status, headers, body, isWhole }: Received, url: string, isRedirected: boolean): Page {
  const contentType = headers['content-type']?.trim().slice(0, 128) ?? ''
  const text = decodePage(body, contentType)
  return { kind: 'page', url, isRedirected, status, headers, contentType, text, isWhole }
}
