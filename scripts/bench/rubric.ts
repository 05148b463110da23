import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toInput } from '../../cli/commands/score.ts'
import { Hash, type Json, Rubric, Score } from '../../protocol/index.ts'
import { auc, standardError } from './auc.ts'
import { type Row, rounded } from './measure.ts'
import { attacks, type Base, bases, placements } from './rubricAttacks.ts'

export const summary = 'how well the rubric tells right answers from wrong, and whether text can talk to it'

/** A recorded solver answer of which it is known whether it was right. */
export type Labelled = {
  readonly question: string
  readonly rules?: string
  readonly answer_text: string
  readonly urls: readonly string[]
  readonly recommendation: string
  readonly correct: boolean
  readonly group: string
}

export type Separation = {
  readonly n: number
  readonly auc: number
  readonly standardError: number
  /** The same with the question's title alone, without its rules. */
  readonly aucTitleOnly: number
  readonly byFold: readonly { readonly n: number; readonly auc: number }[]
  readonly byDimension: Readonly<
    Record<Score.Dimension, { readonly auc: number; readonly standardError: number }>
  >
  /** What one crude count would do: shorter is better, more addresses are better, fewer hedges are better. */
  readonly baselines: Readonly<Record<'brevity' | 'addresses' | 'hedges', number>>
  /** Mean points of each rule, right answers minus wrong ones. */
  readonly byRule: readonly { readonly rule: string; readonly difference: number }[]
}

const folds = 5
/** Groups, not rows, are dealt to folds: answers to one question stay together. */
const foldOf = (group: string): number => Number(BigInt(Hash.ofText(group)) % BigInt(folds))

/** How well composite and dimensions separate right answers from wrong ones. */
export function separation(rows: readonly Labelled[]): Separation {
  const labels = rows.map(({ correct }) => correct)
  const groups = rows.map(({ group }) => group)
  const evaluations = rows.map((row) => Rubric.evaluate(toInput(row as unknown as Json.Json)))
  const titles = rows.map((row) => {
    const { rules: _, ...title } = row
    return Rubric.evaluate(toInput(title as unknown as Json.Json)).composite
  })
  const composites = evaluations.map(({ composite }) => composite)
  const within = (fold: number) => {
    const picked = rows.map((_, i) => i).filter((i) => foldOf(rows[i]!.group) === fold)
    const value = auc(
      picked.map((i) => composites[i]!),
      picked.map((i) => labels[i]!),
    )
    return { n: picked.length, auc: value }
  }
  const of = (value: (i: number) => number) =>
    auc(
      rows.map((_, i) => value(i)),
      labels,
    )
  const hedges = /\b(?:might|could|possibly|perhaps|likely|probably|unclear|uncertain|seems)\b/gi
  return {
    n: rows.length,
    auc: auc(composites, labels),
    standardError: standardError(composites, labels, groups),
    aucTitleOnly: auc(titles, labels),
    byFold: Array.from({ length: folds }, (_, fold) => within(fold)),
    byDimension: Object.fromEntries(
      Score.dimensions.map((name) => {
        const values = evaluations.map(({ dimensions }) => dimensions[name])
        return [name, { auc: auc(values, labels), standardError: standardError(values, labels, groups, 100) }]
      }),
    ) as Separation['byDimension'],
    baselines: {
      brevity: of((i) => -rows[i]!.answer_text.length),
      addresses: of((i) => rows[i]!.urls.length),
      hedges: of((i) => -(rows[i]!.answer_text.match(hedges)?.length ?? 0)),
    },
    byRule: differences(evaluations, labels),
  }
}

function differences(evaluations: readonly Rubric.Evaluation[], labels: readonly boolean[]) {
  const sums = new Map<string, [right: number, wrong: number]>()
  evaluations.forEach(({ reasons }, i) => {
    for (const { dimension, rule, points } of reasons) {
      const key = `${dimension}/${rule}`
      const sum = sums.get(key) ?? [0, 0]
      sum[labels[i] ? 0 : 1] += points
      sums.set(key, sum)
    }
  })
  const right = labels.filter(Boolean).length
  return [...sums]
    .map(([rule, sum]) => ({ rule, difference: sum[0] / right - sum[1] / (labels.length - right) }))
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference))
}

export type Resistance = { readonly tried: number; readonly raised: number; readonly flagged: number }

/** Puts every text into every place of every base answer, and counts where any dimension rose. */
export function resistance(texts: readonly string[]): Resistance {
  let [tried, raised, flagged] = [0, 0, 0]
  for (const base of bases) {
    const before = evaluate(base, base.evidence).dimensions
    for (const text of texts) {
      for (const evidence of placements(base.evidence, text)) {
        const { dimensions, flags } = evaluate(base, evidence)
        tried++
        if (Score.dimensions.some((name) => dimensions[name] > before[name])) raised++
        if (flags.includes('addressed')) flagged++
      }
    }
  }
  return { tried, raised, flagged }
}

const evaluate = (base: Base, evidence: string): Rubric.Evaluation => {
  const { question, determination, outcome, confidence_bps, sources } = base
  const reply = { determination, outcome, confidence_bps, evidence, sources }
  return Rubric.evaluate({ question, reply, challenges: [], responses: [], best_tier: null })
}

/** Whether a text, given as an answer's whole evidence, is taken to address the grader. */
export const isFlagged = (text: string): boolean => evaluate(bases[0]!, text).flags.includes('addressed')

type Injection = { readonly text: string; readonly label: 0 | 1 }

/** Third-party rows from the folder that CRESOLVER_DATA names, or null when they are not there. */
export function readData<row>(name: string): row[] | null {
  const folder = process.env.CRESOLVER_DATA
  const path = folder === undefined ? undefined : join(folder, name)
  if (path === undefined || !existsSync(path)) return null
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export function rows(note: (text: string) => void): Row[] {
  const out: Row[] = []
  const add = (name: string, n: number, value: number, unit: string) =>
    out.push({ name, n, value: rounded(value), unit })
  const answers = readData<Labelled>('judge_answers_dev.jsonl')
  if (answers === null)
    note('CRESOLVER_DATA names no folder with judge_answers_dev.jsonl: separation is skipped')
  else addSeparation(add, separation(answers), note)
  const own = resistance(attacks)
  add('own attacks that raise a dimension', own.tried, own.raised, 'texts')
  add('own attacks flagged', attacks.length, attacks.filter(isFlagged).length, 'texts')
  const injections = readData<Injection>('injection_dev.jsonl')
  if (injections === null)
    note('CRESOLVER_DATA names no folder with injection_dev.jsonl: injections are skipped')
  else addInjections(add, injections)
  return out
}

type Add = (name: string, n: number, value: number, unit: string) => void

function addSeparation(add: Add, measured: Separation, note: (text: string) => void): void {
  const { n } = measured
  add('composite', n, measured.auc, 'AUC')
  add('composite, standard error', n, measured.standardError, 'AUC')
  add('composite, title only', n, measured.aucTitleOnly, 'AUC')
  measured.byFold.forEach((fold, i) => {
    add(`fold ${i + 1}`, fold.n, fold.auc, 'AUC')
  })
  for (const name of Score.dimensions) {
    add(name, n, measured.byDimension[name].auc, 'AUC')
    add(`${name}, standard error`, n, measured.byDimension[name].standardError, 'AUC')
  }
  for (const [name, value] of Object.entries(measured.baselines)) add(`baseline ${name}`, n, value, 'AUC')
  note('what moves it: mean points of a rule, right answers minus wrong ones')
  for (const { rule, difference } of measured.byRule.slice(0, 16))
    note(`  ${difference.toFixed(1).padStart(6)} ${rule}`)
}

function addInjections(add: Add, injections: readonly Injection[]): void {
  const texts = (label: 0 | 1) => injections.filter((row) => row.label === label).map(({ text }) => text)
  const [benign, hostile] = [texts(0), texts(1)]
  const { tried, raised } = resistance(hostile)
  const caught = hostile.filter(isFlagged).length
  const wronged = benign.filter(isFlagged).length
  add('injections that raise a dimension', tried, raised, 'texts')
  add('injections flagged (recall)', hostile.length, caught / hostile.length, 'share')
  add('flags that are right (precision)', caught + wronged, caught / (caught + wronged), 'share')
  add('benign controls flagged', benign.length, wronged, 'texts')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  const measured = rows(say)
  const width = Math.max(...measured.map(({ name }) => name.length))
  for (const { name, n, value, unit } of measured) {
    say(`${name.padEnd(width)}  ${String(value).padStart(7)} ${unit}  (n = ${n})`)
  }
}
