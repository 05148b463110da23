import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite, type QueryOptions } from '@electric-sql/pglite'
import type { Driver, Session } from './Driver.ts'
import { startParams } from './embeddedSettings.ts'
import { lockFolder } from './lockFolder.ts'
import { makeDatabase } from './makeDatabase.ts'
import { resultParsers, sessionSettings } from './resultParsers.ts'

export type EmbeddedOptions = {
  /** Where it is kept, owned by one process at a time; in memory when absent. */
  readonly folder?: string | undefined
  readonly schema: string
}

/**
 * PostgreSQL inside this process. It has one backend, so a transaction lets nobody else in until it ends. What was
 * acknowledged outlives the process, even when it is killed; it does not call fsync, so it may not outlive the machine.
 */
export async function openEmbedded({ folder, schema }: EmbeddedOptions): Promise<Driver> {
  if (folder === undefined) return embedded(await PGlite.create({ startParams }), schema, () => {})
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  try {
    const data = join(folder, 'data')
    await makeDatabase(data)
    return await embedded(await PGlite.create(data, { startParams }), schema, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function embedded(database: PGlite, schema: string, unlock: () => void): Promise<Driver> {
  await database.exec(sessionSettings(schema))
  return {
    ...session(database),
    transaction: (work) => database.transaction((transaction) => work(session(transaction))),
    async listen(channel, heard) {
      const stop = await database.listen(channel, heard)
      return () => stop()
    },
    async close() {
      try {
        await database.close()
      } finally {
        unlock()
      }
    },
  }
}

const options: QueryOptions = { parsers: { ...resultParsers } }

const session = (database: Pick<PGlite, 'query' | 'exec'>): Session => ({
  async query(sql, values) {
    const { rows } = await database.query(sql, [...values], options)
    return rows
  },
  async execute(sql) {
    await database.exec(sql)
  },
})
