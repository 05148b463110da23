import { registrableDomain } from '../../../reading/rule/domains.ts'

/** What is added to an address to know where its readers come from. */
const isTracking = (parameter: string): boolean =>
  parameter.startsWith('utm') || /^(?:ref|si|fbclid|gclid|igsh)=/.test(parameter)

/** The page that an address means: scheme, www, a final slash, an anchor and tracking do not make it another one. */
export function addressKey(address: string): string {
  const [page = '', query = ''] = withoutAnchor(address.slice(address.indexOf('://') + 3)).split('?', 2)
  const bare = page.startsWith('www.') ? page.slice(4) : page
  const asked = query.split('&').filter((parameter) => parameter !== '' && !isTracking(parameter))
  return `${registrableDomain(address) ?? ''} ${bare.endsWith('/') ? bare.slice(0, -1) : bare} ${asked.join('&')}`.toLowerCase()
}

/** "#/pools" is a page of its own; "#results" is a place in one. */
function withoutAnchor(address: string): string {
  const at = address.indexOf('#')
  return at === -1 || address[at + 1] === '/' || address[at + 1] === '!' ? address : address.slice(0, at)
}

const media = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|mp4|webm|mov)$/

/** Whether an address is that of a picture or a film, and not of a page. */
export const isMedia = (address: string): boolean =>
  media.test(withoutAnchor(address).split('?', 1)[0]!.toLowerCase())
