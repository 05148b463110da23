import type { Hash } from '../protocol/index.ts'

/** Where in the market a fact stands: the input's own name of the field, and UTF-16 places in its text. */
export type Span = { readonly in: string; readonly start: number; readonly end: number }

export type Comparator = 'gte' | 'gt' | 'lte' | 'lt' | 'eq' | 'between'

/** What must hold, as far as it is a comparison. */
export type Predicate = {
  /** Who or what it is about, in the market's own words. */
  readonly subject: string | null
  readonly comparator: Comparator | null
  /** Decimals, written out: `$1.2M` is `1200000`. */
  readonly threshold: string | null
  /** The other end of a `between`. */
  readonly upper: string | null
  readonly unit: string | null
  /** Which way something goes by that much: "falls by at least 5%" is `gte` 5 and `fall`. Null where a level is asked for. */
  readonly change: 'rise' | 'fall' | null
}

/**
 * Who is cited as knowing the answer; a `mention` is only spoken of, an `authority` has a name and no known address, and what is
 * `background` decides nothing.
 */
export type Citation = {
  readonly kind:
    | 'link'
    | 'publication'
    | 'competition'
    | 'oracle'
    | 'mention'
    | 'authority'
    | 'consensus'
    | 'background'
  /** Registrable domain; null where only words are given. */
  readonly domain: string | null
  readonly name: string
}

export type ClauseKind =
  | 'fifty_fifty'
  | 'postponement'
  | 'cancellation'
  | 'early_resolution'
  | 'tie'
  | 'extension'
  | 'fallback'

/** What happens when the event does not run its usual course. */
export type Clause = {
  readonly kind: ClauseKind
  /** The outcome it leads to: one of the market's labels, `50-50`, `open` (the market waits), or null when it is not said. */
  readonly settles: string | null
}

/** A market whose answer depends on another question, or on a text that is not here. */
export type CrossReference = {
  readonly kind: 'title' | 'sibling' | 'market' | 'document' | 'condition'
  readonly text: string
}

export type Contradiction = { readonly code: ContradictionCode; readonly message: string }
export type ContradictionCode =
  | 'deadline_differs'
  | 'deadline_after_end'
  | 'threshold_differs'
  | 'direction_differs'
  | 'bound_differs'
  | 'outcome_unknown'
  | 'window_reversed'

/** `count` is how often it stands there; the weight is that of all of them. */
export type Factor = { readonly name: string; readonly weight: number; readonly count: number }

/** What is wrong with a rule, and what to do about it. A grave fault is enough to make no market of it. */
export type Fault = {
  readonly code:
    | ContradictionCode
    | 'no_deadline'
    | 'no_zone'
    | 'no_source'
    | 'no_rules'
    | 'day_without_zone'
    | 'vague_predicate'
    | 'open_source'
    | 'rules_elsewhere'
    | 'unread_language'
  readonly severity: 'grave' | 'light'
  readonly message: string
  readonly remedy: string
  /** The words that have it; null where something is missing. */
  readonly words: string | null
}

export type Structured = {
  /** Null where the market is written in a language that is not read. */
  readonly language: 'en' | null
  /** The primary source's registrable domain, and those of all sources. */
  readonly source: string | null
  readonly sources: readonly string[]
  readonly citations: readonly Citation[]
  /** Who decides in the end: `UMA Optimistic Oracle` where nothing else is said. */
  readonly mechanism: string
  readonly oracle: {
    readonly bond_pusd: number
    readonly liveness_s: number
    readonly bond_source: 'market' | 'default'
  }
  /** The condition in one word, such as `press_release_signed` or `price_gte`. */
  readonly condition: string | null
  readonly predicate: Predicate
  readonly threshold: string | null
  /** `YYYY-MM-DDTHH:MMZ`. */
  readonly deadline: string | null
  /** The zone as written (`ET`), or null where the rule has none and UTC was assumed. */
  readonly timezone: string | null
  /** When the window opens that the deadline closes; null where the rule does not say. */
  readonly opens: string | null
  readonly clauses: readonly Clause[]
  readonly cross_references: readonly CrossReference[]
  readonly topology: {
    readonly neg_risk: boolean
    readonly neg_risk_market_id: string | null
    readonly item: string | null
    readonly kind: 'binary' | 'versus' | 'neg_risk'
  }
  readonly contradictions: readonly Contradiction[]
  /** 0 … 1: the sum of the factors, at most 1. */
  readonly ambiguity: number
  readonly factors: readonly Factor[]
  readonly faults: readonly Fault[]
}

export type ParsedRule = {
  readonly id: string | null
  readonly condition_id: string | null
  readonly structured: Structured
  /** 0 … 1: how much of the rule was found, not how likely any outcome is. */
  readonly confidence: number
  readonly rules_hash: Hash.Hash
  readonly raw_hash: Hash.Hash
  /** By field: `source`, `deadline`, `sources.1`, `clauses.0`, `factors.no_timezone` … */
  readonly spans: Readonly<Record<string, Span>>
}
