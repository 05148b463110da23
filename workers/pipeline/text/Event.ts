import { Instant, type Spec } from '../../../protocol/index.ts'
import { type EventSpec, readEvent } from '../../facts/index.ts'
import { displayOf, questionIn } from '../questionIn.ts'
import { createdIn } from '../rule/compile.ts'
import type { Subject } from '../Subject.ts'

/** A market in words: what it asks, and other words for it that a model proposed. Those help readers to look; no check hears of them. */
export type Event = { readonly spec: EventSpec; readonly synonyms: readonly string[] }

type Times = Pick<Subject, 'question' | 'parsed' | 'created' | 'deadline'>

/** What the words of a market ask. Its deadline only helps to find the year of a day that has none. */
export function eventOf(subject: Times, synonyms: readonly string[] = []): Event {
  const { title, rules } = partsOf(displayOf(subject))
  const { created, deadline } = subject
  return { spec: readEvent({ question: title, rules, created, deadline }), synonyms }
}

/** The title ends with its question mark, or else with its line; what follows are the rules. */
export function partsOf(text: string): { readonly title: string; readonly rules: string } {
  const trimmed = text.trim()
  const line = trimmed.split('\n', 1)[0]!
  const mark = line.indexOf('?')
  const title = mark === -1 ? line : line.slice(0, mark + 1)
  return { title, rules: trimmed.slice(title.length).trim() }
}

const known = new WeakMap<Spec.PromptSpec, Event>()

/** The event of a prompt spec, read from its question again: what the spec commits to is compared, never believed. */
export function eventIn(spec: Spec.PromptSpec): Event {
  const read = known.get(spec)
  if (read !== undefined) return read
  const deadline = Instant.parse(spec.market.resolution_deadline)
  const subject = { ...questionIn(spec), created: createdIn(spec.prediction_semantics), deadline }
  const event = eventOf(subject, spec.event?.predicate.synonyms)
  known.set(spec, event)
  return event
}

/** An event as a prompt spec commits to it. */
export function toCommitted({ spec, synonyms }: Event): Spec.Event {
  const { subject, object, agent, predicate, comparison, mention, window, period } = spec
  return {
    subject: named(subject),
    object: named(object),
    agent: named(agent),
    predicate: {
      quote: predicate.quote,
      accepts: [...predicate.accepts],
      rejects: [...predicate.rejects],
      synonyms: [...synonyms],
    },
    comparison:
      comparison === null
        ? null
        : {
            op: comparison.op,
            value: fraction(comparison.value),
            upper: comparison.upper === null ? null : fraction(comparison.upper),
            unit: comparison.unit?.kind ?? null,
          },
    mention:
      mention === null
        ? null
        : { words: [...mention.words], count: mention.count, in_compounds: mention.inCompounds },
    negative: spec.negative,
    requires: spec.requires,
    window: { ...window, from: instant(window.from), to: instant(window.to) },
    period: period === null ? null : periodText(period),
    admits_reports: spec.admitsReports,
  }
}

const named = (one: EventSpec['subject']) =>
  one === null ? null : { quote: one.quote, aliases: [...one.aliases] }

const fraction = ({ top, bottom }: { readonly top: bigint; readonly bottom: bigint }) => `${top}/${bottom}`

const instant = (at: number | null) => (at === null ? null : Instant.format(at))

function periodText({ year, month, quarter }: NonNullable<EventSpec['period']>): string {
  if (quarter !== null) return `${year}-Q${quarter}`
  return month === null ? `${year}` : `${year}-${String(month).padStart(2, '0')}`
}
