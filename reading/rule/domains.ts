/** What countries register names under: `gov.br`, `co.jp`. Provinces and the like are not told from companies. */
const secondLevels = new Set(
  'co com org net gov edu ac go or ne gob gouv govt gv gc mil nic jus leg'.split(' '),
)
const isSecondLevel = (label: string, country: string): boolean =>
  country.length === 2 && secondLevels.has(label)

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
  const labels = host.split('.').filter((label, i) => i > 0 || label !== 'www')
  if (labels.length < 2 || labels.some((label) => !isLabel(label)) || isDigits(labels.at(-1)!)) return null
  const isBelow = labels.length > 2 && isSecondLevel(labels.at(-2)!, labels.at(-1)!)
  return labels.slice(isBelow ? -3 : -2).join('.')
}

function hostOf(address: string): string | null {
  const trimmed = address.trim().replace(/^[(<["']/, '')
  const scheme = trimmed.indexOf('://')
  const rest = scheme === -1 ? trimmed : trimmed.slice(scheme + 3)
  if (scheme !== -1 && !['http', 'https'].includes(trimmed.slice(0, scheme).toLowerCase())) return null
  let end = 0
  // Browsers take a backslash for a slash.
  while (end < rest.length && end < 254 && !'/\\?#:)>]"\', '.includes(rest[end]!)) end++
  const host = rest.slice(0, end).toLowerCase()
  const at = host.lastIndexOf('@')
  return end === 254 || host === '' ? null : host.slice(at + 1)
}

const isLabel = (label: string): boolean => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)
const isDigits = (text: string): boolean => /^[0-9]+$/.test(text)

/** Endings that make a bare word such as `CBCNews.ca` an address. */
const endings = new Set(
  `com org net gov edu int mil io ai app xyz info biz dev live link tech news online site blog fun gg tv fm pro money finance
  network markets exchange space ca uk eu de fr es br au jp cn ru ua ch nl se dk fi pl cz gr pt ie il tr kr tw hk sg nz za ar mx
  cl pe ve ec ng ke eg ae sa ir pk vn ph ro hu rs ge az kz lt lv ee co cc`.split(/\s+/),
)
/** Words of English too, which end an address only in small letters: "the vote.In" is two sentences. */
const wordEndings = new Set('in it us is at be no'.split(' '))

/** The domain of a bare host name in running text, such as "pump.fun" or "Billboard.com". */
export function bareDomain(text: string, { endsSmall = true }: { endsSmall?: boolean } = {}): string | null {
  const labels = text.toLowerCase().split('.')
  const ending = labels.at(-1)!
  const isEnding = endings.has(ending) || (endsSmall && wordEndings.has(ending))
  return labels.length >= 2 && isEnding && labels[0]!.length > 1 ? registrableDomain(text) : null
}

/** "#/pools" is a page of its own; "#results" is a place in one. */
export function withoutAnchor(address: string): string {
  const at = address.indexOf('#')
  return at === -1 || address[at + 1] === '/' || address[at + 1] === '!' ? address : address.slice(0, at)
}

const media = /\.(?:png|jpe?g|gif|webp|svg|avif|bmp|mp4|webm|mov)$/

/** Whether an address is that of a picture or a film, and not of a page. */
export const isMedia = (address: string): boolean =>
  media.test(withoutAnchor(address).split('?', 1)[0]!.toLowerCase())
