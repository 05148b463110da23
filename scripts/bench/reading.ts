import * as Captcha from '../../adapters/captcha/index.ts'
import { diffRules, isUnfit, parseRule, readCandles, resolveByCandles } from '../../adapters/rules/index.ts'
import { registrableDomain } from '../../reading/rule/domains.ts'
import { byGroup, type Judged } from './byGroup.ts'
import { separation, unseen } from './calibrate.ts'
import { type Disputed, disputedTwice } from './calibrateData.ts'
import { decisiveEdits } from './decisiveEdits.ts'
import { madeCandles } from './madeCandles.ts'
import { type MadeEdit, madeEdits } from './madeEdits.ts'
import { madeSources } from './madeSources.ts'
import { type Row, rounded } from './measure.ts'
import { readData } from './rubric.ts'
import { readKlines } from './rules.ts'
import { keptProblems } from './solve.ts'

export const summary =
  'how right edits, ambiguity, challenges, sources and candles are read: recorded ones by group, made ones by kind'

/** How many are made of each kind. */
export type Extent = { readonly decisive: number; readonly made: number }
export const usual: Extent = { decisive: 10_000, made: 1_000 }
export const quick: Extent = { decisive: 500, made: 60 }

type Add = (name: string, n: number, value: number, unit: string) => void

/**
 * Every figure says what it was measured on: `recorded` is development data, each group of like things counted once, and
 * what is fitted is fitted on other groups; `made` was written by hand or by a generator, on the day that is said.
 */
export function rows(note: (text: string) => void, extent: Extent = usual): Row[] {
  const out: Row[] = []
  const add: Add = (name, n, value, unit) => out.push({ name, n, value: rounded(value), unit })
  if (process.env.CRESOLVER_DATA === undefined)
    note('CRESOLVER_DATA names no folder with recorded data: only what was made is measured')
  edits(add, extent)
  ambiguity(add)
  challenges(add)
  sources(add, extent)
  candles(add, extent)
  return out
}

function addShare(add: Add, name: string, judged: readonly Judged[]): void {
  const { groups, share, standardError } = byGroup(judged)
  add(name, groups, share, 'share of groups')
  add(`${name}, standard error`, groups, standardError, 'share of groups')
}

type Edit = {
  readonly question: string
  readonly before: string
  readonly after: string
  readonly template: string
  readonly label: string | null
}
const wanted: Readonly<Record<string, MadeEdit['change']>> = { meaningful: 'semantic', cosmetic: 'cosmetic' }

const changeOf = ({ question, before, after }: Pick<MadeEdit, 'question' | 'before' | 'after'>) =>
  diffRules(before, after, { question }).change

function edits(add: Add, { decisive }: Extent): void {
  const recorded = readData<Edit>('rule_edits_dev.jsonl')
    ?.filter(({ label }) => label !== null && Object.hasOwn(wanted, label))
    .map(({ label, template, ...edit }) => ({ ...edit, group: template, change: wanted[label!]! }))
  if (recorded !== undefined) addEdits(add, 'edits, recorded', recorded)
  for (const name of ['made_a', 'made_b'] as const) {
    // Each edit of these is one of its own.
    const edits = madeEdits(name).map((edit, i) => ({ ...edit, group: String(i) }))
    addEdits(add, `edits, ${name} (2026-11-19, before the reader changed)`, edits)
  }
  const texts = [...new Set([...madeEdits('made_a'), ...madeEdits('made_b')].map(({ before }) => before))]
  addDecisive(add, 'in made rules', texts, decisive)
  if (recorded !== undefined)
    addDecisive(add, 'in recorded rules', [...new Set(recorded.map(({ before }) => before))], decisive)
}

type Grouped = Pick<MadeEdit, 'question' | 'before' | 'after' | 'change'> & { readonly group: string }

function addEdits(add: Add, name: string, edits: readonly Grouped[]): void {
  const read = edits.map((edit) => ({ ...edit, isRight: changeOf(edit) === edit.change }))
  addShare(add, name, read)
  const falsely = read.filter(({ change, isRight }) => change === 'semantic' && !isRight)
  add(`${name}, falsely cosmetic`, edits.length, falsely.length, 'edits')
}

function addDecisive(add: Add, where: string, texts: readonly string[], count: number): void {
  const made = decisiveEdits(texts, count, 20_261_119)
  const falsely = made.filter(({ before, after }) => diffRules(before, after).change !== 'semantic')
  add(
    `edits, decisive ones of one word ${where} (generator of 2026-11-19), falsely cosmetic`,
    made.length,
    falsely.length,
    'edits',
  )
}

function ambiguity(add: Add): void {
  const disputed = readData<Disputed>('disputed_dev.jsonl')
  if (disputed === null) return
  const twice = disputedTwice(disputed)
  const { auc, standardError, lead } = unseen(twice)
  const n = twice.length
  add('ambiguity against disputes, groups it was not fitted on', n, auc, 'AUC')
  add('ambiguity against disputes, standard error', n, standardError, 'AUC')
  const words = separation(twice, ({ vagueWords }) => vagueWords)
  add('a count of vague words against disputes', n, words.auc, 'AUC')
  add('a count of vague words against disputes, standard error', n, words.standardError, 'AUC')
  add('ambiguity above a count of vague words', n, lead.auc, 'AUC')
  add('ambiguity above a count of vague words, standard error', n, lead.standardError, 'AUC')
  const fit = disputed.map((market) => ({
    group: market.group,
    isRight: !isUnfit(parseRule(market).structured.faults),
  }))
  const { groups, share } = byGroup(fit)
  add('markets that creation would refuse, recorded', groups, 1 - share, 'share of groups')
}

type Challenge = {
  readonly challenge_text: string
  readonly answer: string | null
  readonly label_tier: string
}
const trusted = ['server_confirmed', 'logged_verified', 'test_fixture']

function challenges(add: Add): void {
  const recorded = readData<Challenge>('challenges_dev.jsonl')?.filter(({ label_tier }) =>
    trusted.includes(label_tier),
  )
  if (recorded !== undefined)
    addChallenges(
      add,
      'challenges, recorded (trusted tiers)',
      recorded.map(({ challenge_text: text, answer }) => ({ text, answer })),
    )
  addChallenges(add, 'challenges, written and kept back', keptProblems())
}

/** What is submitted is the best answer, whether it is sure enough to be the strict one or not. */
function addChallenges(
  add: Add,
  name: string,
  pairs: readonly { text: string; answer: string | null }[],
): void {
  if (pairs.length === 0) return
  const given = pairs.map(({ text, answer }) => {
    const { answer: strict, best } = Captcha.solve(text)
    return { strict, best, answer }
  })
  for (const kind of ['strict', 'best'] as const) {
    const right = given.filter((one) => one[kind] === one.answer).length
    const none = given.filter((one) => one[kind] === null && one.answer !== null).length
    add(`${name}, ${kind}, right`, given.length, right / given.length, 'share')
    add(`${name}, ${kind}, wrong`, given.length, (given.length - right - none) / given.length, 'share')
  }
}

type Listed = {
  readonly question: string
  readonly description: string | null
  readonly resolutionSource: string | null
  readonly group: string
}

function sources(add: Add, { made }: Extent): void {
  const recorded = readData<Listed>('polymarket_markets_dev.jsonl')?.flatMap((market) => {
    const domain = market.resolutionSource === null ? null : registrableDomain(market.resolutionSource)
    return domain === null
      ? []
      : [{ market: { ...market, resolutionSource: null }, domain, group: market.group }]
  })
  const judged = (items: readonly { market: object; domain: string; group: string }[]): Judged[] =>
    items.map(({ market, domain, group }) => ({
      group,
      isRight: parseRule(market).structured.source === domain,
    }))
  if (recorded !== undefined) addShare(add, 'sources, recorded, by the words alone', judged(recorded))
  const generated = madeSources(made, 20_261_119).map(({ domain, ...market }, i) => ({
    market,
    domain,
    group: String(i),
  }))
  addShare(add, 'sources, generator of 2026-11-19', judged(generated))
}

type Paid = { readonly resolvedOutcome: string; readonly question: string; readonly group?: string }

function candles(add: Add, { made }: Extent): void {
  const [paid, csv] = [readData<Paid>('e2e_btc_dev.jsonl'), readKlines()]
  if (paid !== null && csv !== null) {
    const read = readCandles(csv)
    addShare(
      add,
      'candles, recorded',
      paid.map((market) => ({
        group: market.group ?? market.question,
        isRight: resolveByCandles(market, read, { symbol: 'BTCUSDT' }).outcome === market.resolvedOutcome,
      })),
    )
  }
  const generated = madeCandles(made, 20_261_119).map(({ market, csv, outcome }, i) => ({
    group: String(i),
    isRight: resolveByCandles(market, readCandles(csv), { symbol: 'BTCUSDT' }).outcome === outcome,
  }))
  addShare(add, 'candles, generator of 2026-11-19', generated)
}
