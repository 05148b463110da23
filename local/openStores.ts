import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeDatabase } from '../services/store/makeDatabase.ts'
import { openStore } from '../services/store/openStore.ts'
import type { Schema, Store } from '../services/store/Store.ts'
import { type TemporaryFolder, temporaryFolder } from './temporaryFolder.ts'

const packages = fileURLToPath(new URL('../node_modules', import.meta.url))

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

/** A store of its own that is gone when it is closed. */
export async function openTemporaryStore(schema: Schema): Promise<Store> {
  const folder = await temporaryDatabase()
  const store = await openStore({ folder: folder.path, schema })
  const close = async () => {
    await store.close()
    folder.remove()
  }
  return { ...store, close }
}

/** A folder with an empty database, for services that open it themselves. */
export async function temporaryDatabase(): Promise<TemporaryFolder> {
  // Where none can be kept, whoever opens the folder makes one in it.
  const from = await template().catch(() => null)
  const folder = temporaryFolder('store')
  if (from !== null) await cp(from, join(folder.path, 'data'), { recursive: true })
  return folder
}
