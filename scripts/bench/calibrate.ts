import { pathToFileURL } from 'node:url'
import { factorRules } from '../../adapters/rules/judge/factors.ts'
import { Hash } from '../../protocol/index.ts'
import { auc, errorOf, standardError } from './auc.ts'
import { type Disputed, disputedAtAll, disputedTwice, type Row } from './calibrateData.ts'
import { balance, fitWeights } from './calibrateFit.ts'
import { readData } from './rubric.ts'

export type Separation = {
  readonly auc: number
  readonly standardError: number
  readonly n: number
  readonly positives: number
}

/** How well a number separates disputed markets from the others. */
export function separation(rows: readonly Row[], value: (row: Row) => number): Separation {
  const [values, labels] = [rows.map(value), rows.map(({ isPositive }) => isPositive)]
  return {
    auc: auc(values, labels),
    standardError: standardError(
      values,
      labels,
      rows.map(({ group }) => group),
    ),
    n: rows.length,
    positives: labels.filter(Boolean).length,
  }
}

/** A few dozen disputes tell little about eight weights: a strong ridge keeps them near to each other. */
const ridge = 0.05

/**
 * Weights by which the factors of these markets tell the disputed ones best, as logarithms of odds; 0 for those that are too
 * rare to fit.
 */
export function fitOn(rows: readonly Row[]): number[] {
  const weights = balance(rows)
  const examples = rows.map(({ features, isPositive }, i) => ({
    features: features.map((value, j) => (factorRules[j]!.isFitted ? value : 0)),
    isPositive,
    weight: weights[i]!,
  }))
  return fitWeights(examples, { ridge, steps: 1_000 })
}

/**
 * Scores by weights that were always fitted on other groups than they are given to: each group is in one of five parts, and each
 * part is scored by a fit on the other four.
 */
function unseenScores(rows: readonly Row[], parts: number, seed: number): number[] {
  const partOf = ({ group }: Row) => Number(BigInt(Hash.ofText(`${seed} ${group}`)) % BigInt(parts))
  const scores = new Array<number>(rows.length).fill(0)
  for (let part = 0; part < parts; part++) {
    const weights = fitOn(rows.filter((row) => partOf(row) !== part))
    rows.forEach((row, i) => {
      if (partOf(row) === part) scores[i] = sum(row, weights)
    })
  }
  return scores
}

/** Their AUC, as the mean over several such partitions. */
export const crossValidated = (rows: readonly Row[], { parts = 5, partitions = 5 } = {}): number =>
  aucsOf(rows, parts, partitions).reduce((total, one) => total + one, 0) / partitions

const aucsOf = (rows: readonly Row[], parts: number, partitions: number): number[] =>
  Array.from({ length: partitions }, (_, seed) =>
    auc(
      unseenScores(rows, parts, seed),
      rows.map(({ isPositive }) => isPositive),
    ),
  )

export type Unseen = {
  readonly auc: number
  readonly standardError: number
  /** By how much it is above a count of vague words, on the same draws of groups. */
  readonly lead: { readonly auc: number; readonly standardError: number }
}

/** What ambiguity tells of disputes in groups that its weights were not fitted on, with its error, beside a count of vague words. */
export function unseen(rows: readonly Row[]): Unseen {
  const scores = unseenScores(rows, 5, 0)
  const labels = rows.map(({ isPositive }) => isPositive)
  const groups = rows.map(({ group }) => group)
  const words = rows.map(({ vagueWords }) => vagueWords)
  return {
    auc: crossValidated(rows),
    standardError: standardError(scores, labels, groups),
    lead: {
      auc: auc(scores, labels) - auc(words, labels),
      standardError: errorOf(
        (picked) => aucAt(scores, labels, picked) - aucAt(words, labels, picked),
        groups,
      ),
    },
  }
}

const aucAt = (scores: readonly number[], labels: readonly boolean[], places: readonly number[]): number =>
  auc(
    places.map((i) => scores[i]!),
    places.map((i) => labels[i]!),
  )

const sum = ({ features }: Row, weights: readonly number[]): number =>
  features.reduce((total, value, i) => total + value * weights[i]!, 0)

const positivesOf = (rows: readonly Row[]): number => rows.filter(({ isPositive }) => isPositive).length

/** Fits on either half of the recorded disputes, reports on the other, and shows both beside the weights in use. */
export function report(rows: readonly Disputed[], say: (text: string) => void): void {
  const twice = disputedTwice(rows)
  const half = (which: 0 | 1) => twice.filter((row) => row.half === which)
  const fitted = [fitOn(half(0)), fitOn(half(1)), fitOn(twice)] as const
  say('factor                  in use   fit on half A   half B   both')
  factorRules.forEach(({ name, weight }, i) => {
    const [a, b, both] = fitted.map((weights) => weights[i]!.toFixed(2).padStart(6)) as [
      string,
      string,
      string,
    ]
    say(`${name.padEnd(22)}  ${(weight / 100).toFixed(2).padStart(6)}   ${a.padStart(13)}   ${b}  ${both}`)
  })
  const line = (name: string, { auc, standardError, n, positives }: Separation) =>
    say(`${name.padEnd(44)} ${auc.toFixed(3)} ± ${standardError.toFixed(3)}  (${positives} of ${n})`)
  say('\nAUC, disputed at least twice against matched')
  line(
    'fit on half A, reported on half B',
    separation(half(1), (row) => sum(row, fitted[0])),
  )
  line(
    'fit on half B, reported on half A',
    separation(half(0), (row) => sum(row, fitted[1])),
  )
  const { lead, ...kept } = unseen(twice)
  line('fit on four fifths, reported on the fifth', {
    ...kept,
    n: twice.length,
    positives: positivesOf(twice),
  })
  say(
    `${'  above a count of vague words'.padEnd(44)} ${lead.auc.toFixed(3)} ± ${lead.standardError.toFixed(3)}`,
  )
  line(
    'weights in use, half A',
    separation(half(0), ({ ambiguity }) => ambiguity),
  )
  line(
    'weights in use, half B',
    separation(half(1), ({ ambiguity }) => ambiguity),
  )
  line(
    'weights in use, all',
    separation(twice, ({ ambiguity }) => ambiguity),
  )
  line(
    'weights in use, without sports',
    separation(
      twice.filter(({ category }) => category !== 'sports'),
      ({ ambiguity }) => ambiguity,
    ),
  )
  line(
    'baseline: length',
    separation(twice, ({ length }) => length),
  )
  line(
    'baseline: vague words',
    separation(twice, ({ vagueWords }) => vagueWords),
  )
  const any = disputedAtAll(rows)
  say('\nAUC, disputed at all against matched (mostly hasty proposals)')
  line(
    'weights in use',
    separation(any, ({ ambiguity }) => ambiguity),
  )
  line(
    'baseline: length',
    separation(any, ({ length }) => length),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rows = readData<Disputed>('disputed_dev.jsonl')
  if (rows === null) {
    console.error('CRESOLVER_DATA names no folder with disputed_dev.jsonl: there is nothing to fit on.')
    process.exitCode = 1
  } else report(rows, console.log)
}
