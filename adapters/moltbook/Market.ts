import { z } from 'zod'
import { BaseError, Instant, Issue, Question, Rule, Schema } from '../../protocol/index.ts'
import { statuses } from './Status.ts'

/** One market of markets.json, version 2: the fields of seed 000, all of them, and no others. */
export const id = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'expected a short name such as market_abc123')

/** Ids of Moltbook are UUIDs; they go into addresses, so nothing else may be in them. */
export const remoteId = z.string().regex(/^[A-Za-z0-9_-]{1,128}$/, 'expected an id of Moltbook')

/** A number where JSON holds it exactly, otherwise a decimal in a string (C32). */
const exact = z.union([z.number(), Schema.decimal])

export const rule = z.strictObject({
  source: z.string().min(1),
  metric: z.string().optional(),
  op: z.enum(['gte', 'lte', 'gt', 'lt', 'eq']).optional(),
  target: exact.optional(),
  resolver: z.string().optional(),
  deadline: z.string().optional(),
  tolerance: z.string().optional(),
})
export type MarketRule = z.infer<typeof rule>

export const commitment = z.strictObject({
  agent: z.string().min(1).max(128),
  position: Schema.yesOrNo,
  /** Whole per cent. */
  confidence: z.int().min(0).max(100),
  comment_id: remoteId.nullable(),
  committed_at: Schema.instant,
})
export type Commitment = z.infer<typeof commitment>

/** What an outcome rests on. By hash: anyone can ask the source again and compare. */
export const evidence = z.strictObject({
  /** `source`: a source was asked; `resolver`: somebody decided; `none`: nobody could be asked; `v1`: taken over as it was. */
  kind: z.enum(['source', 'resolver', 'none', 'v1']),
  note: z.string().max(1_024),
  uri: z.string().max(2_048).nullable(),
  /** keccak256 of the reply, exactly as it came. */
  response_hash: Schema.hash.nullable(),
  observed_at: Schema.instant.nullable(),
  retrieved_at: Schema.instant.nullable(),
  /** Root of the proof of reasoning, which is kept beside markets.json. */
  por_root: Schema.hash.nullable(),
})
export type OutcomeEvidence = z.infer<typeof evidence>

export const onchain = z.strictObject({
  chain_id: z.int().min(1),
  contract: Schema.address,
  market_id: z.string().regex(/^\d{1,78}$/),
  transaction: Schema.hash.nullable(),
})
export type OnChain = z.infer<typeof onchain>

export const schema = z.strictObject({
  id,
  status: z.enum(statuses),
  question_raw: z.string().min(1),
  question_display: z.string().min(1),
  deadline: Schema.instant,
  rule,
  moltbook_post_id: remoteId,
  source_post_id: remoteId.nullable(),
  creator: z.string().min(1).max(128).nullable(),
  outcome: Schema.yesOrNo.nullable(),
  outcome_value: exact.nullable(),
  outcome_evidence: evidence.nullable(),
  resolved_at: Schema.instant.nullable(),
  resolution_comment_id: remoteId.nullable(),
  commitments: z.array(commitment),
  onchain: onchain.nullable(),
  created_at: Schema.instant,
  updated_at: Schema.instant,
})
export type Market = z.infer<typeof schema>

/** A decimal as JSON holds it: a number if that gives back the very same digits. */
export const toExact = (decimal: string): number | string =>
  String(Number(decimal)) === decimal ? Number(decimal) : decimal

/** The rule of a question as markets.json writes it: what is absent is left out. */
export function ruleOf({ rule }: Question.Question): MarketRule {
  const pairs = Rule.keys.flatMap((key) => {
    const value = rule[key]
    if (value === null) return []
    return [[key, key === 'target' ? toExact(value) : value] as const]
  })
  return Object.fromEntries(pairs) as MarketRule
}

/** The rule of a market as its question says it, which the record repeats field by field. */
export function ruleIn({ rule }: Pick<Market, 'rule'>): Rule.Rule {
  const { source, metric, op, target, resolver, deadline, tolerance } = rule
  return {
    source,
    ...Rule.splitSource(source),
    metric: metric ?? null,
    op: op ?? null,
    target: target === undefined ? null : String(target),
    resolver: resolver ?? null,
    deadline: deadline ?? null,
    tolerance: tolerance ?? null,
    extra: {},
    subtags: Rule.noSubtags,
  }
}

/** A market as it begins; what is derived from the question is derived here and nowhere else. */
export function open(
  given: Pick<Market, 'id' | 'question_raw' | 'deadline' | 'moltbook_post_id' | 'creator' | 'created_at'> &
    Partial<Pick<Market, 'source_post_id'>>,
): Market {
  const question = Question.validate(given.question_raw, { deadline: Instant.parse(given.deadline) })
  return {
    id: given.id,
    status: 'open',
    question_raw: given.question_raw,
    question_display: question.question!,
    deadline: given.deadline,
    rule: ruleOf(question),
    moltbook_post_id: given.moltbook_post_id,
    source_post_id: given.source_post_id ?? null,
    creator: given.creator,
    outcome: null,
    outcome_value: null,
    outcome_evidence: null,
    resolved_at: null,
    resolution_comment_id: null,
    commitments: [],
    onchain: null,
    created_at: given.created_at,
    updated_at: given.created_at,
  }
}

export type Problem = { readonly field: string; readonly message: string }

/** All that is wrong with a value that should be a market: missing fields first, then fields that contradict each other. */
export function problems(value: unknown): Problem[] {
  const result = schema.safeParse(value)
  if (!result.success) {
    return result.error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }))
  }
  return [...questionProblems(result.data), ...outcomeProblems(result.data)]
}

/** Faults that are refused before a market is created. One that is there all the same stays readable, and ends as invalid. */
const ofCreation: readonly string[] = ['UNKNOWN_PROVIDER', 'UNKNOWN_METRIC']

function questionProblems(market: Market): Problem[] {
  const parsed = Question.parse(market.question_raw, { deadline: Instant.parse(market.deadline) })
  const errors = parsed.issues.filter((issue) => Issue.isError(issue) && !ofCreation.includes(issue.code))
  if (errors.length > 0)
    return errors.map(({ code, message }) => ({ field: 'question_raw', message: `${code}: ${message}` }))
  const found: Problem[] = []
  if (parsed.question !== market.question_display)
    found.push({ field: 'question_display', message: 'is not what question_raw says' })
  const [written, derived] = [market.rule, ruleOf(parsed)]
  for (const key of Rule.keys) {
    if (String(written[key]) === String(derived[key])) continue
    const isMissing = written[key] === undefined && (key === 'op' || key === 'target')
    const message = isMissing ? 'is required when the source is not manual' : 'is not what question_raw says'
    found.push({ field: `rule.${key}`, message })
  }
  return found
}

/** What must be there, and what must not be yet, at each status. */
function outcomeProblems(market: Market): Problem[] {
  const found: Problem[] = []
  const need = (field: keyof Market, isThere: boolean) => {
    if (isThere === (market[field] === null))
      found.push({ field, message: `${isThere ? 'is required' : 'must be null'} when ${market.status}` })
  }
  switch (market.status) {
    case 'open':
      for (const field of ['outcome', 'outcome_value', 'outcome_evidence', 'resolved_at'] as const)
        need(field, false)
      need('resolution_comment_id', false)
      break
    case 'resolved':
      need('resolved_at', true)
      need('outcome_evidence', true)
      break
    case 'settled':
    case 'finalized':
      for (const field of ['outcome', 'outcome_evidence', 'resolved_at'] as const) need(field, true)
      need('resolution_comment_id', true)
      break
    case 'invalid':
      need('outcome', false)
      need('resolved_at', true)
      need('outcome_evidence', true)
  }
  return found
}

export function check(value: unknown, name: string): Market {
  const found = problems(value)
  if (found.length > 0) throw new InvalidMarketError(name, found)
  return value as Market
}

export class InvalidMarketError extends BaseError {
  override readonly name = 'Market.InvalidMarketError'
  readonly problems: readonly Problem[]
  constructor(name: string, found: readonly Problem[]) {
    super(`${name} is no market of version 2.`, {
      metaMessages: found.slice(0, 8).map(({ field, message }) => `${field || 'the entry'}: ${message}`),
      docsPath: 'docs/aap.md',
    })
    this.problems = found
  }
}
