import { failureExit } from '../../terminal/failure.ts'
import { write } from '../../terminal/output.ts'
import { printable } from '../../terminal/printable.ts'
import type { Candidate } from './Candidate.ts'
import type { Case } from './Case.ts'
import { readEarlier } from './earlier.ts'
import { type JudgedLive, type Measured, measure } from './measure.ts'
import { makeProgress } from './Progress.ts'
import { textOf } from './playReaders.ts'
import { summarize } from './summarize.ts'
import { summarizeEffort } from './summarizeEffort.ts'
import { totalsOf } from './totals.ts'

export type AskOptions = {
  readonly json?: boolean
  readonly limit?: number | undefined
  readonly maxCostMicroUsd?: number | undefined
  /** Lines of an earlier call. */
  readonly resume?: string | undefined
  /** What else is to be done with the result, and what is said of it. */
  readonly finish?: (measured: Measured) => string
}

/** Asks a worker all cases and prints how it did: lines, then tables; or lines of JSON, and one with the totals. */
export async function askCandidate(
  candidate: Candidate,
  cases: readonly Case[],
  options: AskOptions,
): Promise<void> {
  const { json = false, limit, maxCostMicroUsd, resume, finish } = options
  const earlier = resume === undefined ? new Map() : await readEarlier(resume, candidate.by)
  if (!json) await write(`${candidate.name}\n${candidate.about}\n\n`)
  const progress = makeProgress(cases.length)
  const measured = await measure(candidate, cases, {
    earlier,
    limit,
    maxCostMicroUsd,
    async onLine(one, isNew) {
      progress.clear()
      await write(`${json ? JSON.stringify(one.line) : printable(lineOf(one))}\n`)
      progress.step(one.line.failed === null ? one.line.verdict : null, isNew ? one.line.cost_micro_usd : 0)
    },
  })
  progress.clear()
  const { judged, stopped } = measured
  const totals = totalsOf(judged.map(({ line }) => line))
  const said = finish?.(measured)
  const kept = said === undefined ? {} : { kept: said }
  if (json) await write(`${JSON.stringify({ totals: { ...totals, stopped, by: candidate.by, ...kept } })}\n`)
  else await write(report(measured, said))
  // A run that stopped because nothing worked is a failure; one that was told how far to go is not.
  if (judged.length > 0 && totals.cases === 0) process.exitCode = failureExit
}

const lineOf = (one: JudgedLive): string =>
  one.line.failed === null ? textOf(one) : `failed    ${one.line.id}: ${one.line.failed}`

function report({ judged, stopped }: Measured, said: string | undefined): string {
  const totals = totalsOf(judged.map(({ line }) => line))
  const answered = judged.filter(({ line }) => line.failed === null)
  const unread = answered.filter(({ line }) => line.fetched === 0).length
  const notes = [
    ...(totals.failed === 0 ? [] : [`${totals.failed} answers failed and count for nothing.`]),
    ...(unread === 0 ? [] : [`In ${unread} cases the worker fetched no page of ours.`]),
    ...(stopped === null ? [] : [stopped, 'Go on with --resume and the lines of this call (--json).']),
    ...(said === undefined ? [] : [said]),
  ]
  return `\n${[summarize(answered), summarizeEffort(totals), ...notes.map(printable)].join('\n\n')}\n`
}
