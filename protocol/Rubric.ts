import type * as Citation from './Citation.ts'
import * as Citations from './rubric/Citations.ts'
import * as Defence from './rubric/Defence.ts'
import * as Rules from './rubric/Rules.ts'
import * as Signals from './rubric/Signals.ts'
import * as Sources from './rubric/Sources.ts'
import * as Text from './rubric/Text.ts'
import * as Topic from './rubric/Topic.ts'
import * as Score from './Score.ts'
import type * as Vote from './Vote.ts'

/**
 * The default evaluator: published rules over one worker's answer and what others found of it. Its text is read as text and
 * never as instructions. The same input gives the same scores everywhere, and every score is the sum of its reasons. See
 * docs/protocol/scoring.md.
 */

/** What is scored: the question, one worker's answer, what others found of it, its challenges and its defence. */
export type Input = {
  readonly question: string
  readonly reply: {
    readonly determination: boolean
    readonly outcome?: Vote.Outcome | undefined
    readonly confidence_bps: number
    readonly evidence: string
    readonly sources: readonly string[]
  }
  /** Its citations with what others found; it has none unless this says so. */
  readonly citations?: readonly Citation.Judged[] | undefined
  readonly challenges: readonly string[]
  readonly responses: readonly string[]
  /** Citations of others that it looked up: how many passed or failed, and of how many of them it said the same. */
  readonly decided?: number | undefined
  readonly agreed?: number | undefined
  /** Whether no number decides the question, as is taken unless this says false: then a counted check backs the answer. */
  readonly is_manual?: boolean | undefined
  /** Whether nobody could check it: only a probe brought it, or the round has one worker. */
  readonly is_exempt?: boolean | undefined
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
  | 'unbacked'
  | 'failed-citation'
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

/** What an answer may reach in what is read from text when it says nothing about the question. */
export const offTopicCap = 10

/**
 * Scores one answer.
 *
 * @example
 * const { composite, dimensions, reasons, flags } = Rubric.evaluate({
 *   question: 'Will the Knicks beat the Pistons on April 21?',
 *   reply: {
 *     determination: false,
 *     confidence_bps: 9_000,
 *     evidence: 'The Pistons won 100-94 on April 21.',
 *     sources: ['https://www.nba.com/game/det-vs-nyk'],
 *   },
 *   citations: [
 *     { url: 'https://www.nba.com/game/det-vs-nyk', quote: 'Pistons 100, Knicks 94, Apr 21', verdict: 'p', reach: 'authority' },
 *   ],
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
  const { question, reply, citations = [] } = input
  const topic = Topic.of(question)
  const facts = factsOf(input)
  const found = Citations.read(citations, topic, Citations.daysOf(question, input.deadline))
  // `outcome` wins over the boolean when it is there.
  const determination = reply.outcome === undefined ? reply.determination : reply.outcome === 'YES'
  const signals = Signals.read(reply.evidence, determination, topic)
  const isChecked = Score.backing(facts) === 'checked'
  const defence = Defence.read(input.challenges, input.responses, {
    question,
    evidence: reply.evidence,
    found: isChecked ? [reply.evidence] : found.quotes,
  })
  const shown = isChecked || found.isOnTopic ? 1 : 0
  const answer: Rules.Answer = {
    signals,
    found,
    facts,
    confidenceBps: reply.confidence_bps,
    statements: signals.statements + shown,
  }
  const words = [reply.evidence, ...found.quotes].flatMap((text) => Text.words(Text.fold(text)))
  const isOffTopic = answer.statements === 0 || !(isChecked || Topic.isSubject(topic, words))
  const isAddressed = signals.addressed + defence.addressed > 0
  const sheet = new Sheet(isAddressed, isOffTopic)
  sheet.read('resolution_quality', Rules.resolutionQuality(answer))
  sheet.add('source_quality', Rules.sourceQuality(answer))
  sheet.read('analysis_depth', Rules.analysisDepth(answer))
  sheet.read('reasoning_clarity', Rules.reasoningClarity(answer))
  sheet.add('evidence_strength', Rules.evidenceStrength(answer))
  sheet.read('bias_awareness', Rules.biasAwareness(answer))
  sheet.add('timeliness', Rules.timeliness(answer))
  sheet.add('collaboration', [['defence', defence.quality, note(defence)]])
  sheet.cap(facts)
  return {
    dimensions: sheet.dimensions,
    scores: Score.aggregate(sheet.dimensions),
    composite: Score.composite(sheet.dimensions),
    reasons: sheet.reasons,
    flags: flagsOf(input, answer, { isAddressed, isOffTopic }),
  }
}

/** What the rules above every evaluator know of an answer. */
export function factsOf(input: Input): Score.Facts {
  const { reply, citations = [], challenges, responses } = input
  return {
    sources: reply.sources.filter((source) => Sources.hostOf(source) !== null).length,
    citations: citations.map(({ reach, verdict }) => ({ reach, verdict })),
    is_manual: input.is_manual ?? true,
    is_exempt: input.is_exempt ?? false,
    is_doubt: reply.outcome === 'INVALID',
    best_tier: input.best_tier,
    asked: challenges.length,
    answered: responses.slice(0, challenges.length).filter(Defence.isAnswer).length,
    decided: input.decided ?? 0,
    agreed: input.agreed ?? 0,
  }
}

function flagsOf(
  { reply }: Input,
  { signals, facts }: Rules.Answer,
  { isAddressed, isOffTopic }: { isAddressed: boolean; isOffTopic: boolean },
): Flag[] {
  const flags: Flag[] = []
  if (isAddressed) flags.push('addressed')
  if (facts.sources === 0) flags.push('no-source')
  if (facts.sources < reply.sources.length) flags.push('not-an-address')
  if (Score.backing(facts) === 'none') flags.push('unbacked')
  if (facts.citations.some(({ verdict }) => verdict === 'f')) flags.push('failed-citation')
  if (isOffTopic) flags.push('off-topic')
  if (signals.repeated > 2) flags.push('repetition')
  if (Rules.isContradiction({ signals, facts })) flags.push('contradiction')
  if (facts.is_doubt) flags.push('undecided')
  return flags
}

/** Keeps scores and reasons together, so that the points of a dimension's reasons always add up to its score. */
class Sheet {
  dimensions: Score.Dimensions = Score.all(0)
  readonly reasons: Reason[] = []
  private readonly isAddressed: boolean
  private readonly isOffTopic: boolean

  constructor(isAddressed: boolean, isOffTopic: boolean) {
    this.isAddressed = isAddressed
    this.isOffTopic = isOffTopic
  }

  /** A dimension that is read from text: off the topic it earns next to nothing. */
  read(dimension: Score.Dimension, rules: readonly Rules.Rule[]): void {
    this.add(dimension, rules, this.isOffTopic ? offTopicCap : 100)
  }

  add(dimension: Score.Dimension, rules: readonly Rules.Rule[], most = 100): void {
    let score = 0
    for (const [rule, points, note] of rules) {
      score += points
      this.note(dimension, rule, points, note)
    }
    const bounded = Math.min(Math.max(score, 0), 100)
    this.note(dimension, 'bounds', bounded - score, 'scores lie within 0 and 100')
    const kept = Math.min(bounded, most)
    this.note(dimension, 'off-topic', kept - bounded, 'it does not speak of what the question asks about')
    const loss = this.isAddressed ? kept - Math.floor(kept / addressedShare) : 0
    this.note(dimension, 'addressed', -loss, 'the text speaks to whoever scores it')
    this.dimensions = { ...this.dimensions, [dimension]: kept - loss }
  }

  cap(facts: Score.Facts): void {
    const capped = Score.cap(this.dimensions, facts)
    const backed = backings[Score.backing(facts)]
    const notes: Partial<Record<Score.Dimension, string>> = {
      source_quality: backed,
      timeliness: backed,
      evidence_strength: backed,
      collaboration: `${facts.answered} of ${facts.asked} challenges answered, ${facts.agreed} of ${facts.decided} citations of others judged as they came out`,
    }
    for (const dimension of Score.dimensions)
      this.note(dimension, 'cap', capped[dimension] - this.dimensions[dimension], notes[dimension] ?? '')
    this.dimensions = capped
  }

  private note(dimension: Score.Dimension, rule: string, points: number, note: string): void {
    if (points !== 0) this.reasons.push({ dimension, rule, points, note })
  }
}

const backings: Readonly<Record<Score.Backing, string>> = {
  checked: 'a check that counts stands behind it',
  reproduced: 'as far as the best citation that others found; each that failed costs',
  open: 'nobody could decide what stands behind it',
  none: 'unbacked: no citation, or others found none of them',
}

function note({ asked, answered }: Defence.Defence): string {
  return asked === 0 ? 'nobody asked' : `mean quality of ${answered} answers to ${asked} challenges`
}
