import { z } from 'zod'
import { BaseError } from '../protocol/index.ts'
import { toListing } from './uma/Request.ts'

/** A market as the parser reads it, whichever shape it came in. Texts are well-formed; what is absent is null. */
export type Market = {
  readonly id: string | null
  readonly condition_id: string | null
  readonly question: string
  /** The rule's text; empty when the market has none. */
  readonly rules: string
  /** What the market gives as its source, as written: an address, or the name of a mechanism. */
  readonly resolution_source: string | null
  readonly end_date: string | null
  readonly created_at: string | null
  readonly outcomes: readonly string[]
  readonly neg_risk: boolean
  readonly neg_risk_market_id: string | null
  readonly group_item_title: string | null
  readonly slug: string | null
  /** The bond and the challenge window of its UMA request, where the market says so. */
  readonly uma_bond: string | null
  readonly custom_liveness: number | null
  readonly updated_at: string | null
  /** What the input calls these fields, so that a place in the text can be found in the input. */
  readonly names: {
    readonly rules: 'description' | 'resolution_rules'
    readonly resolution_source: 'resolutionSource' | 'resolution_source'
    readonly end_date: 'endDate' | 'end_date'
  }
}

/** Far beyond the longest real rule, and short enough that nothing built on it can be made slow. */
export const longestText = 65_536
const short = 2_048

const text = (longest: number) => z.string().max(longest).nullish()
const identifier = z.union([z.string().max(256), z.int()]).nullish()
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]).nullish()
const amount = z.union([z.string().max(64), z.number()]).nullish()
// Gamma writes lists as JSON in a string.
const labels = z
  .union([z.array(z.string().max(short)).max(256), z.string().max(longestText).transform(toList)])
  .nullish()

/** Gamma's names, and the shorter list of names in which a rule may be handed over. */
const shape = z.object({
  id: identifier,
  conditionId: text(256),
  condition_id: text(256),
  question: text(longestText),
  description: text(longestText),
  resolution_rules: text(longestText),
  resolutionSource: text(short),
  resolution_source: text(short),
  endDate: text(64),
  end_date: text(64),
  createdAt: text(64),
  outcomes: labels,
  negRisk: flag,
  neg_risk: flag,
  negRiskMarketID: text(256),
  groupItemTitle: text(short),
  slug: text(short),
  umaBond: amount,
  customLiveness: amount,
  updatedAt: text(64),
})

/**
 * Reads a market of Gamma (`description`, `resolutionSource`, `conditionId`, lists inside strings) or of the shorter shape
 * (`resolution_rules`, `resolution_source`, `condition_id`), or from the ancillary data of a request to UMA (`reading/uma`).
 *
 * @example
 * readMarket({ question: 'Will it rain?', resolution_rules: 'Resolves YES if it rains.' }).rules
 */
export function readMarket(value: unknown): Market {
  const market = readMarketOrEmpty(value)
  if (market.rules === '' && market.question === '') throw new EmptyMarketError()
  return market
}

/** The same, for a text that may have been emptied. */
export function readMarketOrEmpty(value: unknown): Market {
  const read = shape.safeParse(toListing(value) ?? value)
  if (!read.success) throw new UnreadableMarketError(read.error)
  const market = read.data
  const rules = clean(market.description) ?? clean(market.resolution_rules) ?? ''
  const question = clean(market.question) ?? ''
  return {
    id: market.id === null || market.id === undefined ? null : String(market.id),
    condition_id: clean(market.conditionId) ?? clean(market.condition_id),
    question,
    rules,
    resolution_source: clean(market.resolution_source) ?? clean(market.resolutionSource),
    end_date: clean(market.end_date) ?? clean(market.endDate),
    created_at: clean(market.createdAt),
    outcomes: (market.outcomes ?? []).map((label) => label.toWellFormed().trim()),
    neg_risk: isSet(market.negRisk) || isSet(market.neg_risk),
    neg_risk_market_id: clean(market.negRiskMarketID),
    group_item_title: clean(market.groupItemTitle),
    slug: clean(market.slug),
    uma_bond: toAmount(market.umaBond),
    custom_liveness: toSeconds(market.customLiveness),
    updated_at: clean(market.updatedAt),
    names: {
      rules: clean(market.description) === null && rules !== '' ? 'resolution_rules' : 'description',
      resolution_source: clean(market.resolution_source) === null ? 'resolutionSource' : 'resolution_source',
      end_date: clean(market.end_date) === null ? 'endDate' : 'end_date',
    },
  }
}

/** Blank is the same as absent. The blanks around a text stay, so that places in it are places in the original. */
const clean = (value: string | null | undefined): string | null =>
  value === null || value === undefined || value.trim() === '' ? null : value.toWellFormed()

const isSet = (value: boolean | 'true' | 'false' | null | undefined): boolean =>
  value === true || value === 'true'

function toList(value: string): string[] {
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string').slice(0, 256) : []
  } catch {
    return []
  }
}

const toAmount = (value: string | number | null | undefined): string | null => {
  const written = String(value ?? '')
  return /^[0-9]{1,15}(?:\.[0-9]{1,18})?$/.test(written) ? written : null
}

const toSeconds = (value: string | number | null | undefined): number | null => {
  const written = String(value ?? '')
  return /^[0-9]{1,9}$/.test(written) ? Number(written) : null
}

export class UnreadableMarketError extends BaseError {
  override readonly name = 'Rules.UnreadableMarketError'
  constructor(error: z.ZodError) {
    super('This is no market that can be read.', {
      metaMessages: error.issues
        .slice(0, 5)
        .map(({ path, message }) => `${path.join('.') || 'market'}: ${message}`),
      docsPath: 'docs/rules.md',
    })
  }
}

export class EmptyMarketError extends BaseError {
  override readonly name = 'Rules.EmptyMarketError'
  constructor() {
    super('The market has neither a question nor rules.', {
      metaMessages: ['Give `question` and `description` (or `resolution_rules`).'],
      docsPath: 'docs/rules.md',
    })
  }
}
