import type * as Score from '../Score.ts'
import type { Signals } from './Signals.ts'
import type * as Sources from './Sources.ts'

/**
 * The published rules: what each dimension starts from, and what moves it. A rule gives points and a reason; a
 * dimension's score is the sum of its points, kept within 0–100. The table is docs/protocol/scoring.md.
 */
export type Reason = {
  readonly dimension: Score.Dimension
  readonly rule: string
  readonly points: number
  readonly note: string
}

export type Answer = {
  readonly signals: Signals
  /** Whether the answer is Invalid: it resolves nothing. */
  readonly isUndecided: boolean
  readonly confidenceBps: number
  readonly sources: readonly Sources.Source[]
  /** Sources whose address shares a word with the question's names. */
  readonly onTopicSources: number
}

type Rule = readonly [rule: string, points: number, note: string]

const most = (count: number, limit: number): number => Math.min(count, limit)

/** Counts on a scale where each step takes half as much again or twice as much: the first doubts weigh most. */
export function level(count: number): number {
  let steps = 0
  for (const threshold of thresholds) if (count >= threshold) steps++
  return steps
}

export const thresholds = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const

const times = (count: number, what: string): string => `${count} × ${what}`

/** Sentences that report agreement, if there are two sources or citations that can agree. */
const agreement = ({ signals, sources }: Answer): number =>
  Math.max(signals.citations, sources.length) >= 2 ? signals.pro.corroboration + signals.pro.confirmation : 0

/** What an answer may reach by how much it says about the question: silence makes no mistakes, and earns nothing. */
export const thinCaps = [10, 45, 75, 100] as const

/** 0–3: different sentences about the question, and those among them with a fact once more. */
export const substance = ({ relevant, factual }: Signals): number => most(relevant + factual, 3)

/** How much a text doubts itself: what the evidence leaves open, what is supposed, what is hedged. */
export const doubt = ({ contra }: Signals): number =>
  level(contra.gap) + level(contra.assumption) + level(contra.hedge)

export function resolutionQuality(answer: Answer): Rule[] {
  const { signals, isUndecided, confidenceBps } = answer
  const { pro, contra } = signals
  const agreed = agreement(answer)
  const overconfident = doubt(signals) >= 6 && confidenceBps > 7000
  return [
    isUndecided
      ? ['undecided', 20, 'the answer is Invalid: it resolves nothing']
      : ['decided', 70, 'the answer is yes or no'],
    ['void', isUndecided ? 10 * most(pro.void, 1) : 0, 'a reason why the question has no answer is given'],
    ['corroborated', 8 * most(agreed, 3), times(agreed, 'reports that agree')],
    ['gap', -3 * level(contra.gap), times(contra.gap, 'admission that the evidence does not say')],
    [
      'assumption',
      -3 * level(contra.assumption),
      times(contra.assumption, 'supposition in place of a finding'),
    ],
    ['pending', -1 * level(contra.pending), times(contra.pending, 'mention that the event is not over')],
    ['contradiction', signals.contradicts ? -20 : 0, 'the text states the opposite of the determination'],
    [
      'overconfidence',
      overconfident ? -most(Math.floor((confidenceBps - 7000) / 150), 20) : 0,
      `a text full of doubt, at ${confidenceBps} bps of confidence`,
    ],
    [
      'unconfident',
      confidenceBps < 5000 && !isUndecided ? -10 : 0,
      'less than even confidence in its own answer',
    ],
  ]
}

export function sourceQuality({ signals, sources, onTopicSources }: Answer): Rule[] {
  const sites = new Set<string>()
  const standing = new Set<string>()
  let secure = 0
  for (const { site, kind, isSecure } of sources) {
    sites.add(site)
    if (isSecure) secure++
    if (kind === 'record' || kind === 'press' || kind === 'other') standing.add(site)
  }
  return [
    ['sourced', sources.length > 0 ? 20 : 0, `${sources.length} web addresses`],
    [
      'sites',
      6 * most(standing.size, 5),
      times(standing.size, 'different site that answers for what it says'),
    ],
    [
      'posts',
      2 * most(sites.size - standing.size, 2),
      times(sites.size - standing.size, 'site of posts, videos or odds'),
    ],
    ['on-topic', 5 * most(onTopicSources, 3), times(onTopicSources, 'address that names the subject')],
    ['secure', secure > 0 ? 5 : 0, 'reached by https'],
    [
      'gap',
      sources.length > 0 ? -5 * level(signals.contra.gap) : 0,
      times(signals.contra.gap, 'admission that the sources do not say'),
    ],
  ]
}

export function analysisDepth(answer: Answer): Rule[] {
  const { signals, isUndecided } = answer
  const agreed = agreement(answer)
  const { pro, contra } = signals
  return [
    ['base', 30, 'every answer starts here'],
    [
      'relevant',
      4 * most(signals.relevant, 3),
      times(signals.relevant, 'different sentence about the question'),
    ],
    ['factual', 3 * most(signals.factual, 3), times(signals.factual, 'sentence with a figure or a citation')],
    ['findings', 4 * most(pro.finding, 3), times(pro.finding, 'sentence that reports what happened')],
    ['rule', 6 * most(pro.rule, 1), times(pro.rule, "sentence that applies the market's rules")],
    ['corroborated', 8 * most(agreed, 4), times(agreed, 'reports that agree')],
    ['gap', -4 * level(contra.gap), times(contra.gap, 'admission that the evidence does not say')],
    [
      'mismatch',
      -2 * level(contra.mismatch),
      times(contra.mismatch, 'mention of another event than the one asked about'),
    ],
    ['undecided', isUndecided ? -15 : 0, 'the analysis leads to no answer'],
  ]
}

export function reasoningClarity({ signals, isUndecided }: Answer): Rule[] {
  const { contra } = signals
  const excess = Math.floor(Math.max(0, signals.words - 100) / 50)
  return [
    ['base', 90, 'every answer starts here'],
    ['concludes', signals.concludes ? 10 : 0, 'it ends in a conclusion'],
    ['leads', 5 * most(signals.early, 3), times(signals.early, 'finding within the first ten sentences')],
    ['turns', -4 * level(contra.turn), times(contra.turn, 'turn of the argument')],
    ['length', -5 * most(excess, 12), `${signals.words} words; beyond 100 each 50 cost 5`],
    ['repetition', -2 * most(signals.repeated, 5), times(signals.repeated, 'sentence said again')],
    ['undecided', isUndecided ? -15 : 0, 'the argument leads to no answer'],
  ]
}

export function evidenceStrength(answer: Answer): Rule[] {
  const { signals } = answer
  const agreed = agreement(answer)
  const { pro, contra } = signals
  return [
    ['base', 40, 'every answer starts here'],
    ['factual', 4 * most(signals.factual, 4), times(signals.factual, 'sentence with a figure or a citation')],
    ['corroborated', 8 * most(agreed, 3), times(agreed, 'reports that agree')],
    [
      'authority',
      8 * most(pro.authority, 2),
      times(pro.authority, 'sentence that names who keeps the record'),
    ],
    ['gap', -6 * level(contra.gap), times(contra.gap, 'admission that the evidence does not say')],
    ['hedge', -3 * level(contra.hedge), times(contra.hedge, 'hedge')],
    [
      'forecast',
      -4 * level(contra.forecast),
      times(contra.forecast, 'forecast, preview or odds as evidence'),
    ],
    ['hearsay', -2 * level(contra.hearsay), times(contra.hearsay, 'post, video or rumour')],
  ]
}

export function biasAwareness({ signals, isUndecided }: Answer): Rule[] {
  const { pro, contra } = signals
  return [
    ['base', 55, 'every answer starts here'],
    [
      'countercheck',
      12 * most(pro.countercheck, 4),
      times(pro.countercheck, 'look at what would speak against it'),
    ],
    [
      'assumption',
      -4 * level(contra.assumption),
      times(contra.assumption, 'supposition in place of a finding'),
    ],
    ['forecast', -4 * level(contra.forecast), times(contra.forecast, 'expectation of others')],
    ['hedge', -5 * level(contra.hedge), times(contra.hedge, 'hedge: doubt that is not resolved')],
    ['undecided', isUndecided ? -10 : 0, 'doubt is all that is left'],
  ]
}

export function timeliness({ signals }: Answer): Rule[] {
  const { pro, contra } = signals
  return [
    ['base', 60, 'every answer starts here'],
    [
      'timely',
      20 * most(signals.timely, 1),
      times(signals.timely, 'sentence dated near the day in question'),
    ],
    ['dated', 10 * most(signals.dated, 1), times(signals.dated, 'sentence that names a day')],
    ['happened', 5 * most(pro.finding, 2), times(pro.finding, 'sentence that reports what happened')],
    ['pending', -4 * level(contra.pending), times(contra.pending, 'mention that the event is not over')],
    ['forecast', -4 * level(contra.forecast), times(contra.forecast, 'statement from before the event')],
    ['mismatch', -3 * level(contra.mismatch), times(contra.mismatch, 'mention of another day or event')],
  ]
}
