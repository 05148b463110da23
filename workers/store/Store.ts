/** Where services keep what must outlive them: PostgreSQL, embedded by default. */
export type Store = Queries & {
  /** Runs `work` in one transaction: all of it happens, or nothing. */
  transaction<result>(work: (queries: Queries) => Promise<result>): Promise<result>
  /** Calls `heard` for each notification on a channel, until the returned function is called. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type Queries = {
  query<row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<row[]>
}
