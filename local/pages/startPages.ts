import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createSecureContext } from 'node:tls'
import { isLoopbackAddress } from '../../services/fetch/checkAddress.ts'
import type { Network } from '../../services/fetch/Network.ts'
import { makeAuthority } from './makeAuthority.ts'

/** One request that a site got. */
export type Asked = {
  readonly host: string
  readonly path: string
  readonly userAgent: string
  /** How often this page was asked for before. */
  readonly before: number
}

export type PageReply =
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string | Uint8Array
    }
  /** Takes the request and never answers. */
  | 'silence'

/** A host: what it says to whoever asks. */
export type Site = (asked: Asked) => PageReply

export type PagesOptions = {
  readonly sites: Readonly<Record<string, Site>>
  /** Names that lead to these addresses and to no site. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** Sites whose certificate nobody vouches for. */
  readonly strangers?: readonly string[]
}

export type Pages = {
  /** Through it, the sites are found under their names. */
  readonly network: Network
  readonly calls: readonly Asked[]
  stop(): Promise<void>
}

/** Where all sites are, as far as a guard can see: an address that is public, and that nobody connects to from here. */
const publicAddress = '93.184.215.14'

/**
 * Hosts of the web on this machine, by https, under names of their own. What fetches through their `network` goes through its
 * guard as in production; only the last step, the connection, leads to this machine.
 *
 * @example
 * const pages = await startPages({ sites: { 'pages.example': () => ({ body: 'It rained.' }) } })
 * await visit('https://pages.example/', { network: pages.network })
 * await pages.stop()
 */
export async function startPages({ sites, names = {}, strangers = [] }: PagesOptions): Promise<Pages> {
  const calls: Asked[] = []
  const authority = makeAuthority()
  const hosts = Object.keys(sites)
  const trusted = createSecureContext(authority.issue(hosts))
  const untrusted = createSecureContext(makeAuthority().issue(hosts))
  const server = createServer(
    { SNICallback: (name, done) => done(null, strangers.includes(name) ? untrusted : trusted) },
    (request, response) => {
      const host = (request.headers.host ?? '').replace(/:\d+$/, '')
      const path = request.url ?? '/'
      const before = calls.filter((call) => call.host === host && call.path === path).length
      const asked = { host, path, userAgent: request.headers['user-agent'] ?? '', before }
      calls.push(asked)
      const reply = sites[host]?.(asked) ?? { status: 421 }
      if (reply === 'silence') return
      const { status = 200, headers = { 'content-type': 'text/html; charset=utf-8' }, body = '' } = reply
      response.writeHead(status, headers).end(body)
    },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    calls,
    network: { resolve: resolving(hosts, names), route: routing(port), ca: authority.ca },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const resolving =
  (hosts: readonly string[], names: NonNullable<PagesOptions['names']>): Network['resolve'] =>
  async (host) => {
    const addresses = names[host] ?? (hosts.includes(host) ? [publicAddress] : null)
    if (addresses === null) throw Object.assign(new Error(`getaddrinfo ${host}`), { code: 'ENOTFOUND' })
    return addresses
  }

/** What is on this machine, and the guard let pass, stays where it is. Anything else would leave it. */
const routing =
  (port: number): Network['route'] =>
  (address, asked) => {
    if (isLoopbackAddress(address)) return { address, port: asked }
    if (address !== publicAddress || asked !== 443)
      throw Object.assign(new Error('nobody listens there'), { code: 'ECONNREFUSED' })
    return { address: '127.0.0.1', port }
  }
