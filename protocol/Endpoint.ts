/**
 * Where an agent listens, as it is registered on-chain: foreign text that a DON is about to send requests to. Read by hand,
 * because the guest has no URL parser.
 */

/** The longest endpoint, in characters. */
export const maxLength = 128

/** The metadata key of ERC-8004 under which an agent registers its endpoint. */
export const metadataKey = 'a2a'

// One character class after another, so that nothing is matched twice.
const form = /^(https?):\/\/([A-Za-z0-9.-]{1,112})(:[0-9]{1,5})?((?:\/[A-Za-z0-9._~-]{1,64})*)\/?$/

/**
 * The endpoint without a slash at its end, or null for one that must not be called. Plain `http` and hosts of
 * a local network are for local chains only.
 *
 * @example
 * Endpoint.read('https://agent.example/') // 'https://agent.example'
 * Endpoint.read('http://127.0.0.1:8080') // null
 * Endpoint.read('http://127.0.0.1:8080', { isLocal: true }) // 'http://127.0.0.1:8080'
 */
export function read(text: string, options: { readonly isLocal?: boolean } = {}): string | null {
  if (text.length > maxLength) return null
  const match = form.exec(text)
  if (match === null) return null
  const [, scheme = '', host = '', port = '', path = ''] = match
  // Who walks up from a path does not mean what is written.
  if (path.split('/').some((segment) => segment === '.' || segment === '..')) return null
  if (options.isLocal !== true && (scheme !== 'https' || isInside(host.toLowerCase()))) return null
  return `${scheme}://${host.toLowerCase()}${port}${path}`
}

const innerNames = ['localhost', 'local', 'internal', 'lan', 'home', 'intranet', 'corp', 'test', 'invalid']

/** Names of a local network, and numbers: agents have public names. Who resolves one must still look where it leads. */
function isInside(host: string): boolean {
  const labels = host.split('.')
  const last = labels[labels.length - 1]!
  return labels.length < 2 || labels.includes('') || /^[0-9]/.test(last) || innerNames.includes(last)
}
