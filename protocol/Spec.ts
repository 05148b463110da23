import * as z from 'zod'
import * as Schema from './Schema.ts'

/** What is asked, precisely: the market, the prompt compiled from it, and the plan for collecting evidence. */
const sourcePolicy = z.strictObject({
  source_id: Schema.identifier,
  /** coingecko, defillama, binance, polymarket, http, web, claim … */
  provider: Schema.identifier,
  description: Schema.line,
  max_tier: Schema.tier,
})

const resolutionRule = z.strictObject({
  rule_id: Schema.identifier,
  outcome: Schema.outcome,
  /** What must hold for this rule to decide, in words a person can check. */
  condition: Schema.line,
})

const resolutionRules = z.strictObject({
  rules: z.array(resolutionRule).min(1).max(16),
  /** The comparison of a § auto rule, null where a person or a model must read. */
  predicate: z
    .strictObject({
      source_id: Schema.hash,
      op: z.enum(['gte', 'lte', 'gt', 'lt', 'eq']),
      target: Schema.decimal,
    })
    .nullable(),
})

const disputePolicy = z.strictObject({
  challenge_window_seconds: z.int().min(0),
  max_rounds: z.int().min(1).max(4),
})

const window = z.strictObject({ start: Schema.instant, end: Schema.instant })

/** A market as its resolvers read it: the question, the window, the rules and the allowed sources. */
export const marketSpec = z.strictObject({
  schema_version: Schema.version,
  market_id: Schema.identifier,
  question: z.string().min(1).max(2_048),
  event_definition: Schema.line,
  timezone: z.string().min(1).max(64),
  resolution_deadline: Schema.instant,
  resolution_window: window,
  resolution_rules: resolutionRules,
  allowed_sources: z.array(sourcePolicy).max(32),
  /** Items of this tier or a better (lower) one are accepted. */
  min_provenance_tier: Schema.tier,
  dispute_policy: disputePolicy,
})
/** A market as the schema reads it. */
export type MarketSpec = z.infer<typeof marketSpec>

const dataRequirement = z.strictObject({
  requirement_id: Schema.identifier,
  source_id: Schema.identifier,
  description: Schema.line,
  min_provenance_tier: Schema.tier,
  window,
})
/** A piece of data that the prompt asks for, from one source and in one window. */
export type DataRequirement = z.infer<typeof dataRequirement>

const words = z.string().max(4_096)
const named = z.strictObject({ quote: words, aliases: z.array(words).max(64) })

/** What a market in words asks, in pieces of its own text that code can compare. */
export const event = z.strictObject({
  subject: named.nullable(),
  object: named.nullable(),
  /** Who acts by the sentence of the rules that decides. */
  agent: named.nullable(),
  predicate: z.strictObject({
    quote: words,
    /** What counts, and what does not, as the rules say it. */
    accepts: z.array(words).max(64),
    rejects: z.array(words).max(64),
    /** Other words for it that a model proposed; they are not the rules'. */
    synonyms: z.array(words).max(16),
  }),
  /** Numbers as fractions, such as `1400000/1`. */
  comparison: z
    .strictObject({ op: z.string().max(16), value: words, upper: words.nullable(), unit: words.nullable() })
    .nullable(),
  mention: z
    .strictObject({ words: z.array(words).max(64), count: z.int().min(0), in_compounds: z.boolean() })
    .nullable(),
  /** Whether the event is that something does not happen, or ends. */
  negative: z.boolean(),
  requires: z.enum(['announced', 'completed', 'either', 'published value']),
  /** As the words of the market give it, whatever the deadline of the contract is. */
  window: z.strictObject({
    from: Schema.instant.nullable(),
    to: Schema.instant.nullable(),
    zone: z.string().max(64).nullable(),
    bound: z.enum(['by', 'before']),
  }),
  /** The month, quarter or year that a published value is of, such as `2025-Q3`. */
  period: z.string().max(16).nullable(),
  admits_reports: z.boolean(),
})
/** An event as the schema reads it. */
export type Event = z.infer<typeof event>

/** The prompt compiled from a market: what to find out, from which data, and in which form. */
export const promptSpec = z.strictObject({
  schema_version: Schema.version,
  task_type: z.enum(['prediction_resolution']),
  market: marketSpec,
  prediction_semantics: z.strictObject({
    target_entity: Schema.line,
    predicate: Schema.line,
    threshold: z.string().max(128).nullable(),
    timeframe: Schema.line,
  }),
  /** Left out where a rule decides. */
  event: event.exactOptional(),
  data_requirements: z.array(dataRequirement).max(32),
  output_schema: z.literal('DeterministicVerdict/v1'),
  forbidden_behaviors: z.array(Schema.line).max(32),
  /** Hashes of the prompt files a model was given; empty where none was asked. */
  prompt_hashes: z.array(Schema.hash).max(16),
})
/** A prompt as the schema reads it. */
export type PromptSpec = z.infer<typeof promptSpec>

/** The requests that collect the evidence, one step each. */
export const toolPlan = z.strictObject({
  schema_version: Schema.version,
  plan_id: Schema.identifier,
  market_id: Schema.identifier,
  /** Of the source registry that the steps were planned from; left out where there was none. */
  registry_hash: Schema.hash.optional(),
  steps: z
    .array(
      z.strictObject({
        step_id: Schema.identifier,
        requirement_id: Schema.identifier,
        source_id: Schema.identifier,
        method: z.enum(['GET', 'POST', 'READ', 'SEARCH']),
        /** An address, or the query of a search. */
        target: z.string().min(1).max(2_048),
        max_tier: Schema.tier,
      }),
    )
    .max(32),
})
/** A plan as the schema reads it. */
export type ToolPlan = z.infer<typeof toolPlan>
