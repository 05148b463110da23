import { BaseError } from './Errors.ts'

/**
 * The numbers of an evaluation: 8 dimensions → 3 scores → composite → vote weight. Integers throughout.
 * How a text earns its dimensions is Rubric's and LlmEvaluator's affair. See docs/protocol/scoring.md.
 */

/** One of the eight dimensions that an answer is scored in. */
export type Dimension = (typeof dimensions)[number]
/** A score from 0 to 100 in each dimension. */
export type Dimensions = { readonly [dimension in Dimension]: number }

/** The three scores that go on-chain, 0–100 each. */
export type Scores = {
  readonly res_quality: number
  readonly src_quality: number
  readonly analysis_depth: number
}

/** 0 is the best provenance, 3 plain HTTP; null when no item was verified at all. */
export type Tier = 0 | 1 | 2 | 3 | null

/** The eight dimensions, in the order they are packed. */
export const dimensions = [
  'resolution_quality',
  'source_quality',
  'analysis_depth',
  'reasoning_clarity',
  'evidence_strength',
  'bias_awareness',
  'timeliness',
  'collaboration',
] as const

/** Per cent of the composite; they add up to 100. */
export const weights: Dimensions = {
  resolution_quality: 20,
  source_quality: 15,
  analysis_depth: 15,
  reasoning_clarity: 15,
  evidence_strength: 10,
  bias_awareness: 10,
  timeliness: 10,
  collaboration: 5,
}

/** Which dimensions, by their weights, make up each on-chain score. */
const parts: { readonly [score in keyof Scores]: readonly Dimension[] } = {
  res_quality: ['resolution_quality', 'reasoning_clarity', 'evidence_strength'],
  src_quality: ['source_quality', 'timeliness'],
  analysis_depth: ['analysis_depth', 'bias_awareness', 'collaboration'],
}

/** Per cent of the composite that each on-chain score carries: the weights of its dimensions, summed. */
export const scoreWeights: Scores = { res_quality: 45, src_quality: 25, analysis_depth: 30 }

/** The most that Evidence Strength may reach, by the best verified tier. */
export const tierCaps = [100, 90, 75, 50] as const
/** The most that Evidence Strength may reach without a verified item. */
export const unverifiedCap = 40

/** What Source Quality may reach without a source. */
export const sourcelessCap = 10

/** The reputation factor of an agent without settled markets, in basis points. */
export const newcomerFactorBps = 2500
/** A newcomer's factor counts like this many settled markets, so that one lucky market buys little. */
export const priorMarkets = 10
/** The highest reputation factor, in basis points. */
export const maxFactorBps = 15_000
/** The highest weight of a vote: composite (hundredths) × factor / 10^4. */
export const maxWeight = 15_000

/**
 * num / den, half up, in integers.
 *
 * @example
 * Score.halfUp(5, 2) // 3
 */
export const halfUp = (num: number, den: number): number => Math.floor((2 * num + den) / (2 * den))

/**
 * Eight dimensions to the three on-chain scores.
 *
 * @example
 * Score.aggregate(Score.all(70)) // { res_quality: 70, src_quality: 70, analysis_depth: 70 }
 */
export function aggregate(from: Dimensions): Scores {
  assertDimensions(from)
  return {
    res_quality: weighted(from, 'res_quality'),
    src_quality: weighted(from, 'src_quality'),
    analysis_depth: weighted(from, 'analysis_depth'),
  }
}

function weighted(from: Dimensions, score: keyof Scores): number {
  let sum = 0
  for (const dimension of parts[score]) sum += weights[dimension] * from[dimension]
  return halfUp(sum, scoreWeights[score])
}

/**
 * Σ weight · score over the 8 dimensions: the composite in hundredths, 0–10,000.
 *
 * @example
 * Score.composite(Score.all(70)) // 7_000
 */
export function composite(from: Dimensions): number {
  assertDimensions(from)
  let sum = 0
  for (const dimension of dimensions) sum += weights[dimension] * from[dimension]
  return sum
}

/**
 * The composite in hundredths as the contract sees it, from the three reported scores. It differs from `composite` by the
 * rounding of 8 → 3 alone: at most 50 hundredths.
 *
 * @example
 * Score.compositeOfScores({ res_quality: 70, src_quality: 60, analysis_depth: 50 }) // 6_150
 */
export function compositeOfScores(scores: Scores): number {
  for (const name of ['res_quality', 'src_quality', 'analysis_depth'] as const)
    assertScore(scores[name], name)
  return 45 * scores.res_quality + 25 * scores.src_quality + 30 * scores.analysis_depth
}

/** What the registry keeps for an agent: settled markets, those it was right in, and its summed scores. */
export type Reputation = {
  readonly count: number
  readonly correct: number
  readonly sumRes: bigint
  readonly sumSrc: bigint
  readonly sumDepth: bigint
}

/** The reputation of an agent without settled markets. */
export const newcomer: Reputation = { count: 0, correct: 0, sumRes: 0n, sumSrc: 0n, sumDepth: 0n }

/**
 * Mean score of an agent times how often it was right, 0–100; every division rounds down.
 *
 * @example
 * Score.meanReputation({ count: 4, correct: 3, sumRes: 320n, sumSrc: 320n, sumDepth: 320n }) // 60
 */
export function meanReputation(reputation: Reputation): number {
  const { count, correct, sumRes, sumSrc, sumDepth } = reputation
  if (!isCount(count) || !isCount(correct) || correct > count) throw new BadReputationError(reputation)
  if (sumRes < 0n || sumSrc < 0n || sumDepth < 0n) throw new BadReputationError(reputation)
  const most = 100n * BigInt(count)
  if (sumRes > most || sumSrc > most || sumDepth > most) throw new BadReputationError(reputation)
  if (count === 0) return 0
  const mean = (sumRes + sumSrc + sumDepth) / 3n / BigInt(count)
  return Number((mean * BigInt(correct)) / BigInt(count))
}

/**
 * How much an agent's composite counts, in basis points: 2,500 for a newcomer, towards 15,000 for a perfect record.
 *
 * @example
 * Score.factorBps(Score.newcomer) // 2_500
 * Score.factorBps({ count: 10, correct: 10, sumRes: 800n, sumSrc: 800n, sumDepth: 800n }) // 7_750
 */
export function factorBps(reputation: Reputation): number {
  const earned = reputation.count * (5000 + 100 * meanReputation(reputation))
  return Math.floor((priorMarkets * newcomerFactorBps + earned) / (priorMarkets + reputation.count))
}

/**
 * The weight of a vote, 0–15,000: what the contract computes from the reported scores and the factor frozen at join.
 *
 * @example
 * Score.weight({ res_quality: 70, src_quality: 60, analysis_depth: 50 }, 2_500) // 1_537
 */
export function weight(scores: Scores, factor: number): number {
  if (!Number.isInteger(factor) || factor < 0 || factor > 0xffff) throw new BadFactorError(factor)
  return Math.floor((compositeOfScores(scores) * factor) / 10_000)
}

/** What the rules know of an answer without reading its text. */
export type Facts = {
  readonly sources: number
  readonly best_tier: Tier
  readonly asked: number
  readonly answered: number
}

/**
 * The rules that stand above every evaluator, model or rubric: no source, at most 10 for Source Quality; Evidence Strength
 * capped by the best verified tier; Collaboration by the share of challenges answered, rounded down.
 *
 * @example
 * const capped = Score.cap(Score.all(90), { sources: 0, best_tier: null, asked: 3, answered: 1 })
 * capped.source_quality // 10
 * capped.evidence_strength // 40
 * capped.collaboration // 30
 */
export function cap(from: Dimensions, facts: Facts): Dimensions {
  assertDimensions(from)
  const { asked } = facts
  const answered = Math.min(Math.max(facts.answered, 0), asked)
  return {
    ...from,
    source_quality: facts.sources > 0 ? from.source_quality : Math.min(from.source_quality, sourcelessCap),
    evidence_strength: Math.min(from.evidence_strength, evidenceCap(facts.best_tier)),
    collaboration: asked > 0 ? Math.floor((from.collaboration * answered) / asked) : from.collaboration,
  }
}

/**
 * The most that Evidence Strength may reach with this best tier.
 *
 * @example
 * Score.evidenceCap(0) // 100
 * Score.evidenceCap(null) // 40
 */
export const evidenceCap = (tier: Tier): number => (tier === null ? unverifiedCap : tierCaps[tier])

/** The same score in every dimension. */
export function all(score: number): Dimensions {
  const out = {} as { -readonly [dimension in Dimension]: number }
  for (const dimension of dimensions) out[dimension] = score
  return out
}

function assertDimensions(from: Dimensions): void {
  for (const dimension of dimensions) assertScore(from[dimension], dimension)
}

function assertScore(score: number, name: string): void {
  if (!Number.isInteger(score) || score < 0 || score > 100) throw new BadScoreError(name, score)
}

const isCount = (count: number): boolean => Number.isInteger(count) && count >= 0 && count <= 0xffffffff

/** Thrown for a score that is not an integer from 0 to 100. */
export class BadScoreError extends BaseError {
  override readonly name = 'Score.BadScoreError'
  constructor(dimension: string, score: unknown) {
    super(`The score of ${dimension} must be an integer from 0 to 100, not ${String(score)}.`)
  }
}

/** Thrown for a factor that does not fit its 16 bits. */
export class BadFactorError extends BaseError {
  override readonly name = 'Score.BadFactorError'
  constructor(factor: unknown) {
    super(`A reputation factor is an integer of basis points that fits 16 bits, not ${String(factor)}.`)
  }
}

/** Thrown for a record that no agent can have. */
export class BadReputationError extends BaseError {
  override readonly name = 'Score.BadReputationError'
  constructor(reputation: Reputation) {
    super(`No agent can have ${reputation.correct} of ${reputation.count} markets right with these sums.`, {
      metaMessages: ['correct ≤ count ≤ 2^32 − 1, and each sum of scores lies between 0 and 100 · count.'],
    })
  }
}
