/** What a kind of PostgreSQL must be able to do; everything that the kinds have in common is built on it by `guard`. */
export type Driver = Session & {
  /** One `begin … commit`; a rejection of `work` rolls back and is passed on as it is. */
  transaction<result>(work: (session: Session) => Promise<result>): Promise<result>
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type Session = {
  query(sql: string, values: readonly Parameter[]): Promise<unknown[]>
  /** Several statements at once, without values. */
  execute(sql: string): Promise<void>
}

/** Everything but bytes travels as text, so that both drivers send the same. */
export type Parameter = string | Uint8Array | null
