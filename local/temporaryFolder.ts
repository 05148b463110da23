import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryFolder = { readonly path: string; remove(): void }

/** A folder that is gone when it is removed, or at the latest when this process ends by itself. */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `cresolver-${name}-`))
  const erase = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', erase)
  const remove = () => {
    process.removeListener('exit', erase)
    erase()
  }
  return { path, remove }
}
