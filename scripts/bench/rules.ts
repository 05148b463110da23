import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diffRules, parseRule, readCandles, resolveByCandles } from '../../adapters/rules/index.ts'
import { registrableDomain } from '../../reading/rule/domains.ts'
import { separation } from './calibrate.ts'
import { type Disputed, disputedTwice } from './calibrateData.ts'
import { type Row, rounded, secondsOf } from './measure.ts'
import { readData } from './rubric.ts'
import { hostileTexts, sampleMarkets } from './rulesSamples.ts'

export const summary =
  'how fast rules are read, and how right against recorded markets, edits, candles and disputes'

type Listed = {
  readonly question: string
  readonly description: string | null
  readonly resolutionSource: string | null
}
type Edit = {
  readonly question: string
  readonly before: string
  readonly after: string
  readonly label: string | null
}
type Paid = { readonly resolvedOutcome: string }

export type Share = { readonly right: number; readonly of: number; readonly wrong: readonly string[] }

const share = <item>(
  items: readonly item[],
  isRight: (item: item) => boolean,
  name: (item: item) => string,
): Share => {
  const wrong = items.filter((item) => !isRight(item)).map(name)
  return { right: items.length - wrong.length, of: items.length, wrong }
}

/** How often the source is found by the words alone, where the listing names it and the parser is not shown that. */
export function sourcesFound(markets: readonly Listed[]): Share {
  const named = markets.filter(({ resolutionSource }) => domainOf(resolutionSource) !== null)
  const isRight = (market: Listed) =>
    parseRule({ ...market, resolutionSource: null }).structured.source === domainOf(market.resolutionSource)
  return share(named, isRight, ({ question }) => question)
}

const domainOf = (source: string | null): string | null =>
  source === null ? null : registrableDomain(source)

/** How often an edit is told to be what people labelled it; what they could not agree on is left out. */
export function editsTold(edits: readonly Edit[]): Share {
  const wanted: Readonly<Record<string, string>> = { meaningful: 'semantic', cosmetic: 'cosmetic' }
  const labelled = edits.filter(({ label }) => label !== null && Object.hasOwn(wanted, label))
  const isRight = ({ before, after, question, label }: Edit) =>
    diffRules(before, after, { question }).change === wanted[label!]
  return share(labelled, isRight, ({ question }) => question)
}

/** How often a market ends by candles as it was paid. */
export function endsAsPaid(markets: readonly Paid[], csv: string, symbol: string): Share {
  const candles = readCandles(csv)
  const isRight = (market: Paid) =>
    resolveByCandles(market, candles, { symbol }).outcome === market.resolvedOutcome
  return share(markets, isRight, (market) => (market as unknown as Listed).question)
}

const klines = 'binance_klines_BTCUSDT_1h_20250519_20250921.csv'

/** The recorded candles, or null when they are not there. */
export function readKlines(): string | null {
  const folder = process.env.CRESOLVER_DATA
  const path = folder === undefined ? undefined : join(folder, klines)
  return path === undefined || !existsSync(path) ? null : readFileSync(path, 'utf8')
}

export function rows(note: (text: string) => void): Row[] {
  const out: Row[] = []
  const add = (name: string, n: number, value: number, unit: string) =>
    out.push({ name, n, value: rounded(value), unit })
  const addShare = (name: string, { right, of }: Share) => add(name, of, right / of, 'share')
  const perSecond = (markets: readonly object[]) =>
    markets.length / secondsOf(() => markets.forEach(parseRule))
  add('parse, own samples', sampleMarkets.length, perSecond(sampleMarkets), 'markets/s')
  for (const [name, text] of Object.entries(hostileTexts)) {
    const seconds = secondsOf(() => parseRule({ question: 'Will it end?', description: text }), {
      samples: 3,
    })
    add(`hostile, ${name}, ${text.length} characters`, 1, seconds * 1_000, 'ms')
  }
  const markets = readData<Listed>('polymarket_markets_dev.jsonl')
  if (markets === null) note('CRESOLVER_DATA names no folder with recorded markets: only speed is measured')
  else {
    add('parse, recorded markets', markets.length, perSecond(markets), 'markets/s')
    addShare('source found by words alone', sourcesFound(markets))
  }
  const edits = readData<Edit>('rule_edits_dev.jsonl')
  if (edits !== null) addShare('edits told right', editsTold(edits))
  const [paid, csv] = [readData<Paid>('e2e_btc_dev.jsonl'), readKlines()]
  if (paid !== null && csv !== null)
    addShare('markets that end by candles as they were paid', endsAsPaid(paid, csv, 'BTCUSDT'))
  const disputed = readData<Disputed>('disputed_dev.jsonl')
  if (disputed !== null) addDisputes(add, disputed)
  return out
}

function addDisputes(
  add: (name: string, n: number, value: number, unit: string) => void,
  disputed: readonly Disputed[],
): void {
  const twice = disputedTwice(disputed)
  const values = {
    'ambiguity against disputes': separation(twice, ({ ambiguity }) => ambiguity),
    'baseline length against disputes': separation(twice, ({ length }) => length),
    'baseline vague words against disputes': separation(twice, ({ vagueWords }) => vagueWords),
  }
  for (const [name, { auc, standardError, n }] of Object.entries(values)) {
    add(name, n, auc, 'AUC')
    add(`${name}, standard error`, n, standardError, 'AUC')
  }
}
