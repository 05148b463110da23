import { z } from 'zod'
import { BaseError, Schema } from '../../protocol/index.ts'
import { captcha } from './Captcha.ts'
import { appendLine, mendLines, readLines } from './durable.ts'
import { type Checkpoint, noCheckpoint } from './Environment.ts'
import { remoteId } from './Market.ts'

/** Something to be written to Moltbook. */
export const write = z.strictObject({
  kind: z.enum(['post', 'comment', 'upvote']),
  /** Of the post, for comments and upvotes. */
  postId: remoteId.nullable(),
  body: z.record(z.string(), z.string()),
})
export type Write = z.infer<typeof write>

/** Why something is not there: the words that a person or a program can go by. */
export const failures = [
  'incorrect',
  'expired',
  'unsolved',
  'no-challenge',
  'unknown-code',
  'unanswered',
  'lost',
  'undecidable',
] as const
export type FailureReason = (typeof failures)[number]

const at = z.int().min(0)
const key = z.string().min(1).max(256)
const said = z.string().max(600)

/** One step of one write. Rows are only ever added; what stands in the file is what happened. */
export const row = z.discriminatedUnion('type', [
  /** `purpose` says what to do once it is published; from `notAfter` on it would be senseless. */
  z.strictObject({
    type: z.literal('intended'),
    key,
    at,
    write,
    purpose: Schema.json,
    notAfter: at.nullable(),
  }),
  z.strictObject({ type: z.literal('sending'), key, at }),
  /** Certainly not written, and not before `until`. */
  z.strictObject({ type: z.literal('deferred'), key, at, until: at, why: said }),
  /** Certainly not written, and Moltbook says why; with status 0 it was not even sent. */
  z.strictObject({ type: z.literal('refused'), key, at, status: z.int(), why: said }),
  z.strictObject({
    type: z.literal('accepted'),
    key,
    at,
    id: remoteId.nullable(),
    challenge: captcha.nullable(),
  }),
  z.strictObject({ type: z.literal('answering'), key, at, answer: z.string().max(32), why: said }),
  z.strictObject({
    type: z.literal('published'),
    key,
    at,
    id: remoteId.nullable(),
    /** Whether a challenge was answered for it. */
    isVerified: z.boolean(),
  }),
  /** What was written, if anything, stays hidden for ever. It keeps its id, and is never deleted. */
  z.strictObject({
    type: z.literal('failed'),
    key,
    at,
    id: remoteId.nullable(),
    reason: z.enum(failures),
    why: said,
  }),
  /** Somebody has looked into the failures, and writing may go on. */
  z.strictObject({ type: z.literal('reopened'), at }),
])
export type Row = z.infer<typeof row>
type Untimed<each> = each extends Row ? Omit<each, 'at'> : never
/** A row whose time is not known yet: the ledger's clock gives it one. */
export type NewRow = Untimed<Row>

/** The ledger of one account: each step is on the disk before the next one is taken. */
export type Ledger = {
  rows(): readonly Row[]
  add(row: Row): void
}

/** Opens the ledger for writing. The caller holds the folder's lock. */
export function openLedger(file: string, checkpoint: Checkpoint = noCheckpoint): Ledger {
  mendLines(file)
  const rows = readLedger(file)
  return {
    rows: () => rows,
    add(next) {
      appendLine(file, JSON.stringify(row.parse(next)))
      rows.push(next)
      checkpoint(`ledger:${next.type}`)
    },
  }
}

/** Reads the ledger without touching it. */
export function readLedger(file: string): Row[] {
  return readLines(file).map((line, i) => {
    try {
      return row.parse(JSON.parse(line))
    } catch (cause) {
      throw new UnreadableLedgerError(file, i + 1, { cause })
    }
  })
}

export class UnreadableLedgerError extends BaseError {
  override readonly name = 'Ledger.UnreadableLedgerError'
  constructor(file: string, line: number, options: { cause?: unknown } = {}) {
    super(`Line ${line} of ${file} is no row of a ledger.`, {
      metaMessages: ['Without it nobody knows what was written already: restore the file from a copy.'],
      ...options,
    })
  }
}
