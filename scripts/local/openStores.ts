import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDatabase } from '../../workers/store/makeDatabase.ts'
import { openStore } from '../../workers/store/openStore.ts'
import type { Schema, Store } from '../../workers/store/Store.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** An empty database of the embedded PostgreSQL. Making one takes seconds, and copying it a moment. */
async function template(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(join(packages, '@electric-sql/pglite/package.json'), 'utf8'),
  ) as { version: string }
  const folder = join(packages, `.cache/cresolver-database-${version}`)
  if (existsSync(folder)) return folder
  // Whole or not at all: two that start together must not see each other's half.
  const draft = mkdtempSync(join(mkdir(dirname(folder)), 'draft-'))
  await makeDatabase(join(draft, 'data'))
  try {
    renameSync(join(draft, 'data'), folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
  rmSync(draft, { recursive: true, force: true })
  return folder
}

function mkdir(folder: string): string {
  mkdirSync(folder, { recursive: true })
  return folder
}

export type LocalStore = Store & { readonly folder: string }

/** A store of its own that is gone when it is closed. */
export async function openTemporaryStore(schema: Schema): Promise<LocalStore> {
  const folder = await temporaryDatabase()
  const store = await openStore({ folder, schema })
  const close = async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...store, folder, close }
}

/** A folder with an empty database, for services that open it themselves. */
export async function temporaryDatabase(): Promise<string> {
  const from = await template()
  const folder = mkdtempSync(join(tmpdir(), 'cresolver-store-'))
  cpSync(from, join(folder, 'data'), { recursive: true })
  return folder
}
