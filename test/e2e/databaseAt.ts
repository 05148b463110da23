import { mkdirSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { temporaryDatabase } from '../../local/openStores.ts'

/** An empty database where a command will look for its own: making one takes seconds, and that has tests elsewhere. */
export async function databaseAt(folder: string): Promise<string> {
  const { path } = await temporaryDatabase()
  mkdirSync(dirname(folder), { recursive: true })
  renameSync(path, folder)
  return folder
}
