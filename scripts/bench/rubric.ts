import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { toInput } from '../../cli/commands/score.ts'
import { type Json, Rubric, Score } from '../../protocol/index.ts'
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

/** How often a right answer of some scores above a wrong one. */
export type Part = {
  readonly n: number
  readonly wrong: number
  readonly auc: number
  readonly standardError: number
}

/** The same for all of some answers, and among the shorter and the longer half of them. */
export type Halves = { readonly all: Part; readonly short: Part; readonly long: Part }

export type Separation = Halves & {
  /** Questions on which the rules were chosen, and the others, which were measured only when they stood. */
  readonly seen: Halves
  readonly unseen: Halves
  /** The same with the question's title alone, without its rules. */
  readonly aucTitleOnly: number
  readonly byDimension: Readonly<Record<Score.Dimension, number>>
  /** What one crude count would do: shorter is better, more addresses are better, fewer hedges are better. */
  readonly baselines: Readonly<Record<'brevity' | 'addresses' | 'hedges', number>>
  /** Mean points of each rule, right answers minus wrong ones. */
  readonly byRule: readonly { readonly rule: string; readonly difference: number }[]
}

/** Groups, not rows, are dealt to the two parts: answers to one question stay together. */
export const isSeen = (group: string): boolean =>
  (createHash('sha256').update(`split15 ${group}`).digest()[0]! & 1) === 0

type Scored = { readonly row: Labelled; readonly value: number }

function part(scored: readonly Scored[]): Part {
  const values = scored.map(({ value }) => value)
  const labels = scored.map(({ row }) => row.correct)
  const groups = scored.map(({ row }) => row.group)
  return {
    n: scored.length,
    wrong: labels.filter((correct) => !correct).length,
    auc: auc(values, labels),
    standardError: standardError(values, labels, groups),
  }
}

function halves(scored: readonly Scored[]): Halves {
  const length = ({ row }: Scored) => row.answer_text.length
  const sorted = scored.map(length).sort((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)]!
  return {
    all: part(scored),
    short: part(scored.filter((one) => length(one) < median)),
    long: part(scored.filter((one) => length(one) >= median)),
  }
}

/**
 * How well composite and dimensions separate right answers from wrong ones. What is recorded has no verdicts on citations, so all
 * are taken as answers that nobody could check: sources, evidence and timeliness are the same for all, and only the text tells.
 */
export function separation(rows: readonly Labelled[]): Separation {
  const labels = rows.map(({ correct }) => correct)
  const evaluations = rows.map((row) => Rubric.evaluate(toInput(row as unknown as Json.Json)))
  const titles = rows.map(({ rules: _, ...title }) => Rubric.evaluate(toInput(title as unknown as Json.Json)))
  const scored = rows.map((row, i) => ({ row, value: evaluations[i]!.composite }))
  const of = (value: (i: number) => number) =>
    auc(
      rows.map((_, i) => value(i)),
      labels,
    )
  const hedges = /\b(?:might|could|possibly|perhaps|likely|probably|unclear|uncertain|seems)\b/gi
  return {
    ...halves(scored),
    seen: halves(scored.filter(({ row }) => isSeen(row.group))),
    unseen: halves(scored.filter(({ row }) => !isSeen(row.group))),
    aucTitleOnly: of((i) => titles[i]!.composite),
    byDimension: Object.fromEntries(
      Score.dimensions.map((name) => [name, of((i) => evaluations[i]!.dimensions[name])]),
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
  const { n } = measured.all
  note('recorded answers have no verdicts on citations: what is measured is what text alone can tell')
  const parts = [
    ['all questions', measured],
    ['questions that rules were chosen on', measured.seen],
    ['the other questions', measured.unseen],
  ] as const
  for (const [name, { all, short, long }] of parts) {
    for (const [of, one] of [
      ['', all] as const,
      [', shorter half', short] as const,
      [', longer half', long] as const,
    ]) {
      add(`composite, ${name}${of}`, one.n, one.auc, 'AUC')
      add(`composite, ${name}${of}, standard error`, one.n, one.standardError, 'AUC')
      add(`wrong answers, ${name}${of}`, one.n, one.wrong, 'answers')
    }
  }
  add('composite, title only', n, measured.aucTitleOnly, 'AUC')
  for (const name of Score.dimensions) add(name, n, measured.byDimension[name], 'AUC')
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
