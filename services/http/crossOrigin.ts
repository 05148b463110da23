import type { Context } from 'hono'
import { methodsOf, type Routes } from './Routes.ts'

/** Path patterns that pages of any origin may read, as `methodsOf` spells them: what a route says of itself. */
export const openRoutesOf = (routes: Routes): ReadonlySet<string> => {
  const open = Object.entries(routes).filter(([key, { isOpen }]) => isOpen && key.startsWith('GET '))
  return new Set(methodsOf(Object.fromEntries(open)).keys())
}

/**
 * Lets a page of any origin read a reply. Credentials stay out: a reply is the same for everybody, and who has a token sends it by
 * name where a service takes one.
 */
export function letAnyoneRead(c: Context): void {
  c.header('access-control-allow-origin', '*')
  c.header('access-control-expose-headers', 'etag, retry-after, x-request-id')
  c.header('cross-origin-resource-policy', 'cross-origin')
}

/** What a browser asks before it sends such headers across origins. */
export function preflight(c: Context): Response {
  letAnyoneRead(c)
  c.header('access-control-allow-methods', 'GET, HEAD')
  c.header('access-control-allow-headers', 'authorization, if-none-match, last-event-id')
  c.header('access-control-max-age', '86400')
  return c.body(null, 204)
}
