import * as Fraction from './Fraction.ts'
import { rankAnswers } from './rank.ts'
import type { Scene } from './Scene.ts'
import { readScenes } from './scenes.ts'
import { trained } from './Weights.ts'

export type Solution = {
  /** With two decimals, or null where it is not sure enough. */
  readonly answer: string | null
  /** The likeliest answer, however sure; null only where there is no number. */
  readonly best: string | null
  /** How likely `best` is to be right, from 0 to 1. */
  readonly confidence: number
  readonly why: string
  readonly steps: readonly Step[]
}

/** What was read: the text in plain words, each number with where it stands, and what was done with them. */
export type Step =
  | { readonly step: 'read'; readonly text: string }
  | { readonly step: 'number'; readonly value: string; readonly start: number; readonly end: number }
  | { readonly step: 'compute'; readonly formula: string }

/** Far longer than any real challenge, of which the longest has 272. */
export const longestText = 480

/** From which on an answer is given as one, and not only as the best there is. */
export const sure = 0.9

/**
 * Solves a challenge, by itself and always alike.
 *
 * @example
 * solve('A] lObS-tEr sW^iMs aT/ tHiR tYy mE~tErS aNd] sLo/wS bY^ eI{gHt, wHaT] iS tHe nEw sPe-Ed?').answer // '22.00'
 */
export function solve(text: string): Solution {
  const none = { answer: null, best: null, confidence: 0 }
  if (text.length > longestText) return { ...none, why: `longer than ${longestText} characters`, steps: [] }
  const scenes = readScenes(text)
  const steps = stepsOf(scenes[0]!, text)
  const [first, second] = rankAnswers(scenes, trained)
  if (first === undefined) return { ...none, why: 'there is no number in it', steps }
  const { answer, term, confidence } = first
  const isSure = confidence >= sure
  const formula = term.operation === null ? answer : `${term.formula} = ${answer}`
  return {
    answer: isSure ? answer : null,
    best: answer,
    confidence: rounded(confidence),
    why: isSure ? formula : `unsure: ${formula}${second === undefined ? '' : ` or ${second.term.formula}`}`,
    steps: [...steps, { step: 'compute', formula: term.formula }],
  }
}

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000

function stepsOf({ tokens, mentions }: Scene, text: string): Step[] {
  const plain = tokens.map(({ entry, start, end }) => entry?.word ?? text.slice(start, end)).join(' ')
  return [
    { step: 'read', text: plain },
    ...mentions.map(({ value, from, to }) => ({
      step: 'number' as const,
      value: Fraction.toText(value),
      start: tokens[from]!.start,
      end: tokens[to - 1]!.end,
    })),
  ]
}
