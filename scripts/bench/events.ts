import { Instant } from '../../protocol/index.ts'
import * as Amounts from '../../workers/facts/Amounts.ts'
import { decide, type EventSpec, Fact, readEvent, type Source, viewPage } from '../../workers/facts/index.ts'
import { readTitle } from '../../workers/facts/Title.ts'
import { type Row, rounded } from './measure.ts'
import { readData } from './rubric.ts'

export const summary =
  'how many recorded markets in words can be decided: by a page that states the title as fact, or denies it'

export type Recorded = {
  readonly question: string
  readonly description: string | null
  readonly createdAt: string | null
  readonly endDate: string | null
  readonly outcomes: readonly string[] | null
}

/** Markets that ask one thing and are answered by yes or no. */
export const isPlain = ({ outcomes, description }: Recorded): boolean =>
  outcomes?.join('/') === 'Yes/No' && (description ?? '').trim() !== ''

export type Stated = {
  readonly spec: EventSpec
  /** The title as a sentence of the past: "Alder did acquire Tolland." */
  readonly statement: string
  readonly outcome: 'YES' | 'NO' | 'INVALID'
  readonly rule: string
  readonly why: string
}

const source: Source = {
  url: 'https://wire.example/story',
  name: 'Wire',
  role: 'primary',
  complete_for: null,
}
const day = 86_400

/** What two readers and a page that says so come to, for a market whose words are all that is known of it. */
export function state(market: Recorded, bears: Fact.Side | null = 'YES'): Stated {
  const created = instantOf(market.createdAt)
  const spec = readEvent({
    question: market.question,
    rules: market.description ?? '',
    created,
    deadline: instantOf(market.endDate),
  })
  const statement = statementOf(market.question)
  const on = dayIn(spec, created)
  const page = viewPage(
    {
      url: source.url,
      status: 200,
      content_type: 'text/html; charset=utf-8',
      body: `<!doctype html><html lang="en"><head><title>Wire</title></head><body><main><h1>News of the day</h1><p>${on}</p><p>${escaped(statement)}</p><p>More of this in our next edition, with what has been said about it by those who were there.</p></main></body></html>`,
    },
    source,
  )
  const facts = [factOf(market.question, statement, on, bears)]
  const { outcome, rule, why } = decide(spec, [page], [facts, facts])
  return { spec, statement, outcome, rule, why }
}

/** The title as a sentence of the past, without its deadline: what a page says of what has happened. */
export function statementOf(question: string): string {
  const { subject, predicate } = readTitle(question)
  const isAsked = /^(?:.*: )?(?:will|does|did|is|are|has|have)\b/i.test(question)
  const told = isAsked && !/^be\b/.test(predicate) ? `did ${predicate}` : predicate.replace(/^be\b/, 'was')
  const said = `${subject} ${told}`.trim()
  return `${said[0]?.toUpperCase() ?? ''}${said.slice(1)}.`
}

function factOf(question: string, quote: string, date: string, bears: Fact.Side | null): Fact.Fact {
  const { subject, predicate, rest } = readTitle(question)
  const amount = Amounts.amountsIn(question)[0]
  return Fact.schema.parse({
    url: source.url,
    quote,
    subject,
    predicate: predicate.slice(0, predicate.length - rest.length).trim() || predicate || null,
    object: rest === '' ? null : rest,
    value: null,
    unit: amount === undefined ? null : amount.unit,
    date,
    modality: 'asserted',
    bears,
  })
}

/** A day on which it may have happened: the last of the window, or a day after the market was made. */
function dayIn({ window }: EventSpec, created: number | null): string {
  const at = Math.max(window.to === null ? (created ?? 0) + day : window.to - day, window.from ?? 0)
  return Instant.format(at).slice(0, 10)
}

const instantOf = (text: string | null): number | null => {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : Math.floor(at / 1_000)
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const quick = 400

export function rows(note: (text: string) => void, most = Number.POSITIVE_INFINITY): Row[] {
  const all = readData<Recorded>('polymarket_markets_dev.jsonl')
  if (all === null) {
    note('CRESOLVER_DATA names no folder with recorded markets')
    return []
  }
  const step = Math.max(1, Math.floor(all.length / most))
  const markets = all.filter((_, i) => i % step === 0)
  const asked = markets.filter(isPlain)
  const stated = asked.map((market) => state(market))
  const typed = asked.map((market) => state(market, null))
  const plain = stated.filter(({ spec }) => spec.missing_fields.length === 0)
  const share = (name: string, hits: number, of: number): Row => ({
    name,
    n: of,
    value: rounded(hits / of),
    unit: 'share',
  })
  const count = (all: readonly Stated[], outcome: string) =>
    all.filter((each) => each.outcome === outcome).length
  return [
    share('nothing missing in the words', plain.length, asked.length),
    share('decided YES by the title as fact', count(stated, 'YES'), asked.length),
    share('decided YES, of those with nothing missing', count(plain, 'YES'), plain.length),
    share('decided NO by the title as fact', count(stated, 'NO'), asked.length),
    share('decided YES without a direction from the readers', count(typed, 'YES'), asked.length),
    share('decided NO without a direction from the readers', count(typed, 'NO'), asked.length),
  ]
}
