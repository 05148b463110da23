import type { Row, Write } from './Ledger.ts'
import { fold } from './Outbox.ts'

/** Moltbook's limits (PEERS §3), kept on our side so that a 429 is the exception. */
type Limit = { readonly every: number; readonly perDay: number | null }

const day = 86_400
const established: Readonly<Record<Write['kind'], Limit>> = {
  post: { every: 1_800, perDay: null },
  comment: { every: 20, perDay: 50 },
  upvote: { every: 1, perDay: null },
}
const firstDay: Readonly<Record<Write['kind'], Limit>> = {
  post: { every: 7_200, perDay: null },
  comment: { every: 60, perDay: 20 },
  upvote: { every: 1, perDay: null },
}

/** A second more than Moltbook counts: its clock is not ours. */
const slack = 1

/** When the next write of this kind may be sent, by what was sent before; a time in the past means now. */
export function nextAt(
  kind: Write['kind'],
  rows: readonly Row[],
  options: { isNew: boolean; now: number },
): number {
  const { every, perDay } = (options.isNew ? firstDay : established)[kind]
  const sent = sentTimes(kind, rows)
  const last = sent.at(-1)
  const bySpacing = last === undefined ? 0 : last + every + slack
  if (perDay === null) return bySpacing
  const today = sent.filter((at) => at > options.now - day)
  const byDay = today.length < perDay ? 0 : today[today.length - perDay]! + day + slack
  return Math.max(bySpacing, byDay)
}

/** How many more may be sent within the last 24 hours' limit; null where there is none. */
export function leftToday(
  kind: Write['kind'],
  rows: readonly Row[],
  options: { isNew: boolean; now: number },
): number | null {
  const { perDay } = (options.isNew ? firstDay : established)[kind]
  if (perDay === null) return null
  return Math.max(0, perDay - sentTimes(kind, rows).filter((at) => at > options.now - day).length)
}

function sentTimes(kind: Write['kind'], rows: readonly Row[]): number[] {
  const entries = fold(rows)
  return rows.flatMap((row) =>
    row.type === 'sending' && entries.get(row.key)?.write.kind === kind ? [row.at] : [],
  )
}
