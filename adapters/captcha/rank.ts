import * as Fraction from './Fraction.ts'
import { noneFeatures } from './features.ts'
import { rankReadings } from './readings.ts'
import type { Scene } from './Scene.ts'
import type { Term } from './Term.ts'
import { unit, type Weights } from './Weights.ts'

/** An answer with the likeliest reading that gives it, and how likely it is, of all readings and of there being none. */
export type Candidate = { readonly answer: string; readonly term: Term; readonly confidence: number }

export const width = 24
/** How much less sure it is than the weights are, which think too well of problems unlike those they were fitted to. */
const modesty = 1.2
/** What it costs to take a word for another number than the likeliest. */
const rivalry = 2 * unit

/** Answers, the likeliest first: what several readings give is as likely as all of them. */
export function rankAnswers(scenes: readonly Scene[], weights: Weights): Candidate[] {
  const readings = scenes.flatMap((scene, i) =>
    rankReadings(scene, weights, width).map((reading) => ({
      ...reading,
      score: reading.score - i * rivalry,
    })),
  )
  const none = Math.max(...scenes.map((scene) => weights.sum(noneFeatures(scene), 0)))
  const top = Math.max(none, ...readings.map(({ score }) => score))
  const likelihood = (score: number): number => Math.exp((score - top) / (modesty * unit))
  const total = readings.reduce((sum, { score }) => sum + likelihood(score), likelihood(none))
  const found = new Map<string, Candidate>()
  for (const { term, score } of readings) {
    const answer = Fraction.toFixed(term.value)
    const known = found.get(answer)
    const confidence = (known?.confidence ?? 0) + likelihood(score) / total
    found.set(answer, { answer, term: known?.term ?? term, confidence })
  }
  return [...found.values()].sort((a, b) => b.confidence - a.confidence)
}
