import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { UnmakeableError } from './Store.ts'

const program = fileURLToPath(new URL('./createDatabase.ts', import.meta.url))

/**
 * Makes the embedded database where there is none. Making it takes several times the memory that using it does, and memory once
 * taken is hardly given back: so another process makes it, and ends.
 */
export async function makeDatabase(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  try {
    await promisify(execFile)(process.execPath, ['--liftoff-only', program, folder], { timeout: 120_000 })
  } catch (cause) {
    throw new UnmakeableError(folder, { cause })
  }
}
