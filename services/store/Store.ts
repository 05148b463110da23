import { BaseError } from '../../protocol/index.ts'
import { RetryableError } from '../RetryableError.ts'

/**
 * Where services keep what must outlive them: PostgreSQL, embedded by default.
 *
 * Both kinds give the same values: `bigint` for int8, text for numeric, date, time and uuid, `Date` for timestamptz (to the
 * millisecond), `Uint8Array` for bytea, parsed JSON for json and jsonb, arrays of these for their arrays.
 */
export type Store = Queries & {
  /**
   * Runs `work` in one transaction: all of it happens, or nothing. When the database had to give way to somebody else's
   * transaction, `work` is run again from the start, so it must do nothing but ask the queries it is given. When the
   * connection breaks during the commit nobody knows whether it happened: write so that the same work may be done twice.
   */
  transaction<result>(work: (queries: Queries) => Promise<result>): Promise<result>
  /**
   * Calls `heard` for each notification on a channel, until the returned function is called. A notification is a hint to
   * look, not a record: after a broken connection was made again, `heard` is called with an empty payload, because some may
   * have been missed.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  /** Waits for what is under way, then lets go of everything. May be called twice. */
  close(): Promise<void>
}

export type Queries = {
  query<row = Record<string, unknown>>(sql: string, values?: readonly Value[]): Promise<row[]>
}

/**
 * What a statement's `$1`, `$2` … may be. Text must be text that PostgreSQL gives back byte for byte: NUL and half surrogate
 * pairs are refused, so store such as bytes. JSON is passed as text.
 */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[]

/** Whose tables an unqualified name means. */
export const schemas = ['agent', 'gateway', 'rules', 'participant', 'keeper', 'indexer'] as const
export type Schema = (typeof schemas)[number]

/** The store cannot be used now, for a reason that lies outside of the program: what to do differs, but not that it may pass. */
export abstract class TroubleError extends RetryableError {
  /** In one word, for health and callers. */
  abstract readonly kind: 'away' | 'busy' | 'full' | 'read-only'
}

export class UnavailableError extends TroubleError {
  override readonly name: string = 'Store.UnavailableError'
  readonly kind = 'away'
  constructor(options: { readonly cause?: unknown } = {}) {
    super('The database cannot be reached, or the connection to it broke.', {
      ...options,
      metaMessages: ['Try again; a write that was under way may or may not have happened.'],
    })
  }
}

/** The machine that the database runs on has no disk or memory left for it, or its disk fails. */
export class FullError extends TroubleError {
  override readonly name: string = 'Store.FullError'
  readonly kind = 'full'
  constructor(code: string) {
    super('The database has no room left, or its disk fails.', {
      metaMessages: [
        `It said ${code}. Nothing was written; what was kept before can still be read.`,
        'Free space on its disk or give it more, look at the disk itself, then try again: nothing needs to be restarted.',
      ],
    })
  }
}

/** The database takes no writes: a standby, or one that was set so. */
export class ReadOnlyError extends TroubleError {
  override readonly name: string = 'Store.ReadOnlyError'
  readonly kind = 'read-only'
  constructor(code: string) {
    super('The database is read-only.', {
      metaMessages: [
        `It said ${code}. Nothing was written.`,
        'Point the service at the primary server, or make this one writable (default_transaction_read_only, or the mount).',
      ],
    })
  }
}

export class ConflictError extends TroubleError {
  override readonly name: string = 'Store.ConflictError'
  readonly kind = 'busy'
  constructor(code: string) {
    super('The transaction had to give way to another one each time it was tried.', {
      metaMessages: [`PostgreSQL said ${code}; try again later.`],
    })
  }
}

/** The embedded database could not be made. */
export class UnmakeableError extends BaseError {
  override readonly name: string = 'Store.UnmakeableError'
  constructor(folder: string, options: { readonly cause?: unknown } = {}) {
    super(`No database could be made in ${folder}.`, {
      ...options,
      metaMessages: ['Check that the folder can be written to, has 100 MB left, and holds nothing else.'],
    })
  }
}

/** PostgreSQL refused a statement. */
export class QueryError extends BaseError {
  override readonly name: string = 'Store.QueryError'
  /** SQLSTATE, such as `23505` for a key that is there already. */
  readonly code: string
  readonly constraint: string | null
  // What the driver knows beyond this repeats the values, which belong in no log.
  constructor(message: string, options: { readonly code: string; readonly constraint: string | null }) {
    super(`PostgreSQL refused a statement: ${message} (${options.code}).`)
    this.code = options.code
    this.constraint = options.constraint
  }
}

export class FailedTransactionError extends BaseError {
  override readonly name: string = 'Store.FailedTransactionError'
  constructor() {
    super('A statement of the transaction failed, so none of it was kept.', {
      metaMessages: ['Let the error of the failing statement pass, or use a savepoint.'],
    })
  }
}

export class NestedError extends BaseError {
  override readonly name: string = 'Store.NestedError'
  constructor() {
    super('Inside a transaction the store itself cannot be used: it would wait for its own end.', {
      metaMessages: ['Use the queries that the transaction was given, and do not keep them.'],
    })
  }
}

export class ClosedError extends BaseError {
  override readonly name: string = 'Store.ClosedError'
  constructor() {
    super('The store is closed.')
  }
}

export class UnstorableValueError extends BaseError {
  override readonly name: string = 'Store.UnstorableValueError'
  constructor(what: string) {
    super(`A statement was given ${what}, which PostgreSQL cannot give back as it was.`, {
      metaMessages: ['Pass bytes as Uint8Array, JSON as text, and null for what is absent.'],
    })
  }
}

export class InvalidChannelError extends BaseError {
  override readonly name: string = 'Store.InvalidChannelError'
  constructor(channel: string) {
    super(`${JSON.stringify(channel)} is no name for a channel.`, {
      metaMessages: ['Use lower-case letters, digits and underscores, at most 63.'],
    })
  }
}
