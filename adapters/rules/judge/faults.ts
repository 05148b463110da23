import type { Market } from '../../../reading/Market.ts'
import type { ContradictionCode, Fault } from '../../../reading/ParsedRule.ts'
import type { Facts } from '../../../reading/rule/readFacts.ts'
import { factorRules, isAddressed, type Place } from './factors.ts'

export type FoundFault = Fault & { readonly place: Place | null }

/** A few of them are enough to send a rule back. */
const maxFaults = 16

type Kind = Omit<Fault, 'words'> & {
  readonly find: (facts: Facts, market: Market) => readonly (Place | null)[]
}

const factor = (name: string): Kind['find'] => factorRules.find((rule) => rule.name === name)!.find
const remedies: Readonly<Record<ContradictionCode, string>> = {
  deadline_differs: 'Give the title and the rules one deadline.',
  deadline_after_end: 'End the rules no later than the market.',
  window_reversed: 'Let the window begin before it ends.',
  threshold_differs: 'Give the title and the rules one number.',
  direction_differs: 'Let the title and the rules compare in one direction.',
  bound_differs: 'Say whether the number itself counts: "more than" or "at least".',
  outcome_unknown: 'Name only outcomes that the market has.',
}

/** What is wrong with a rule so that two careful readers may end it in different ways, each with what to do about it. */
const kinds: readonly Kind[] = [
  {
    code: 'no_deadline',
    severity: 'grave',
    message: 'Nothing says until when it can happen.',
    remedy: 'Say until which day, clock and zone: "by May 1, 2027, 11:59 PM ET".',
    find: factor('no_deadline'),
  },
  {
    code: 'unread_language',
    severity: 'grave',
    message: 'It is written in a language that is not read.',
    remedy: 'Write it in English.',
    find: factor('unread_language'),
  },
  {
    code: 'vague_predicate',
    severity: 'grave',
    message: 'It asks for a degree that nothing measures.',
    remedy: 'Say what counts: a number, a date, a document, or a definition of the words.',
    find: factor('vague_predicate'),
  },
  {
    code: 'no_zone',
    severity: 'grave',
    message: 'A time of day has no zone.',
    remedy: 'Say which zone: "5 PM ET", "17:00 UTC".',
    find: ({ deadline }) =>
      deadline !== null && deadline.zone === null && deadline.hasClock ? [inText(deadline.place)] : [],
  },
  {
    code: 'open_source',
    severity: 'grave',
    message: 'Any other source will do, and none of them is named.',
    remedy: 'Name the sources that count, in the order in which they do.',
    find: factor('open_source'),
  },
  {
    code: 'rules_elsewhere',
    severity: 'grave',
    message: 'What decides stands in another document or market.',
    remedy: 'Write here what it says.',
    find: ({ references }) =>
      references
        .filter(({ kind }) => kind === 'document')
        .map(({ start, end }) => ({ in: 'rules', start, end })),
  },
  {
    code: 'no_rules',
    severity: 'light',
    message: 'There is only a title.',
    remedy: 'Say what makes it Yes, and what makes it No.',
    find: factor('no_rules'),
  },
  {
    code: 'no_source',
    severity: 'light',
    message: 'Nothing says who knows the answer.',
    remedy: 'Name a source: the address or the publication that will have it.',
    find: ({ citations }) =>
      citations.some(
        (cited) => isAddressed(cited) || cited.kind === 'consensus' || cited.kind === 'authority',
      )
        ? []
        : [null],
  },
  {
    code: 'day_without_zone',
    severity: 'light',
    message: 'A day ends at another time in each zone.',
    remedy: 'Say which zone, and which clock: "by May 1, 2027, 11:59 PM ET".',
    find: ({ deadline }) =>
      deadline !== null && deadline.zone === null && !deadline.hasClock ? [inText(deadline.place)] : [],
  },
]

const inText = (place: { in: Place['in'] | 'end_date'; start: number; end: number }): Place | null =>
  place.in === 'end_date' ? null : { in: place.in, start: place.start, end: place.end }

/** What a market lacks in its words and has in its contract. */
const givenElsewhere = new Set(['no_deadline', 'day_without_zone'])

/** All faults of a rule, the gravest first, each at each place where it stands. */
export function findFaults(market: Market, facts: Facts, { isTimed = false } = {}): FoundFault[] {
  const found = [
    ...facts.contradictions.map(({ code, message, span }) =>
      written(market, { code, message, severity: 'grave', remedy: remedies[code] }, span),
    ),
    ...kinds
      .filter(({ code }) => !(isTimed && givenElsewhere.has(code)))
      .flatMap(({ find, ...fault }) => find(facts, market).map((place) => written(market, fault, place))),
  ]
  return found.slice(0, maxFaults)
}

const written = (market: Market, fault: Omit<Fault, 'words'>, place: Place | null): FoundFault => ({
  ...fault,
  words: place === null ? null : market[place.in].slice(place.start, place.end),
  place,
})

/** How many light faults a market may have. */
const mostLight = 2

/** Whether no market should be made of it: a grave fault, or more light ones than a few. */
export const isUnfit = (faults: readonly Fault[]): boolean =>
  faults.some(({ severity }) => severity === 'grave') ||
  faults.filter(({ severity }) => severity === 'light').length > mostLight
