/** Who can be asked for values: what each provider measures, and how soon it publishes it. */
export type Provider = {
  /** The word before the first colon of a rule's source, in lower case. */
  readonly name: string
  /** The metric meant where a rule names none; null where it must name one. */
  readonly metric: string | null
  /** Seconds within which a sample of any instant is published. */
  readonly tolerance: number
  /** What its metrics are called, for people. */
  readonly metrics: string
  /** What they are called, in lower case. Null: as an operator's config names them. */
  readonly form: RegExp | null
  /** Whether there are highs and lows of them: `_high` and `_low` after the name. */
  readonly hasExtremes: boolean
  /** Whether it surely tells what was before now, so that its silence about a time that has passed says something. */
  readonly keepsPast: boolean
}

/** CoinGecko's names; `market_cap` alone is in dollars. */
export const coinForm = /^(?:(price|market_cap|volume)_([a-z0-9]{2,12})|market_cap)$/
/** Polymarket's names; an outcome may be called `high`. */
export const marketForm = /^(?:(price|resolved)_([a-z0-9_]{1,64})|closed)$/

/** What an operator's config makes of a JSON API or of a page. */
const byConfig = {
  metric: null,
  tolerance: 3_900,
  metrics: 'what its config names',
  form: null,
  hasExtremes: true,
  keepsPast: false,
} as const

// Tolerances follow how often a provider publishes: five-minute to hourly points, days, one-minute candles.
const all: readonly Provider[] = [
  {
    name: 'coingecko',
    metric: 'price_usd',
    tolerance: 3_900,
    metrics: 'price_<currency>, market_cap, market_cap_<currency>, volume_<currency>',
    form: coinForm,
    hasExtremes: true,
    keepsPast: true,
  },
  {
    name: 'binance',
    metric: 'price',
    tolerance: 120,
    metrics: 'price',
    form: /^price$/,
    hasExtremes: true,
    keepsPast: true,
  },
  {
    name: 'defillama',
    metric: 'tvl',
    tolerance: 90_000,
    metrics: 'tvl',
    form: /^tvl$/,
    hasExtremes: true,
    keepsPast: true,
  },
  {
    name: 'polymarket',
    metric: null,
    tolerance: 3_900,
    metrics: 'resolved_<outcome>, price_<outcome>, closed',
    form: marketForm,
    hasExtremes: false,
    keepsPast: false,
  },
  { name: 'http', ...byConfig },
  { name: 'web', ...byConfig },
]
const byName: ReadonlyMap<string, Provider> = new Map(all.map((one) => [one.name, one]))

/** The names of all providers. */
export const names: readonly string[] = all.map(({ name }) => name)

/**
 * The provider of this name, in any case; null when there is none.
 *
 * @example
 * Provider.named('CoinGecko').metric // 'price_usd'
 * Provider.named('nonsense') // null
 */
export const named = (name: string): Provider | null =>
  byName.get(name) ?? byName.get(name.toLowerCase()) ?? null

/**
 * Whether a provider measures this, in any case, with or without `_high` or `_low`.
 *
 * @example
 * Provider.measures(Provider.named('coingecko'), 'market_cap_high') // true
 * Provider.measures(Provider.named('coingecko'), 'tvl') // false
 */
export function measures({ form, hasExtremes }: Provider, metric: string): boolean {
  const lower = metric.toLowerCase()
  return form === null || form.test(hasExtremes ? lower.replace(/_(?:high|low)$/, '') : lower)
}

/**
 * What a provider measures, for people.
 *
 * @example
 * Provider.offer(Provider.named('binance')) // 'price, also with _high or _low'
 */
export const offer = ({ metrics, hasExtremes }: Provider): string =>
  hasExtremes ? `${metrics}, also with _high or _low` : metrics
