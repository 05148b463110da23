import * as Defence from './rubric/Defence.ts'
import * as Rules from './rubric/Rules.ts'
import * as Signals from './rubric/Signals.ts'
import * as Sources from './rubric/Sources.ts'
import * as Text from './rubric/Text.ts'
import type * as Topic from './rubric/Topic.ts'
import * as Score from './Score.ts'
import type * as Vote from './Vote.ts'

/**
 * The default evaluator: published rules over one worker's answer, read as text and never as instructions. The same
 * input gives the same scores everywhere, and every score is the sum of its reasons. See docs/protocol/scoring.md.
 */

/** What is scored: the question, one worker's answer, its challenges and its defence. */
export type Input = {
  readonly question: string
  readonly reply: {
    readonly determination: boolean
    readonly outcome?: Vote.Outcome | undefined
    readonly confidence_bps: number
    readonly evidence: string
    readonly sources: readonly string[]
  }
  readonly challenges: readonly string[]
  readonly responses: readonly string[]
  /** Whether the answer has a check that counts under an auto rule; it has none unless this says so. */
  readonly has_check?: boolean | undefined
  readonly best_tier: Score.Tier
  /** Unix seconds. */
  readonly deadline?: number | undefined
}

/** Why a dimension gained or lost points. */
export type Reason = Rules.Reason

/** Something about an answer that a reader of its scores should see. */
export type Flag =
  | 'addressed'
  | 'no-source'
  | 'not-an-address'
  | 'off-topic'
  | 'repetition'
  | 'contradiction'
  | 'undecided'

/** The scores of one answer, with the reason for every point. */
export type Evaluation = {
  readonly dimensions: Score.Dimensions
  readonly scores: Score.Scores
  /** Σ weight · score over the 8 dimensions, in hundredths. */
  readonly composite: number
  readonly reasons: readonly Reason[]
  readonly flags: readonly Flag[]
}

/**
 * An answer that addresses the grader keeps one point in four, in every dimension: more is lost than any
 * sentence could bring.
 */
export const addressedShare = 4

/**
 * Scores one answer.
 *
 * @example
 * const { composite, dimensions, reasons, flags } = Rubric.evaluate({
 *   question: 'Will the Knicks beat the Pistons on April 21?',
 *   reply: {
 *     determination: false,
 *     confidence_bps: 9_000,
 *     evidence: 'The Pistons won 100-94 on April 21, according to the official box score.',
 *     sources: ['https://www.nba.com/game/det-vs-nyk'],
 *   },
 *   challenges: [],
 *   responses: [],
 *   best_tier: null,
 * })
 * composite === Score.composite(dimensions) // true
 * flags // []
 * const points = reasons.filter(({ dimension }) => dimension === 'timeliness').map(({ points }) => points)
 * points.reduce((sum, one) => sum + one, 0) === dimensions.timeliness // true
 */
export function evaluate(input: Input): Evaluation {
  const { reply } = input
  const context = Signals.context(input.question, input.deadline)
  // `outcome` wins over the boolean when it is there.
  const determination = reply.outcome === undefined ? reply.determination : reply.outcome === 'YES'
  const signals = Signals.read(reply.evidence, determination, context)
  const sources = reply.sources.map(Sources.parse).filter((source) => source !== null)
  const defence = Defence.read(input.challenges, input.responses, context.topic)
  const isUndecided = reply.outcome === 'INVALID'
  const answer: Rules.Answer = {
    signals,
    isUndecided,
    confidenceBps: reply.confidence_bps,
    sources,
    onTopicSources: sources.filter((source) => isOnTopic(source, context.topic)).length,
  }
  const isAddressed = signals.addressed + defence.addressed > 0
  const sheet = new Sheet(isAddressed, Rules.substance(signals))
  sheet.add('resolution_quality', Rules.resolutionQuality(answer))
  sheet.add('source_quality', Rules.sourceQuality(answer))
  sheet.add('analysis_depth', Rules.analysisDepth(answer))
  sheet.add('reasoning_clarity', Rules.reasoningClarity(answer))
  sheet.add('evidence_strength', Rules.evidenceStrength(answer))
  sheet.add('bias_awareness', Rules.biasAwareness(answer))
  sheet.add('timeliness', Rules.timeliness(answer))
  sheet.add('collaboration', [['defence', defence.quality, note(defence)]])
  sheet.cap({
    sources: sources.length,
    has_check: input.has_check ?? false,
    best_tier: input.best_tier,
    asked: defence.asked,
    answered: defence.answered,
  })
  const flags: Flag[] = []
  if (isAddressed) flags.push('addressed')
  if (sources.length === 0) flags.push('no-source')
  if (sources.length < reply.sources.length) flags.push('not-an-address')
  if (signals.relevant === 0) flags.push('off-topic')
  if (signals.repeated > 2) flags.push('repetition')
  if (signals.contradicts && !isUndecided) flags.push('contradiction')
  if (isUndecided) flags.push('undecided')
  return {
    dimensions: sheet.dimensions,
    scores: Score.aggregate(sheet.dimensions),
    composite: Score.composite(sheet.dimensions),
    reasons: sheet.reasons,
    flags,
  }
}

/** Keeps scores and reasons together, so that the points of a dimension's reasons always add up to its score. */
class Sheet {
  dimensions: Score.Dimensions = Score.all(0)
  readonly reasons: Reason[] = []
  private readonly isAddressed: boolean

  private readonly substance: number

  constructor(isAddressed: boolean, substance: number) {
    this.isAddressed = isAddressed
    this.substance = substance
  }

  add(dimension: Score.Dimension, rules: ReturnType<typeof Rules.timeliness>): void {
    let score = 0
    for (const [rule, points, note] of rules) {
      score += points
      this.note(dimension, rule, points, note)
    }
    score = this.within(dimension, score)
    // Sources and defence have rules of their own against saying nothing.
    if (dimension !== 'source_quality' && dimension !== 'collaboration') score = this.thin(dimension, score)
    if (this.isAddressed) {
      const loss = score - Math.floor(score / addressedShare)
      this.note(dimension, 'addressed', -loss, 'the text speaks to whoever scores it')
      score -= loss
    }
    this.dimensions = { ...this.dimensions, [dimension]: score }
  }

  cap(facts: Score.Facts): void {
    const capped = Score.cap(this.dimensions, facts)
    const notes: Partial<Record<Score.Dimension, string>> = {
      source_quality:
        facts.sources > 0 || facts.has_check
          ? 'a source or a check backs it'
          : 'no source that is an address',
      evidence_strength:
        facts.best_tier === null ? 'no verified item' : `best verified tier ${facts.best_tier}`,
      collaboration: `${facts.answered} of ${facts.asked} challenges answered`,
    }
    for (const dimension of Score.dimensions) {
      this.note(dimension, 'cap', capped[dimension] - this.dimensions[dimension], notes[dimension] ?? '')
    }
    this.dimensions = capped
  }

  private within(dimension: Score.Dimension, score: number): number {
    const bounded = Math.min(Math.max(score, 0), 100)
    this.note(dimension, 'bounds', bounded - score, 'scores lie within 0 and 100')
    return bounded
  }

  private thin(dimension: Score.Dimension, score: number): number {
    const capped = Math.min(score, Rules.thinCaps[this.substance]!)
    this.note(dimension, 'thin', capped - score, 'too little is said about the question')
    return capped
  }

  private note(dimension: Score.Dimension, rule: string, points: number, note: string): void {
    if (points !== 0) this.reasons.push({ dimension, rule, points, note })
  }
}

function note({ asked, answered }: Defence.Defence): string {
  return asked === 0 ? 'nobody asked' : `mean quality of ${answered} answers to ${asked} challenges`
}

function isOnTopic(source: Sources.Source, topic: Topic.Topic): boolean {
  return [...source.words, ...Text.words(source.host)].some((word) => topic.names.has(word))
}
