import { BaseError } from './Errors.ts'
import type * as Vote from './Vote.ts'

/**
 * The numbers of an evaluation: 8 dimensions → 3 scores → composite → vote weight and reward share. Integers throughout.
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

/** What Source Quality has at least with a source or a counted check: the least that 8 → 3 does not round to 0. */
export const backedFloor = 1

/** The reputation factor of an agent without settled markets, in basis points. */
export const newcomerFactorBps = 2500
/** A newcomer's factor counts like this many settled markets, so that one lucky market buys little. */
export const priorMarkets = 10
/** The highest reputation factor, in basis points. */
export const maxFactorBps = 15_000
/** What a vote weighs whatever its scores: the best text is worth a third more than the worst, and no record buys votes. */
export const baseWeight = 30_000
/** The highest weight of a vote: with a composite of 10,000. */
export const maxWeight = 40_000

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
 * What an agent's record is worth in rewards, in basis points: 2,500 for a newcomer, towards 15,000 for a perfect record. It
 * never falls below a newcomer's, so that nobody gains by a fresh id, and no failure raises it.
 *
 * @example
 * Score.factorBps(Score.newcomer) // 2_500
 * Score.factorBps({ count: 10, correct: 10, sumRes: 850n, sumSrc: 850n, sumDepth: 850n }) // 7_625
 * Score.factorBps({ count: 1, correct: 0, sumRes: 0n, sumSrc: 0n, sumDepth: 0n }) // 2_500
 */
export function factorBps(reputation: Reputation): number {
  assertReputation(reputation)
  const { sumRes, sumSrc, sumDepth } = reputation
  const [count, correct] = [BigInt(reputation.count), BigInt(reputation.correct)]
  if (count === 0n) return newcomerFactorBps
  const earned = (50n * (sumRes + sumSrc + sumDepth) * correct) / count
  const mean = (BigInt(priorMarkets * newcomerFactorBps) + earned) / (BigInt(priorMarkets) + count)
  return Math.max(newcomerFactorBps, Number(mean))
}

/**
 * The weight of a vote, 15,000–40,000: what the contract computes from the reported scores. A Yes or No that nothing backs
 * has half.
 *
 * @example
 * Score.weight({ res_quality: 70, src_quality: 60, analysis_depth: 50 }, 'YES') // 36_150
 * Score.weight({ res_quality: 70, src_quality: 0, analysis_depth: 50 }, 'YES') // 17_325
 * Score.weight({ res_quality: 70, src_quality: 0, analysis_depth: 50 }, 'INVALID') // 34_650
 */
export function weight(scores: Scores, outcome: Vote.Outcome): number {
  const whole = baseWeight + compositeOfScores(scores)
  return isUnbacked(scores, outcome) ? Math.floor(whole / 2) : whole
}

// On auto rules a check that counts backs the vote (see `cap`), so this needs no kind of rule.
const isUnbacked = (scores: Scores, outcome: Vote.Outcome): boolean =>
  outcome !== 'INVALID' && scores.src_quality === 0

/**
 * The reward share of a worker among those who agreed: quality and record earn money, and do not buy outcomes.
 *
 * @example
 * Score.share({ res_quality: 70, src_quality: 60, analysis_depth: 50 }, 2_500) // 15_375_000
 * Score.share({ res_quality: 0, src_quality: 0, analysis_depth: 0 }, 2_500) // 2_500
 */
export function share(scores: Scores, factor: number): number {
  if (!Number.isInteger(factor) || factor < 0 || factor > 0xffff) throw new BadFactorError(factor)
  return Math.max(compositeOfScores(scores), 1) * factor
}

/** What the rules know of an answer without reading its text. */
export type Facts = {
  readonly sources: number
  /** Whether it has a check that counts under an auto rule. */
  readonly has_check: boolean
  readonly best_tier: Tier
  readonly asked: number
  readonly answered: number
}

/**
 * The rules that stand above every evaluator, model or rubric: no source, at most 10 for Source Quality, but at least 1 with a
 * source or a check that counts, so that no evaluator makes a backed vote an unbacked one; Evidence Strength capped by the best
 * verified tier; Collaboration by the share of challenges answered, rounded down.
 *
 * @example
 * const capped = Score.cap(Score.all(90), { sources: 0, has_check: false, best_tier: null, asked: 3, answered: 1 })
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
    source_quality: sourceQuality(from, facts),
    evidence_strength: Math.min(from.evidence_strength, evidenceCap(facts.best_tier)),
    collaboration: asked > 0 ? Math.floor((from.collaboration * answered) / asked) : from.collaboration,
  }
}

function sourceQuality({ source_quality }: Dimensions, { sources, has_check }: Facts): number {
  const capped = sources > 0 ? source_quality : Math.min(source_quality, sourcelessCap)
  return sources > 0 || has_check ? Math.max(capped, backedFloor) : capped
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

function assertReputation(reputation: Reputation): void {
  const { count, correct, sumRes, sumSrc, sumDepth } = reputation
  if (!isCount(count) || !isCount(correct) || correct > count) throw new BadReputationError(reputation)
  const most = 100n * BigInt(count)
  for (const sum of [sumRes, sumSrc, sumDepth])
    if (sum < 0n || sum > most) throw new BadReputationError(reputation)
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
