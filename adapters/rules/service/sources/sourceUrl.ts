import { registrableDomain } from '../../../../reading/rule/domains.ts'
import type { Seen } from '../decide.ts'

/** Where the answer of a market will be read, as far as its rule says so. */
export type Cited = { readonly url: string; readonly domain: string }

const longest = 2_048

/** The page that the rule cites, or the front page of its source where it only gives a name. */
export function sourceUrl({ market, parsed }: Seen): Cited | null {
  const { source: domain } = parsed.structured
  if (domain === null) return null
  const { source: span } = parsed.spans
  const texts: Readonly<Record<string, string | null>> = {
    question: market.question,
    [market.names.rules]: market.rules,
    [market.names.resolution_source]: market.resolution_source,
  }
  const cited = span === undefined ? '' : (texts[span.in] ?? '').slice(span.start, span.end)
  return { url: pageOf(cited.trim(), domain) ?? `https://${domain}/`, domain }
}

/** An address of that very domain: what a browser makes of a text may be another than what a reader sees in it. */
function pageOf(text: string, domain: string): string | null {
  if (text.length > longest || !/^https?:\/\/[^\\]*$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  url.hash = ''
  const isOther = registrableDomain(url.hostname) !== domain || url.username !== '' || url.password !== ''
  return isOther || url.href.length > longest ? null : url.href
}
