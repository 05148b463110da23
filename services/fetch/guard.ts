import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isLoopbackAddress, isPrivateAddress, isPublicAddress } from './checkAddress.ts'
import { TransportError } from './Transport.ts'

/** Which hosts a transport may talk to. By default: any public host, by https, on its usual port. */
export type GuardOptions = {
  /** Only these, as `host` or `host:port`; a port other than the usual one must be named here. */
  readonly hosts?: readonly string[]
  /** Lets plain http pass. */
  readonly allowHttp?: boolean
  /** For tests and gateways on this machine: lets 127.0.0.0/8 and ::1 pass, by http and on any port. */
  readonly allowLoopback?: boolean
  /** For local chains: as loopback, and the addresses of a local network too. */
  readonly allowPrivate?: boolean
  /** Lets any port of a public host pass. */
  readonly anyPort?: boolean
  /** For an address that the operator chose: any host, any port, http too. The connection resolves the name itself. */
  readonly anywhere?: boolean
  /** All addresses of a name; the system's resolver unless told. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** For an address that the operator named: by http too, on any port, and on a local network. Link-local stays shut. */
export const operatorsChoice: GuardOptions = { allowHttp: true, allowPrivate: true, anyPort: true }

/** Where a connection may go: the very address that was checked, or none for a URL that may lead anywhere. */
export type Target = { readonly url: URL; readonly address?: string; readonly family?: 4 | 6 }

const usualPorts: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

const resolveBySystem = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

/**
 * Checks a URL and every address of its host. One address that is not public forbids the host: which one a connection would take
 * is not ours to choose.
 */
export async function guard(text: string, options: GuardOptions = {}): Promise<Target> {
  if (options.anywhere) return { url: checkUrl(text, { allowHttp: true, anyPort: true }) }
  const url = checkUrl(text, options)
  const host = bare(url.hostname)
  const addresses = isIP(host) !== 0 ? [host] : await resolveName(host, options)
  for (const address of addresses) checkAddress(address, url, options)
  const [address] = addresses
  if (address === undefined) throw new TransportError('connection', `The host ${url.host} has no address.`)
  return { url, address, family: address.includes(':') ? 6 : 4 }
}

const bare = (hostname: string): string =>
  hostname.startsWith('[') ? hostname.slice(1, -1) : hostname.replace(/\.$/, '')

function checkUrl(text: string, options: GuardOptions): URL {
  const { hosts, allowHttp = false, anyPort = false } = options
  if (!URL.canParse(text)) throw forbidden('This is no absolute URL.')
  const url = new URL(text)
  const usual = usualPorts[url.protocol]
  if (usual === undefined) throw forbidden(`Only https is fetched, not ${url.protocol.slice(0, 16)}`)
  if (url.username !== '' || url.password !== '')
    throw forbidden(
      'A URL must not carry a name or a password.',
      'Keys are added by the transport from its config.',
    )
  const isListed = (name: string) => hosts?.some((one) => one.toLowerCase() === name) ?? false
  const port = url.port === '' ? usual : url.port
  const withPort = `${url.hostname}:${port}`
  if (hosts !== undefined && !isListed(withPort) && !(isListed(url.hostname) && port === usual))
    throw forbidden(`The host ${url.host} is not in the list of allowed hosts.`)
  // Whether a name is loopback shows only when it is resolved; `checkAddress` then asks again.
  if (isLocal(options)) return url
  if (url.protocol === 'http:' && !allowHttp)
    throw forbidden(`${url.host} would be asked by plain http.`, 'Use https, or allow http in the config.')
  if (port !== usual && !anyPort && !isListed(withPort))
    throw forbidden(
      `Port ${port} of ${url.hostname} is not the usual one.`,
      'Name host:port in the allowed hosts.',
    )
  return url
}

async function resolveName(
  host: string,
  { resolve = resolveBySystem }: GuardOptions,
): Promise<readonly string[]> {
  try {
    return await resolve(host)
  } catch (cause) {
    throw new TransportError('connection', `The name ${host} could not be resolved.`, { cause })
  }
}

function checkAddress(address: string, url: URL, options: GuardOptions): void {
  if (isLocal(options) && isLoopbackAddress(address)) return
  if (options.allowPrivate === true && isPrivateAddress(address)) return
  if (!isPublicAddress(address))
    throw forbidden(`${url.hostname} is at ${address}, which is no public address.`)
  // With local addresses allowed, the URL's own rules were left open until the address was known.
  if (isLocal(options)) checkUrl(url.href, { ...options, allowLoopback: false, allowPrivate: false })
}

const isLocal = ({ allowLoopback, allowPrivate }: GuardOptions): boolean =>
  allowLoopback === true || allowPrivate === true

const forbidden = (message: string, ...metaMessages: string[]): TransportError =>
  new TransportError('forbidden', message, { metaMessages })
