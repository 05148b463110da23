import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { BaseError } from '../../protocol/index.ts'
import { lockFolder } from '../../services/store/lockFolder.ts'
import * as Credentials from './Credentials.ts'
import { type Checkpoint, type Clock, noCheckpoint, systemClock } from './Environment.ts'
import { type Ledger, openLedger, readLedger } from './Ledger.ts'
import type { Moltbook } from './Moltbook.ts'
import type { Resolving } from './Resolving.ts'
import type { Solver } from './Solver.ts'
import { openVerified, type VerifiedWriter } from './VerifiedWriter.ts'

export type AdapterOptions = {
  readonly home?: string | undefined
  readonly account?: string | undefined
  readonly baseUrl?: string | undefined
  readonly resolving: Resolving
  readonly solver: Solver
  readonly clock?: Clock | undefined
  readonly patience?: number | undefined
  readonly checkpoint?: Checkpoint | undefined
  /** Reads, and changes nothing: neither files nor Moltbook. */
  readonly isReadOnly?: boolean | undefined
}

/** One account of Moltbook with its markets. Between agents and Moltbook there is nothing else. */
export type Adapter = {
  readonly files: { readonly markets: string; readonly ledger: string; readonly proofs: string }
  readonly moltbook: Moltbook
  readonly writer: VerifiedWriter
  readonly ledger: Ledger
  readonly resolving: Resolving
  readonly clock: Clock
  readonly checkpoint: Checkpoint
  readonly submolt: string | null
  readonly isReadOnly: boolean
  close(): void
}

/** The files of an account; they can be read without its key. */
export function filesOf(home: string, account: string | undefined): Adapter['files'] {
  const folder = Credentials.folderOf(home, account)
  return {
    markets: join(folder, 'markets.json'),
    ledger: join(folder, 'ledger.jsonl'),
    proofs: join(folder, 'proofs'),
  }
}

/** Opens an account. Whoever may write owns its folder until he closes it: two at once would write things twice. */
export function openAdapter(options: AdapterOptions): Adapter {
  const { home = Credentials.defaultHome(), account, baseUrl, resolving, solver, patience } = options
  const { clock = systemClock, checkpoint = noCheckpoint, isReadOnly = false } = options
  const { key, submolt } = Credentials.read(home, account)
  const files = filesOf(home, account)
  const close = isReadOnly ? () => {} : own(Credentials.folderOf(home, account), files.proofs)
  try {
    const ledger = isReadOnly ? closedLedger(files.ledger) : openLedger(files.ledger, checkpoint)
    const opened = openVerified({ key, baseUrl, ledger, solver, clock, patience, checkpoint })
    return { ...opened, files, ledger, resolving, clock, checkpoint, submolt, isReadOnly, close }
  } catch (error) {
    close()
    throw error
  }
}

function own(folder: string, proofs: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  mkdirSync(proofs, { recursive: true, mode: 0o700 })
  return lockFolder(folder)
}

/** Each write starts with a row of the ledger, so without rows there are no writes. */
function closedLedger(file: string): Ledger {
  const rows = readLedger(file)
  return {
    rows: () => rows,
    add() {
      throw new ReadOnlyError()
    },
  }
}

export class ReadOnlyError extends BaseError {
  override readonly name = 'Adapter.ReadOnlyError'
  constructor() {
    super('A dry run writes nothing.')
  }
}
