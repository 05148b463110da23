import type { Comparator } from '../../reading/ParsedRule.ts'
import type { Quantity } from './Quantity.ts'
import type { Unit } from './Unit.ts'

/** A name as the question writes it, and the other ways in which question and rules write it. */
export type Named = {
  readonly quote: string
  readonly aliases: readonly string[]
  /** Its words, and those of its aliases, without titles and legal forms. */
  readonly cores: readonly (readonly string[])[]
  /** Whether the question puts it in quotation marks: the title of a work, which nothing shortens. */
  readonly isTitle?: boolean
}

export type Comparison = {
  readonly op: Comparator
  readonly value: Quantity
  readonly upper: Quantity | null
  readonly unit: Unit | null
  /** Stems of the words that say what is measured. */
  readonly of: readonly string[]
}

/** A market on words that somebody says: which, how often, and who says them. */
export type Mention = {
  readonly words: readonly string[]
  readonly count: number
  /** Whether the words count inside longer ones. */
  readonly inCompounds: boolean
}

export type Window = {
  readonly from: number | null
  readonly to: number | null
  readonly zone: string | null
  readonly bound: 'by' | 'before'
}

/** The month, quarter or year that a published value is of. */
export type Period = { readonly year: number; readonly month: number | null; readonly quarter: number | null }

export const requirements = ['announced', 'completed', 'either', 'published value'] as const

/** What a market asks, in pieces that code can compare. Every name and wording is quoted from the question or its rules. */
export type EventSpec = {
  readonly question: string
  readonly rules: string
  readonly subject: Named | null
  readonly object: Named | null
  /** Who acts by the sentence of the rules that decides, where it begins with a name. */
  readonly agent: Named | null
  /** All names that the question and the deciding sentence of its rules hold. */
  readonly names: readonly Named[]
  readonly predicate: {
    readonly quote: string
    readonly accepts: readonly string[]
    readonly rejects: readonly string[]
  }
  readonly comparison: Comparison | null
  readonly mention: Mention | null
  /** Whether the event is that something does not happen, or ends. */
  readonly negative: boolean
  readonly requires: (typeof requirements)[number]
  readonly window: Window
  /** When the market was created: a window without an opening of its own opens then. */
  readonly created: number | null
  readonly period: Period | null
  /** Whether the rules let credible reporting decide. */
  readonly admitsReports: boolean
  /** What the title alone asks, where it does not say the same as the rules: an answer has to hold by both. */
  readonly titled: Partial<Pick<EventSpec, 'comparison' | 'window'>> | null
  readonly missing_fields: readonly string[]
}
