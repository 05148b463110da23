import { registrableDomain, withoutAnchor } from '../../../reading/rule/domains.ts'

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
