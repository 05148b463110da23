import fc from 'fast-check'
import type { Question, Rule } from '../../protocol/index.ts'

/** Arbitrary valid questions, and other ways to write one. */

const pieces = [
  ...[
    'a',
    'B',
    '0',
    'Will it',
    'é',
    'Ü',
    'ß',
    'Â',
    '→',
    '日本',
    '🎲',
    '₿',
    '$75,000',
    '16:00',
    '?',
    '"',
    "'",
    '\\',
  ],
  ...[
    '%20',
    '-',
    '_',
    '{',
    '}',
    '§',
    '§§',
    '§rule',
    'op:gte',
    'source:manual',
    ' ',
    '  ',
    ':',
    '\u00a0',
    'x y',
  ],
]

const startsLikeTag = /^[\s\u00a0Â]*§/

/** One line of text, with no blanks around it. */
export const lineText = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '')

/** A line that stands alone and must not look like a tag. */
export const looseLine = lineText.filter((text) => !startsLikeTag.test(text))

const letters = 'abcdefghijklmnopqrstuvwxyz'
export const name = fc
  .tuple(
    fc.constantFrom(...letters),
    fc.string({ unit: fc.constantFrom(...letters, '0', '_', '-'), maxLength: 6 }),
  )
  .map(([head, tail]) => head + tail)

export const visibleWord = fc.string({
  unit: fc.constantFrom(...letters, 'A', 'Z', '9', ':', '/', '%', '.', '-', '_', '~'),
  minLength: 1,
  maxLength: 10,
})

const digits = (max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max })

export const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits(20), fc.option(digits(18)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`)

const date = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => [String(year).padStart(4, '0'), two(month), two(day)].join('-'))

const two = (value: number) => String(value).padStart(2, '0')

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const records = (known: readonly string[], value: fc.Arbitrary<string>) =>
  fc.uniqueArray(
    fc.tuple(
      name.filter((key) => !known.includes(key)),
      value,
    ),
    { selector: ([key]) => key, maxLength: 3 },
  )

const subtags = fc.uniqueArray(
  fc.record({ tag: name.filter((tag) => tag !== 'source'), text: fc.oneof(lineText, fc.constant('')) }),
  { selector: ({ tag }) => tag, maxLength: 2 },
)

const ruleKeys = ['source', 'metric', 'op', 'target', 'resolver', 'deadline', 'tolerance']

const common = {
  resolver: maybe(lineText),
  deadline: maybe(
    fc.oneof(
      fc.integer({ min: 0, max: 2 ** 40 - 1 }).map(String),
      date.map((day) => (day < '1970' ? '2026-02-20T23:59:00Z' : `${day}T23:59Z`)),
    ),
  ),
  extra: records(ruleKeys, lineText).map((entries) => Object.fromEntries(entries)),
  subtags,
}

const manualRule: fc.Arbitrary<Rule.Rule> = fc.record({
  source: fc.constant('manual'),
  provider: fc.constant(null),
  asset: fc.constant(null),
  metric: fc.constant(null),
  op: fc.constant(null),
  target: fc.constant(null),
  tolerance: fc.constant(null),
  ...common,
})

/** Some of what each provider measures; null where it has a default. */
const metrics: Readonly<Record<string, readonly (string | null)[]>> = {
  coingecko: [null, null, 'price_usd', 'price_usd_high', 'market_cap'],
  CoinGecko: [null, 'market_cap_eur', 'VOLUME_USD'],
  defillama: [null, 'tvl', 'tvl_low'],
  binance: [null, 'price'],
  http: ['x', 'price', 'tvl'],
}

const autoRule: fc.Arbitrary<Rule.Rule> = fc
  .record({
    measured: fc.oneof(
      ...Object.entries(metrics).map(([provider, some]) =>
        fc.record({ provider: fc.constant(provider), metric: fc.constantFrom(...some) }),
      ),
    ),
    asset: visibleWord,
    op: fc.constantFrom('gte', 'lte', 'gt', 'lt', 'eq'),
    // 20 digits may pass the range of int128; 2 × 10^20 does not fit, and 1.7 × 10^20 does.
    target: decimal.filter((text) => text.replace('-', '').split('.')[0]!.length < 20),
    tolerance: maybe(fc.integer({ min: 0, max: 165_600 }).map(String)),
    ...common,
  })
  .map(
    ({
      measured: { provider, metric },
      asset,
      op,
      target,
      resolver,
      deadline,
      tolerance,
      extra,
      subtags,
    }) => ({
      source: `${provider}:${asset}`,
      provider,
      asset,
      metric,
      op,
      target,
      resolver,
      deadline,
      tolerance,
      extra,
      subtags,
    }),
  )

const knownTags = ['question', 'rule', 'event', 'category', 'picture']

export const question: fc.Arbitrary<Question.Question> = fc.record({
  question: lineText,
  rule: fc.oneof(autoRule, autoRule, manualRule),
  source: fc.record({
    creator: maybe(visibleWord),
    origin: maybe(visibleWord),
    created: maybe(date),
    extra: records(['creator', 'origin', 'created'], visibleWord).map((entries) =>
      Object.fromEntries(entries),
    ),
  }),
  event: maybe(lineText),
  category: maybe(fc.constantFrom('crypto', 'politics', 'tech', 'sports', 'agents', 'weather-2')),
  picture: maybe(fc.constantFrom('https://example.org/a.png?b=c:d', 'ipfs://bafy/1')),
  unknown: fc.uniqueArray(
    fc.record({
      tag: name.filter((tag) => !knownTags.includes(tag)),
      text: maybe(lineText),
      lines: fc.array(looseLine, { maxLength: 2 }),
      subtags,
    }),
    { selector: ({ tag }) => tag, maxLength: 2 },
  ),
})

/** How a text can be written otherwise and mean the same. */
export type Manner = {
  lineBreak: '\n' | '\r\n'
  blank: number
  inline: boolean
  trailing: string
  rotate: number
}

export const manner: fc.Arbitrary<Manner> = fc.record({
  lineBreak: fc.constantFrom('\n' as const, '\r\n' as const),
  blank: fc.nat(2),
  inline: fc.boolean(),
  trailing: fc.constantFrom('', ' ', '  '),
  rotate: fc.nat(7),
})

/** The same question with its known sections and rule keys in another order, and with blanks that do not count. */
export function rewrite(text: string, { lineBreak, blank, inline, trailing, rotate }: Manner): string {
  const sections = text.split(/\n(?=§(?!§))/)
  const turned = sections.map((section) => {
    if (!/^§rule(?:\n|$)/.test(section)) return section
    const lines = section.split('\n').slice(1)
    const known = lines.filter((line) => ruleKeys.some((key) => line.startsWith(`${key}:`)))
    const rest = lines.filter((line) => !known.includes(line))
    const pairs = [...known.slice(rotate % known.length), ...known.slice(0, rotate % known.length), ...rest]
    return inline ? [`§rule ${pairs[0]}`, ...pairs.slice(1)].join('\n') : ['§rule', ...pairs].join('\n')
  })
  const isKnown = (section: string) =>
    knownTags.some((tag) => new RegExp(`^§${tag}(?:[ \n]|$)`).test(section))
  const known = turned.filter(isKnown)
  const order = [...known.slice(rotate % known.length), ...known.slice(0, rotate % known.length)]
  const all = [...order, ...turned.filter((section) => !isKnown(section))].join('\n').split('\n')
  const gap = lineBreak.repeat(blank + 1)
  return all.map((line) => line + trailing).join(gap) + lineBreak.repeat(blank)
}
