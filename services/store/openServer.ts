import pg from 'pg'
import { BaseError } from '../../protocol/index.ts'
import type { Driver, Session } from './Driver.ts'
import { listenOnServer } from './listenOnServer.ts'
import { resultParsers, sessionSettings } from './resultParsers.ts'

export type ServerOptions = {
  /** `postgres://user:password@host:port/database` */
  readonly url: string
  readonly schema: string
  readonly poolSize?: number | undefined
  readonly warn: (error: unknown) => void
}

const statementTimeout = 30_000

/** A PostgreSQL server, through a pool of connections. */
export function openServer({ url, schema, poolSize = 10, warn }: ServerOptions): Driver {
  // What others say about a URL repeats it, and it holds a password.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) throw new InvalidUrlError()
  const config: pg.ClientConfig = {
    connectionString: url,
    application_name: `cresolver-${schema}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types: { getTypeParser: (oid: number) => resultParsers[oid] ?? String } as pg.CustomTypesConfig,
  }
  const prepare = async (client: pg.ClientBase) => {
    await client.query(sessionSettings(schema))
    await client.query(`
      set statement_timeout to ${statementTimeout};
      set idle_in_transaction_session_timeout to ${2 * statementTimeout};
    `)
  }
  const pool = new pg.Pool({ ...config, max: poolSize, idleTimeoutMillis: 30_000, onConnect: prepare })
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', warn)
  const listener = listenOnServer(() => new pg.Client(config), warn)

  return {
    ...session(pool),
    transaction: (work) => transaction(pool, work),
    listen: listener.listen,
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

async function transaction<result>(
  pool: pg.Pool,
  work: (session: Session) => Promise<result>,
): Promise<result> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(session(client))
    await client.query('commit')
    return result
  } catch (error) {
    // A connection that cannot even roll back is not given to the next one.
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

const session = (client: Pick<pg.ClientBase, 'query'> | pg.Pool): Session => ({
  async query(sql, values) {
    const { rows } = await (client as pg.ClientBase).query(sql, values.map(toBuffer))
    return rows
  },
  async execute(sql) {
    await (client as pg.ClientBase).query(sql)
  },
})

const toBuffer = (value: string | Uint8Array | null) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value

export class InvalidUrlError extends BaseError {
  override readonly name = 'Store.InvalidUrlError'
  constructor() {
    super('The URL of the database is none that PostgreSQL has.', {
      metaMessages: ['Write postgres://user:password@host:5432/database, special characters %-encoded.'],
    })
  }
}
