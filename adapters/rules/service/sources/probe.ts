import { registrableDomain } from '../../../../reading/rule/domains.ts'
import type { GuardOptions } from '../../../../services/fetch/guard.ts'
import { request } from '../../../../services/fetch/request.ts'
import { TransportError } from '../../../../services/fetch/Transport.ts'
import type { Cited } from './sourceUrl.ts'

/**
 * Whether somebody is at a page: `alive`, `moved` (sent on to another domain), `refused` (there, but not for us), `missing`,
 * `down`, or `forbidden` (at a place that is not asked: not public, an odd port, a password in it).
 */
export const verdicts = ['alive', 'moved', 'refused', 'missing', 'down', 'forbidden'] as const
export type PageVerdict = (typeof verdicts)[number]
export type PageCheck = { readonly verdict: PageVerdict; readonly status: number | null }

/** Nobody is there, as far as this can be seen. */
export const isAbsent = (verdict: string): boolean => ['missing', 'down', 'forbidden'].includes(verdict)

const mostHops = 3
const redirects = [301, 302, 303, 307, 308]

/**
 * Asks for a page and looks at the reply's status only. Follows redirects within the page's own domain: a market's text is
 * foreign, and must not make us ask others.
 */
export async function probe(
  { url, domain }: Cited,
  { guard: rules, signal }: { readonly guard: GuardOptions; readonly signal: AbortSignal },
): Promise<PageCheck> {
  let page = url
  try {
    for (let hop = 0; hop <= mostHops; hop++) {
      const { status, headers } = await ask(page, rules, signal)
      const { location } = headers
      if (!redirects.includes(status) || location === undefined || !URL.canParse(location, page))
        return { verdict: verdictOf(status), status }
      page = new URL(location, page).href
      if (registrableDomain(page) !== domain) return { verdict: 'moved', status }
    }
    return { verdict: 'down', status: null }
  } catch (error) {
    const isForbidden = error instanceof TransportError && error.code === 'forbidden'
    return { verdict: isForbidden ? 'forbidden' : 'down', status: null }
  }
}

const headers = { accept: 'text/html, application/json;q=0.9, */*;q=0.5', 'user-agent': 'cresolver-rules' }

const ask = (url: string, rules: GuardOptions, signal: AbortSignal) =>
  request({ method: 'GET', url, headers }, { ...rules, maxBytes: null, signal })

function verdictOf(status: number): PageVerdict {
  if (status === 404 || status === 410) return 'missing'
  if (status >= 500) return 'down'
  return status >= 200 && status < 300 ? 'alive' : 'refused'
}
