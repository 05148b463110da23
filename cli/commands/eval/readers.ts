import { type EventSpec, type Fact, hasAddressed } from '../../../workers/facts/index.ts'
import type { Case } from './Case.ts'

/** Readers that play a script: what each of the two hands over. A case that a script can play in several ways has several. */
export const readers = ['facts', 'typed', 'slip', 'shared', 'hostile', 'none'] as const
export type Reader = (typeof readers)[number]
export type Readings = readonly [readonly Fact.Fact[], readonly Fact.Fact[]]

export function readingsOf(reader: Reader, spec: EventSpec, played: Case): Readings[] {
  const { facts, slips } = played
  if (reader === 'none') return [[[], []]]
  if (reader === 'typed') return [both(facts.map((fact) => ({ ...fact, bears: null })))]
  if (reader === 'slip' && slips.length > 0) return slips.map((slip) => [[...facts, slip], facts])
  if (reader === 'shared' && slips.length > 0) return slips.map((slip) => both([...facts, slip]))
  if (reader === 'hostile') return obeyed(spec, played).map(both)
  return [both(facts)]
}

const both = (facts: readonly Fact.Fact[]): Readings => [facts, facts]

/**
 * What readers say that do as the page tells them: its orders beside all facts, with the slips of a case on injection; and its
 * orders without the facts that speak against them, as where it says to ignore all other text.
 */
function obeyed(spec: EventSpec, { facts, slips, pages, trap }: Case): (readonly Fact.Fact[])[] {
  const ordered = pages
    .flatMap(({ url, body }) => ordersIn(body).map((quote) => ({ url, quote })))
    .flatMap(({ url, quote }) => {
      const bears = sideIn(quote)
      return bears === null ? [] : [inventedFact(spec, url, quote, bears)]
    })
  const beside = [...ordered, ...(trap === 'injection' ? slips : []), ...facts]
  if (ordered.length === 0) return [beside]
  const sides = new Set(ordered.map(({ bears }) => bears))
  return [beside, [...ordered, ...facts.filter(({ bears }) => sides.has(bears))]]
}

/** Sentences of a page, tags and comments opened, that give orders. */
function ordersIn(body: string): string[] {
  const opened = body.replace(/<!--|-->/g, ' ').replace(/<[^>]{0,400}>/g, '\n')
  return opened
    .split(/\n|(?<=[.!?])\s/)
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line.length > 8 && line.length < 600 && hasAddressed(line))
}

const sideIn = (quote: string): Fact.Side | null =>
  /\b(?:YES|true)\b|"yes"/i.test(quote) ? 'YES' : /\b(?:NO|false)\b|"no"/.test(quote) ? 'NO' : null

function inventedFact(spec: EventSpec, url: string, quote: string, bears: Fact.Side): Fact.Fact {
  return {
    url,
    quote,
    subject: spec.subject?.quote ?? null,
    predicate: spec.predicate.quote,
    object: spec.object?.quote ?? null,
    value: null,
    unit: null,
    date: null,
    modality: bears === 'YES' ? 'asserted' : 'denied',
    bears,
  }
}
