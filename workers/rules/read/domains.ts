/** Second levels under which names are registered, for the countries that rules cite. */
const secondLevels = new Set(
  `co.uk org.uk gov.uk ac.uk com.au net.au org.au gov.au co.nz govt.nz co.jp go.jp or.jp co.kr go.kr or.kr com.br gov.br org.br
  jus.br com.mx gob.mx com.ar gob.ar com.tr gov.tr co.in gov.in nic.in org.in com.cn gov.cn org.cn com.hk gov.hk com.sg gov.sg
  co.za gov.za org.za com.tw gov.tw co.il gov.il org.il com.ua gov.ua com.pl gov.pl co.id go.id com.my gov.my com.ph gov.ph
  go.th co.th com.vn gov.vn com.ng gov.ng co.ke go.ke com.eg gov.eg com.pk gov.pk com.co gov.co com.pe gob.pe gob.cl gob.ec
  gob.ve gob.bo gov.it gouv.fr gv.at gov.ie gov.pt gov.gr gov.ro gov.rs gov.ge gov.am gov.cz gov.hu gov.lv gov.lt`.split(
    /\s+/,
  ),
)

/** Where pictures and shortened addresses are kept: they tell nothing of who is cited. */
const carriers = new Set([
  'amazonaws.com',
  'imgur.com',
  'bit.ly',
  't.co',
  'polymarket.com',
  'archive.org',
  'archive.is',
])

export const isCarrier = (domain: string): boolean => carriers.has(domain)

/**
 * The part of an address's host that somebody registered; null when the text is no address.
 *
 * @example
 * registrableDomain('https://www.binance.com/en/trade') // 'binance.com'
 */
export function registrableDomain(address: string): string | null {
  const host = hostOf(address)
  if (host === null) return null
  const labels = host.split('.')
  if (labels.length < 2 || labels.some((label) => !isLabel(label)) || isDigits(labels.at(-1)!)) return null
  const count = secondLevels.has(labels.slice(-2).join('.')) ? 3 : 2
  return labels.length < count ? null : labels.slice(-count).join('.')
}

function hostOf(address: string): string | null {
  const trimmed = address.trim().replace(/^[(<["']/, '')
  const scheme = trimmed.indexOf('://')
  const rest = scheme === -1 ? trimmed : trimmed.slice(scheme + 3)
  if (scheme !== -1 && !['http', 'https'].includes(trimmed.slice(0, scheme).toLowerCase())) return null
  let end = 0
  while (end < rest.length && end < 254 && !'/?#:)>]"\', '.includes(rest[end]!)) end++
  const host = rest.slice(0, end).toLowerCase()
  const at = host.lastIndexOf('@')
  return end === 254 || host === '' ? null : host.slice(at + 1)
}

const isLabel = (label: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)
const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

/** Endings that make a bare word such as `CBCNews.ca` an address. */
const endings = new Set(
  'com org net gov edu int io ca uk us eu de fr it es br au in jp cn ru ua tv fm ai xyz app live info co link tech'.split(
    ' ',
  ),
)

/** The domain of a bare host name in running text, such as "pump.fun" or "Billboard.com". */
export function bareDomain(text: string): string | null {
  const labels = text.toLowerCase().split('.')
  return labels.length >= 2 && endings.has(labels.at(-1)!) && labels[0]!.length > 1
    ? registrableDomain(text)
    : null
}
