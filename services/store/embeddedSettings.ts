import { PGlite } from '@electric-sql/pglite'

// A service has one backend and little data: the usual 128 MB of buffers would more than double its memory, and room for a
// hundred connections that cannot be takes 5 MB.
const settings = ['shared_buffers=4MB', 'max_connections=4', 'autovacuum_worker_slots=1', 'max_wal_senders=0']

/** How PostgreSQL is started inside a process. */
export const startParams: string[] = [
  ...PGlite.defaultStartParams,
  ...settings.flatMap((setting) => ['-c', setting]),
]
