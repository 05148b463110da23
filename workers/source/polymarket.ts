import { z } from 'zod'
import { Decimal, Instant, Provider } from '../../protocol/index.ts'
import {
  ExactJson,
  pickSample,
  readReply,
  type Sample,
  splitMetric,
  UnreadableReplyError,
  UnsupportedRequirementError,
} from '../../protocol/source/index.ts'
import type { Requirement, Source } from './Source.ts'

const provider = 'polymarket'

export type PolymarketOptions = { readonly baseUrl?: string }

/**
 * Polymarket's Gamma API. An asset is a market's numeric id or its slug.
 * - `resolved_<outcome>`: 1 when that outcome won, 0 when another one did, 0.5 each when it was split. It holds from the market's
 *   closing on, so a market that closed earlier has it at the window's start.
 * - `closed`: 1 from the closing on; 0 as of the last update of a market that is open.
 * - `price_<outcome>`: the outcome's price as of the market's last update; Gamma keeps no past prices.
 *
 * An outcome's name is its label in lower case, with `_` for all that is no letter or digit: `price_yes`.
 */
export function polymarket({ baseUrl = 'https://gamma-api.polymarket.com' }: PolymarketOptions = {}): Source {
  return {
    provider,
    plan({ asset, metric }) {
      wantedOf(metric)
      const name = asset.toLowerCase()
      if (/^[0-9]{1,18}$/.test(name)) return { method: 'GET', url: `${baseUrl}/markets/${name}` }
      if (/^[a-z0-9][a-z0-9-]{0,199}$/.test(name))
        return { method: 'GET', url: `${baseUrl}/markets/slug/${name}` }
      throw new UnsupportedRequirementError(provider, 'a market is named by its id or its slug.')
    },
    read(body, requirement) {
      const wanted = wantedOf(requirement.metric)
      const market = readMarket(body)
      const name = requirement.asset.toLowerCase()
      if (market.id !== name && market.slug.toLowerCase() !== name)
        throw new UnreadableReplyError(provider, 'it is about another market.')
      const sample = sampleOf(market, wanted, requirement)
      return sample === null ? null : pickSample([sample], requirement.window, 'first')
    },
  }
}

type Wanted = { readonly what: 'closed' } | { readonly what: 'price' | 'resolved'; readonly outcome: string }

function wantedOf(metric: string): Wanted {
  const { name, choice } = splitMetric(metric)
  // An outcome may be called "high"; but a market has no history here, so nothing else ends like that.
  const full = choice === 'first' ? name : metric.toLowerCase()
  const match = Provider.marketForm.exec(full)
  if (match === null)
    throw new UnsupportedRequirementError(
      provider,
      'its metrics are price_<outcome>, resolved_<outcome> and closed.',
    )
  const [, what, outcome] = match
  return what === undefined ? { what: 'closed' } : { what: what as 'price' | 'resolved', outcome: outcome! }
}

/** A list of strings that the API writes as text inside of its JSON. */
const listText = z.string().transform((text, context) => {
  try {
    return z.array(z.string()).parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'expected a JSON list of strings in a string' })
    return z.NEVER
  }
})

const time = z.string().transform((text, context) => {
  const seconds = parseTime(text)
  if (seconds !== null) return seconds
  context.addIssue({ code: 'custom', message: 'expected a time' })
  return z.NEVER
})

const market = z.object({
  id: z.string(),
  slug: z.string(),
  question: z.string(),
  conditionId: z.string().optional(),
  outcomes: listText,
  outcomePrices: listText.optional(),
  closed: z.boolean(),
  closedTime: time.nullish(),
  updatedAt: time.nullish(),
  umaResolutionStatus: z.string().nullish(),
})
export type PolymarketMarket = z.output<typeof market>

/** A market as Gamma describes it. */
export function readMarket(body: string): PolymarketMarket {
  const found = readReply(provider, market, body)
  if (found.outcomePrices !== undefined && found.outcomePrices.length !== found.outcomes.length)
    throw new UnreadableReplyError(provider, 'it has not one price for each outcome.')
  return found
}

/** The prices that a resolved market pays, by outcome; null while it is not resolved. */
export function payouts({
  closed,
  outcomePrices,
  umaResolutionStatus,
}: PolymarketMarket): readonly string[] | null {
  if (!closed || outcomePrices === undefined) return null
  // Old markets have no status; a proposal or a dispute is not the end.
  if (!['resolved', 'settled'].includes(umaResolutionStatus ?? 'resolved')) return null
  const prices = outcomePrices.map(toDecimal)
  const is = (price: string, value: string) => Decimal.compare(price, value) === 0
  const winners = prices.filter((price) => is(price, '1')).length
  const isWon = winners === 1 && prices.every((price) => is(price, '1') || is(price, '0'))
  const isSplit = prices.length === 2 && prices.every((price) => is(price, '0.5'))
  return isWon || isSplit ? prices : null
}

function sampleOf(market: PolymarketMarket, wanted: Wanted, { window }: Requirement): Sample | null {
  const { closed, closedTime, updatedAt, outcomes, outcomePrices } = market
  // What stays as it is since the closing is true at the window's start too.
  const sinceClosing =
    closedTime === undefined || closedTime === null ? null : Math.max(closedTime, window.from)
  if (wanted.what === 'closed') {
    if (closed) return sinceClosing === null ? null : { observedAt: sinceClosing, value: '1' }
    return updatedAt === undefined || updatedAt === null ? null : { observedAt: updatedAt, value: '0' }
  }
  const index = outcomes.findIndex((label) => nameOf(label) === wanted.outcome)
  if (index === -1)
    throw new UnreadableReplyError(
      provider,
      `the market has no outcome ${wanted.outcome}, but ${outcomes.map(nameOf).join(', ')}.`,
    )
  if (wanted.what === 'resolved') {
    const value = payouts(market)?.[index]
    return value === undefined || sinceClosing === null ? null : { observedAt: sinceClosing, value }
  }
  const price = outcomePrices?.[index]
  if (price === undefined || updatedAt === undefined || updatedAt === null) return null
  return { observedAt: updatedAt, value: toDecimal(price) }
}

const nameOf = (label: string): string => label.toLowerCase().replace(/[^a-z0-9]+/g, '_')

function toDecimal(text: string): string {
  try {
    return ExactJson.toDecimal(text)
  } catch (cause) {
    throw new UnreadableReplyError(provider, (cause as Error).message, { cause })
  }
}

const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|\+00(?::?00)?)$/

/** Unix seconds of a time as Gamma writes it, always in UTC: `2026-02-20T23:59:00.123Z`, `2026-02-20 23:59:00+00`. */
function parseTime(text: string): number | null {
  const match = timeForm.exec(text)
  const iso = match === null ? '' : `${match[1]}T${match[2]}Z`
  return Instant.isInstant(iso) ? Instant.parse(iso) : null
}
