import type { Json } from '../../protocol/index.ts'
import type { Captcha } from './Captcha.ts'
import type { FailureReason, Row, Write } from './Ledger.ts'

/** Where one write stands, as the ledger tells it. */
export type Entry = {
  readonly key: string
  readonly write: Write
  readonly purpose: Json.Json
  readonly notAfter: number | null
  readonly state: State
  /** When it came into this state. */
  readonly at: number
  /** When it was last sent; null before that. */
  readonly sentAt: number | null
  readonly attempts: number
  /** When it last ended in vain; a repeat keeps its distance to that. */
  readonly endedAt: number | null
}

export type State =
  /** Not sent yet, or certainly not taken. */
  | { readonly type: 'waiting'; readonly until: number; readonly why: string }
  /** Sent, and nobody knows what became of it. */
  | { readonly type: 'sending' }
  | { readonly type: 'accepted'; readonly id: string | null; readonly challenge: Captcha | null }
  /** The one answer was sent, and nobody knows what became of it. */
  | { readonly type: 'answering'; readonly id: string | null; readonly challenge: Captcha }
  | { readonly type: 'published'; readonly id: string | null }
  | {
      readonly type: 'failed'
      readonly reason: FailureReason
      readonly id: string | null
      readonly why: string
    }
  | { readonly type: 'refused'; readonly status: number; readonly why: string }

export const isOver = ({ state }: Entry): boolean =>
  state.type === 'published' || state.type === 'failed' || state.type === 'refused'

/** All writes by key, in the order in which they were first intended: nothing but a reading of the ledger. */
export function fold(rows: readonly Row[]): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    if (row.type === 'reopened') continue
    const known = entries.get(row.key)
    if (row.type === 'intended') {
      const { key, at, write, purpose, notAfter } = row
      const { sentAt, attempts, endedAt } = known ?? { sentAt: null, attempts: 0, endedAt: null }
      const state: State = { type: 'waiting', until: at, why: '' }
      entries.set(key, { key, write, purpose, notAfter, state, at, sentAt, attempts, endedAt })
    } else if (known !== undefined) entries.set(row.key, step(known, row))
  }
  return entries
}

function step(entry: Entry, row: Exclude<Row, { type: 'intended' | 'reopened' }>): Entry {
  const next = (state: State): Entry => ({ ...entry, state, at: row.at })
  switch (row.type) {
    case 'sending':
      return { ...next({ type: 'sending' }), sentAt: row.at, attempts: entry.attempts + 1 }
    case 'deferred':
      // What was not taken was no attempt.
      return {
        ...next({ type: 'waiting', until: row.until, why: row.why }),
        attempts: Math.max(0, entry.attempts - 1),
      }
    case 'refused':
      return { ...next({ type: 'refused', status: row.status, why: row.why }), endedAt: row.at }
    case 'accepted':
      return next({ type: 'accepted', id: row.id, challenge: row.challenge })
    case 'answering':
      return entry.state.type === 'accepted' && entry.state.challenge !== null
        ? next({ type: 'answering', id: entry.state.id, challenge: entry.state.challenge })
        : entry
    case 'published':
      return next({ type: 'published', id: row.id })
    case 'failed':
      return {
        ...next({ type: 'failed', reason: row.reason, id: row.id, why: row.why }),
        // It was never seen and never will be: writing it again does not repeat it.
        endedAt: row.reason === 'lost' ? entry.endedAt : row.at,
      }
  }
}

/** Moltbook takes a repeat right after a failure for spam. */
const cooldown = 1_800
/** How often one thing is sent at most. */
export const maxAttempts = 3

/** From when on it may be sent, as far as it depends on this entry alone. */
export function dueAt({ state, endedAt }: Entry): number {
  const until = state.type === 'waiting' ? state.until : 0
  return endedAt === null ? until : Math.max(until, endedAt + cooldown)
}

/** Whether asking for it again puts it back into the outbox. */
export const isRepeatable = ({ state, attempts }: Entry): boolean =>
  attempts < maxAttempts && !(state.type === 'failed' && state.reason === 'undecidable')

/** Moltbook suspends after ten failures in a row, and then again at each write: long before that, writing stops. */
export const failuresAllowed = 3

/** Failures since a challenge was last answered rightly, or somebody reopened. What needed no answer says nothing here. */
export function failuresInARow(rows: readonly Row[]): number {
  let count = 0
  for (const row of rows) {
    if (row.type === 'reopened' || (row.type === 'published' && row.isVerified)) count = 0
    // Nobody is asked anything for an upvote.
    else if (row.type === 'failed' && row.reason !== 'undecidable') count++
  }
  return count
}
