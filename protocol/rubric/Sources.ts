import * as Text from './Text.ts'

/** What can be said of a source without fetching it: its address, its site, the kind of site. */
export type Source = {
  readonly host: string
  readonly site: string
  readonly kind: 'record' | 'press' | 'social' | 'market' | 'other'
  readonly isSecure: boolean
  readonly words: readonly string[]
}

/** Reads a source; null when it is no web address. */
export function parse(source: string): Source | null {
  const folded = Text.fold(source.trim())
  const isSecure = folded.startsWith('https://')
  if (!isSecure && !folded.startsWith('http://')) return null
  const rest = folded.slice(isSecure ? 8 : 7)
  const end = indexOfAny(rest, '/?#')
  const authority = rest.slice(0, end)
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d{1,5}$/, '')
  if (!isHost(host)) return null
  const site = siteOf(host)
  return { host, site, kind: kindOf(host, site), isSecure, words: Text.words(rest.slice(end)) }
}

function indexOfAny(text: string, marks: string): number {
  for (let i = 0; i < text.length; i++) if (marks.includes(text[i]!)) return i
  return text.length
}

function isHost(host: string): boolean {
  if (
    host.length < 4 ||
    host.length > 253 ||
    !host.includes('.') ||
    host.startsWith('.') ||
    host.endsWith('.')
  )
    return false
  for (let i = 0; i < host.length; i++) {
    const code = host.charCodeAt(i)
    const isPlain =
      (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e
    if (!isPlain) return false
  }
  return !host.includes('..')
}

/** The registrable part, near enough to count different sites: two labels, three under the usual second levels. */
function siteOf(host: string): string {
  const labels = host.split('.')
  const second = labels[labels.length - 2] ?? ''
  const count = labels.length > 2 && secondLevels.has(second) ? 3 : 2
  return labels.slice(-count).join('.')
}

const secondLevels = new Set(['co', 'com', 'org', 'gov', 'ac', 'net', 'edu', 'gob', 'gouv'])

function kindOf(host: string, site: string): Source['kind'] {
  const name = site.slice(0, site.indexOf('.'))
  if (markets.has(name)) return 'market'
  if (social.has(name)) return 'social'
  if (records.has(name) || host.endsWith('.gov') || host.includes('.gov.') || host.endsWith('.edu'))
    return 'record'
  return press.has(name) ? 'press' : 'other'
}

const words = (text: string): Set<string> => new Set(text.split(/\s+/))

/** Odds are not evidence of what happened. */
const markets = words(
  'polymarket manifold kalshi predictit metaculus betfair draftkings fanduel oddsshark covers dimers pickswise pickdawgz',
)
const social = words(
  'youtube youtu reddit twitter x facebook instagram tiktok telegram t medium substack quora studocu',
)
/** Who keeps the record: exchanges, leagues, agencies, explorers. */
const records = words(
  `binance coinbase kraken coingecko coinmarketcap defillama etherscan nba nfl mlb nhl fifa uefa ufc hltv lolesports atptour
  wtatennis espn sec europa un who imf worldbank stlouisfed bls bea census ecb noaa whitehouse federalreserve`,
)
const press = words(
  `reuters apnews ap bbc nytimes wsj ft bloomberg cnn cnbc nbcnews cbsnews abcnews npr theguardian washingtonpost politico
  aljazeera economist axios time forbes usatoday cbssports foxsports nbcsports skysports si theathletic yahoo france24 dw rte
  coindesk theblock espncricinfo`,
)
