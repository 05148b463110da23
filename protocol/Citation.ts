import * as z from 'zod'
import * as Bytes from './Bytes.ts'
import * as Authorities from './citation/Authorities.ts'
import * as Domain from './citation/Domain.ts'
import * as Echo from './citation/Echo.ts'
import * as Hash from './Hash.ts'
import * as Page from './Page.ts'

/** A page that an answer rests on, and words that stand on it: so that others can fetch it again and look. */
export const schema = z.object({ url: z.string(), quote: z.string() })
/** A citation as the schema reads it. */
export type Citation = z.infer<typeof schema>

/**
 * How many citations an answer has at most, and how long their quotes are: at most in bytes of compact JSON, as all limits of
 * the wire, and at least in bytes of UTF-8, its white space collapsed.
 */
export const limits = { citations: 2, quote: 200, leastQuote: 12 } as const

/** What came of looking for a citation: it passes, it fails, or it stays open. */
export const verdicts = ['p', 'f', 'o'] as const
/** One of the verdicts. */
export type Verdict = (typeof verdicts)[number]

/** Whose page a citation names: one that the question names, one on the list of authorities, or any other. */
export type Reach = 'named' | 'authority' | 'other'

/** A citation, what came of looking for it, and whose page it is: as a score reads it. */
export type Judged = Citation & { readonly verdict: Verdict; readonly reach: Reach }

/**
 * What identifies a citation: equal url and quote are one item, whoever cites it.
 *
 * @example
 * const citation = { url: 'https://www.nasa.gov/launches', quote: 'lifted off at 12:04 UTC' }
 * Citation.itemHash(citation) === Hash.ofText(Json.canonical(citation)) // true
 */
export const itemHash = ({ url, quote }: Citation): Hash.Hash => Hash.ofJson({ quote, url })

/**
 * Whether a citation's address says the words that it quotes, as that of a search does: then the page proves nothing. Nobody
 * looks for it, and its verdict is f.
 *
 * @example
 * const quote = 'No results for It rained in Oslo'
 * Citation.isEcho({ url: 'https://www.gov.uk/search/all?keywords=It+rained+in+Oslo', quote }) // true
 * Citation.isEcho({ url: 'https://www.gov.uk/it-rained-in-oslo', quote: 'It rained in Oslo' }) // false
 */
export const isEcho = ({ url, quote }: Citation): boolean => Echo.isEcho(url, quote)

/** What is wrong with the citations of an answer. */
export type Fault = { readonly reason: 'malformed' | 'oversized'; readonly detail: string }

/**
 * What is wrong with the citations of an answer that has these sources, or null.
 *
 * @example
 * const citation = { url: 'https://www.nasa.gov/launches', quote: 'lifted off at 12:04 UTC' }
 * Citation.fault([citation], [citation.url]) // null
 * Citation.fault([citation], []).reason // 'malformed'
 * Citation.fault([citation, citation, citation], [citation.url]).reason // 'oversized'
 */
export function fault(citations: readonly Citation[], sources: readonly string[]): Fault | null {
  if (citations.length > limits.citations)
    return { reason: 'oversized', detail: `${citations.length} citations` }
  for (const { url, quote } of citations) {
    if (!sources.includes(url)) return malformed('the url of a citation is not one of the sources')
    if (Domain.hostOf(url) === null) return malformed('the url of a citation is not a plain https address')
    const size = sizeOf(JSON.stringify(quote)) - 2
    if (size > limits.quote)
      return { reason: 'oversized', detail: `a quote has ${size} bytes of ${limits.quote}` }
    if (sizeOf(Page.collapse(quote)) < limits.leastQuote)
      return malformed(`a quote has under ${limits.leastQuote} bytes`)
  }
  return null
}

const malformed = (detail: string): Fault => ({ reason: 'malformed', detail })
const sizeOf = (text: string): number => Bytes.fromText(text).length

/**
 * The registrable domain of a citation's url; null for what is not a plain https address.
 *
 * @example
 * Citation.domainOf('https://www.ons.gov.uk/economy') // 'ons.gov.uk'
 * Citation.domainOf('http://www.ons.gov.uk/economy') // null
 */
export function domainOf(url: string): string | null {
  const host = Domain.hostOf(url)
  return host === null ? null : Domain.domainOf(host)
}

/**
 * Whose page a url is, by its registrable domain: one that stands in the question's text (its rule is part of it), one on the
 * published list of authorities, or any other.
 *
 * @example
 * Citation.reach('https://www.nasa.gov/a', '§question Will it launch, by nasa.gov?\n§rule\nsource:manual') // 'named'
 * Citation.reach('https://www.reuters.com/a', '§question Will it launch?\n§rule\nsource:manual') // 'authority'
 * Citation.reach('https://someone.github.io/', '§question Will it launch?\n§rule\nsource:manual') // 'other'
 */
export function reach(url: string, question: string): Reach {
  const host = Domain.hostOf(url)
  if (host === null) return 'other'
  if (Domain.isNamed(Domain.domainOf(host), question)) return 'named'
  return Authorities.isAuthority(host) ? 'authority' : 'other'
}
