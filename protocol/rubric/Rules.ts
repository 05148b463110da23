import * as Score from '../Score.ts'
import type * as Citations from './Citations.ts'
import type { Signals } from './Signals.ts'

/**
 * The published rules: what each dimension starts from, and what moves it. A rule gives points and a reason; a dimension's
 * score is the sum of its points, kept within 0–100. Sources, evidence and timeliness come from what others found or what was
 * checked; text moves the rest, a little up and more down. The table is docs/protocol/scoring.md.
 */
export type Reason = {
  readonly dimension: Score.Dimension
  readonly rule: string
  readonly points: number
  readonly note: string
}

export type Answer = {
  readonly signals: Signals
  readonly found: Citations.Found
  readonly facts: Score.Facts
  readonly confidenceBps: number
  /** Statements about the question, quotes that others found among them. */
  readonly statements: number
}

export type Rule = readonly [rule: string, points: number, note: string]

const times = (count: number, what: string): string => `${count} × ${what}`

const failures = ({ facts }: Answer): number =>
  facts.citations.filter(({ verdict }) => verdict === 'f').length

/** How many of 1, 2, 4, 8, 16 a count reaches: the first doubts weigh most, and no sentence beside them thins them out. */
export const level = (count: number): number => [1, 2, 4, 8, 16].filter((step) => count >= step).length

/** How sure an answer may be by what stands behind it, in basis points. */
export function fittingBps({ facts, found }: Pick<Answer, 'facts' | 'found'>): number {
  const backed = Score.backing(facts)
  if (backed === 'checked')
    return facts.best_tier === null ? 9_000 : [10_000, 10_000, 9_900, 9_500][facts.best_tier]!
  if (backed === 'reproduced') return { named: 9_900, authority: 9_500, other: 9_000 }[found.reach!]
  return backed === 'open' ? 8_000 : 6_500
}

export function resolutionQuality(answer: Answer): Rule[] {
  const { signals, facts, confidenceBps } = answer
  const fitting = fittingBps(answer)
  const failed = failures(answer)
  const isUneven = confidenceBps < 5_000 && !facts.is_doubt
  return [
    facts.is_doubt
      ? ['undecided', 40, 'the answer is Invalid: it resolves nothing']
      : ['decided', 80, 'the answer is yes or no'],
    [
      'overconfidence',
      -Math.ceil(Math.max(0, confidenceBps - fitting) / 100),
      `${confidenceBps} bps of confidence, where ${fitting} fit what stands behind it`,
    ],
    ['unconfident', isUneven ? -20 : 0, 'less than even confidence in its own answer'],
    ['failed', -10 * failed, times(failed, 'citation that others did not find')],
    ['doubt', -5 * level(signals.doubts), times(signals.doubts, 'sentence in doubt')],
    ['contradiction', isContradiction(answer) ? -20 : 0, 'the text states the opposite of the determination'],
  ]
}

export const isContradiction = ({ signals, facts }: Pick<Answer, 'signals' | 'facts'>): boolean =>
  signals.contradicts && !facts.is_doubt

export function sourceQuality({ found, facts }: Answer): Rule[] {
  const backed = Score.backing(facts)
  if (backed === 'checked') return checked(facts, 'the source that the rule names, by its tier')
  if (found.reach === null) return []
  const most = Score.reachCaps[found.reach]
  const part = (percent: number) => Math.floor((most * percent) / 100)
  return [
    ['reproduced', part(50), `others found its quote on a site that is ${reaches[found.reach]}`],
    ['on-topic', found.isOnTopic ? part(35) : 0, 'a quote that they found is about the question'],
    ['diverse', found.sites > 1 ? part(15) : 0, 'they found quotes on two sites'],
  ]
}

const reaches = {
  named: 'named by the rule',
  authority: 'a published authority',
  other: 'neither named nor an authority',
} as const

/** A doubt has no sample, so nothing was shown. */
const checked = ({ is_doubt, best_tier }: Score.Facts, note: string): Rule[] => [
  ['checked', is_doubt ? Score.backedFloor : Score.evidenceCap(best_tier), note],
]

export function evidenceStrength({ facts }: Answer): Rule[] {
  const backed = Score.backing(facts)
  if (backed === 'checked') return checked(facts, 'a sample that was checked, by its tier')
  if (backed === 'none' || facts.citations.length === 0) return []
  return backed === 'open'
    ? [['open', 20, 'nobody could decide what it cites']]
    : [
        [
          'reproduced',
          Score.evidenceCap(facts.best_tier),
          'others found what it rests on; by the best verified tier',
        ],
      ]
}

export function timeliness({ found, facts }: Answer): Rule[] {
  const backed = Score.backing(facts)
  if (backed === 'checked')
    return [['checked', facts.is_doubt ? Score.backedFloor : 100, "a sample from the rule's own window"]]
  if (backed !== 'reproduced') return []
  return [
    ['reproduced', found.isOnTopic ? 80 : 40, 'others found it when the question was resolved'],
    ['timely', found.isTimely ? 20 : 0, 'a quote that they found names a day near the one in question'],
  ]
}

export function analysisDepth({ signals, statements }: Answer): Rule[] {
  return [
    [
      'statements',
      [0, 60, 70, 75][Math.min(statements, 3)]!,
      times(statements, 'different statement about the question'),
    ],
    ['figures', signals.figured > 0 ? 5 : 0, times(signals.figured, 'of them with a figure')],
  ]
}

export function reasoningClarity({ signals, facts }: Answer): Rule[] {
  return [
    ['base', 90, 'every answer starts here'],
    ['turns', -6 * level(signals.turns), times(signals.turns, 'turn of the argument')],
    ['repetition', -2 * Math.min(signals.repeated, 5), times(signals.repeated, 'sentence said again')],
    ['undecided', facts.is_doubt ? -15 : 0, 'the argument leads to no answer'],
  ]
}

export function biasAwareness(answer: Answer): Rule[] {
  const { signals, confidenceBps } = answer
  return [
    ['base', 50, 'every answer starts here'],
    [
      'measured',
      confidenceBps <= fittingBps(answer) ? 20 : 0,
      'it is no surer than what stands behind it allows',
    ],
    [
      'weighing',
      signals.weighing > 0 ? 10 : 0,
      'a statement about the question looks at the other side or admits doubt',
    ],
  ]
}
