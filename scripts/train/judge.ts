import { rankAnswers } from '../../adapters/captcha/rank.ts'
import type { Weights } from '../../adapters/captcha/Weights.ts'
import type { Example } from './fitWeights.ts'

/** Whether the best answer is right, and how sure it is. A problem without an answer has none that is right. */
export type Judged = { readonly isRight: boolean; readonly hasAnswer: boolean; readonly confidence: number }

export function judge({ scene, answer }: Example, weights: Weights): Judged {
  const [best] = rankAnswers([scene], weights)
  return {
    isRight: best?.answer === answer,
    hasAnswer: answer !== null,
    confidence: best?.confidence ?? 0,
  }
}

const percent = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`
const countOf = (judged: readonly Judged[], test: (one: Judged) => boolean): number =>
  judged.filter(test).length

/** `best` of those with an answer; and wrong ones among the sure. */
export function summary(judged: readonly Judged[]): string {
  const answered = judged.filter(({ hasAnswer }) => hasAnswer)
  const certain = judged.filter(({ confidence }) => confidence >= 0.9)
  const right = countOf(answered, ({ isRight }) => isRight)
  const wrong = countOf(certain, ({ isRight }) => !isRight)
  return `best right ${percent(right, answered.length)} of ${answered.length}; sure of ${percent(certain.length, judged.length)}, of these wrong ${percent(wrong, certain.length)}`
}

const bounds = [0, 0.3, 0.5, 0.7, 0.9, 0.99, 1.01]

/** How many are right of those with about so much confidence. */
export function showConfidence(judged: readonly Judged[]): string {
  return bounds
    .slice(0, -1)
    .map((from, i) => {
      const within = judged.filter(({ confidence }) => confidence >= from && confidence < bounds[i + 1]!)
      const mean = within.reduce((sum, { confidence }) => sum + confidence, 0)
      const right = countOf(within, ({ isRight }) => isRight)
      return `  confidence from ${from}: ${within.length}, said ${percent(mean, within.length)}, right ${percent(right, within.length)}\n`
    })
    .join('')
}
