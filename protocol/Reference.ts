import * as Question from './Question.ts'
import * as Rule from './Rule.ts'
import * as Source from './source/index.ts'
import type * as Vote from './Vote.ts'

/**
 * What the source of a rule says when the DON asks it itself. A worker whose check differs is not counted: a veto, never a vote. So
 * whatever is in doubt here is silence, and all workers are then judged as if nobody had asked.
 */
export type Reference = {
  readonly outcome: Vote.YesOrNo
  /** Unix seconds of the sample. */
  readonly observedAt: number
  /** A decimal, as the source wrote it. */
  readonly value: string
}

/** What of a round says what is asked, and of when. */
export type Asked = Pick<Question.Posed, 'parsed'> & { readonly createdAt: number; readonly deadline: number }

/** Base URLs by provider; one that is not named is not asked. */
export type Bases = Readonly<Record<string, string>>

/** The base URLs of the providers' public APIs. */
export const defaultBases: Bases = Object.freeze({
  coingecko: Source.coingeckoBase,
  binance: Source.binanceBase,
  defillama: Source.defillamaBase,
})

// A candle takes up to 200 bytes, and a reply to the DON 100,000.
const maxCandles = 500

const sources: Readonly<Record<string, (baseUrl: string) => Source.Source>> = {
  coingecko: (baseUrl) => Source.coingecko({ baseUrl }),
  binance: (baseUrl) => Source.binance({ baseUrl, maxCandles }),
  defillama: (baseUrl) => Source.defillama({ baseUrl }),
}

/**
 * What to ask the source of a round's rule. Null for a manual rule, for one that cannot be read, and where no provider has what it
 * asks for.
 *
 * @example
 * const asked = Question.pose({
 *   question: '§question Is Bitcoin at $75k?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000',
 *   createdAt: 1771545600,
 *   deadline: 1771631940,
 * })
 * Reference.plan(asked, Reference.defaultBases).url.startsWith('https://api.binance.com/api/v3/klines?') // true
 * const manual = Question.pose({ question: '§question Rain?\n§rule\nsource:manual', createdAt: 1, deadline: 2 })
 * Reference.plan(manual, Reference.defaultBases) // null
 */
export function plan(round: Asked, bases: Bases): { readonly url: string } | null {
  return orNull(() => {
    const subject = subjectOf(round, bases)
    return subject === null ? null : { url: subject.source.plan(subject.query).url }
  })
}

/**
 * The outcome that a reply gives at `now`, in Unix seconds. Null where it contradicts no worker: it cannot be
 * read, it can still change, or it has no sample in the window, which may be because providers thin out what
 * is old. Never throws.
 *
 * @example
 * const asked = Question.pose({
 *   question: '§question Is Bitcoin at $75k?\n§rule\nsource:binance:BTCUSDT\nop:gte\ntarget:75000',
 *   createdAt: 1771545600,
 *   deadline: 1771631940,
 * })
 * const body = '[[1771631940000,"74990.0","75010.0","74980.0","75001.5","12.3",1771631999999]]'
 * Reference.read(asked, { status: 200, body }, 1771632000).outcome // 'YES'
 * Reference.read(asked, { status: 200, body }, 1771631990) // null
 */
export function read(
  round: Asked,
  reply: { readonly status: number; readonly body: string },
  now: number,
): Reference | null {
  return orNull(() => {
    const subject = subjectOf(round, defaultBases)
    if (subject === null || !isSuccess(reply.status)) return null
    const { rule, query, source } = subject
    const sample = source.read(reply.body, query)
    // Not `now < …`: what is no time is before nothing.
    if (sample === null || !(now >= Source.finalFrom(source, sample, query))) return null
    return { outcome: Rule.evaluate(rule, sample.value).met ? 'YES' : 'NO', ...sample }
  })
}

// Asked so that a number that is none fails as well.
const isSuccess = (status: number): boolean => status >= 200 && status <= 299

type Subject = { readonly rule: Rule.Rule; readonly query: Source.Query; readonly source: Source.Source }

function subjectOf({ parsed, createdAt, deadline }: Asked, bases: Bases): Subject | null {
  const { rule } = parsed
  if (!Question.hasNoError(parsed) || !Rule.isAuto(rule)) return null
  const provider = rule.provider!.toLowerCase()
  // Names come from a question and from a config, and what an object inherits is neither.
  if (!Object.hasOwn(sources, provider) || !Object.hasOwn(bases, provider)) return null
  const query = {
    asset: rule.asset!,
    metric: Rule.metricUsed(rule),
    window: Rule.window(rule, { created: createdAt, deadline }),
  }
  return { rule, query, source: sources[provider]!(bases[provider]!) }
}

/** Whatever goes wrong with foreign text is doubt. */
function orNull<value>(work: () => value): value | null {
  try {
    return work()
  } catch {
    return null
  }
}
