import type * as Citation from './Citation.ts'
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

/** Source Quality and Timeliness of what nobody could check, and the least of what is backed: 8 → 3 makes 1 of it, not 0. */
export const backedFloor = 1

/** The most that Source Quality may reach, by where the best citation that others found leads. */
export const reachCaps = { named: 100, authority: 75, other: 40 } as const

/** The most that Evidence Strength of an unbacked answer may reach. */
export const unbackedCap = 20

/** What each citation that others looked for and did not find costs in Source Quality and in Evidence Strength. */
export const failedCost = 20

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
  readonly citations: readonly Pick<Citation.Judged, 'reach' | 'verdict'>[]
  /** Whether no number decides the question; on the others a vote counts only with a check. */
  readonly is_manual: boolean
  /** Whether nobody could check it: only a probe brought it, or the round has one worker. */
  readonly is_exempt: boolean
  /** Whether the answer is Invalid. */
  readonly is_doubt: boolean
  readonly best_tier: Tier
  readonly asked: number
  readonly answered: number
  /** Citations of others that it looked up and that passed or failed, and those of them of which it said the same. */
  readonly decided: number
  readonly agreed: number
}

/**
 * What stands behind an answer: a check that counts (auto rules), a citation that others found again, something that nobody
 * could decide, or nothing. A doubt without a citation claims nothing that a page could show, so it is open; one with made-up
 * citations is not.
 */
export type Backing = 'checked' | 'reproduced' | 'open' | 'none'

/**
 * What stands behind an answer.
 *
 * @example
 * const facts = { citations: [], is_manual: true, is_exempt: false, is_doubt: false }
 * Score.backing(facts) // 'none'
 * Score.backing({ ...facts, is_doubt: true }) // 'open'
 * Score.backing({ ...facts, citations: [{ reach: 'other', verdict: 'f' }] }) // 'none'
 * Score.backing({ ...facts, citations: [{ reach: 'other', verdict: 'p' }] }) // 'reproduced'
 */
export function backing(facts: Pick<Facts, 'citations' | 'is_manual' | 'is_exempt' | 'is_doubt'>): Backing {
  const { citations, is_manual, is_exempt, is_doubt } = facts
  if (!is_manual) return 'checked'
  if (citations.some(({ verdict }) => verdict === 'p')) return 'reproduced'
  const isOpen = citations.some(({ verdict }) => verdict === 'o') || (is_doubt && citations.length === 0)
  return isOpen || is_exempt ? 'open' : 'none'
}

/**
 * The rules that stand above every evaluator, model or rubric. Source Quality goes as far as the best citation that others
 * found; Source Quality and Timeliness are 0 for an unbacked answer and 1 for what nobody could decide; Evidence Strength is
 * capped by the best verified tier; Collaboration is scaled by challenges answered and by reproductions in which it agreed.
 *
 * @example
 * const facts = {
 *   sources: 1,
 *   citations: [{ reach: 'authority', verdict: 'p' }],
 *   is_manual: true,
 *   is_exempt: false,
 *   is_doubt: false,
 *   best_tier: null,
 *   asked: 3,
 *   answered: 1,
 *   decided: 0,
 *   agreed: 0,
 * }
 * const capped = Score.cap(Score.all(90), facts)
 * capped.source_quality // 75
 * capped.evidence_strength // 40
 * capped.collaboration // 30
 * Score.cap(Score.all(90), { ...facts, citations: [] }).source_quality // 0
 */
export function cap(from: Dimensions, facts: Facts): Dimensions {
  assertDimensions(from)
  const backed = backing(facts)
  const asked = Math.max(facts.asked, 1)
  const decided = Math.max(facts.decided, 1)
  const answered = facts.asked > 0 ? within(facts.answered, asked) : 1
  const agreed = facts.decided > 0 ? within(facts.agreed, decided) : 1
  return {
    ...from,
    source_quality: sourceQuality(from.source_quality, facts, backed),
    timeliness: backed === 'none' ? 0 : backed === 'open' ? backedFloor : from.timeliness,
    evidence_strength: evidenceStrength(from.evidence_strength, facts, backed),
    collaboration: Math.floor((from.collaboration * answered * agreed) / (asked * decided)),
  }
}

const within = (count: number, most: number): number => Math.min(Math.max(count, 0), most)

const failed = ({ citations }: Facts): number => citations.filter(({ verdict }) => verdict === 'f').length

function sourceQuality(score: number, facts: Facts, backed: Backing): number {
  if (backed === 'none') return 0
  if (backed === 'open') return backedFloor
  const most = facts.sources === 0 ? sourcelessCap : backed === 'reproduced' ? bestReach(facts) : 100
  const cost = backed === 'reproduced' ? failedCost * failed(facts) : 0
  return Math.max(Math.min(score, most) - cost, backedFloor)
}

function bestReach({ citations }: Facts): number {
  return Math.max(...citations.map(({ reach, verdict }) => (verdict === 'p' ? reachCaps[reach] : 0)))
}

function evidenceStrength(score: number, facts: Facts, backed: Backing): number {
  const most = Math.min(evidenceCap(facts.best_tier), backed === 'none' ? unbackedCap : 100)
  const cost = backed === 'checked' ? 0 : failedCost * failed(facts)
  return Math.max(Math.min(score, most) - cost, 0)
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
