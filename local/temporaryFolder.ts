import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TemporaryFolder = { readonly path: string; remove(): void }

const folders = new Set<string>()

const erase = (path: string) => rmSync(path, { recursive: true, force: true })

const eraseAll = () => {
  for (const path of folders) erase(path)
}

/** A folder that is gone when it is removed, or at the latest when this process ends by itself. */
export function temporaryFolder(name: string): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), `cresolver-${name}-`))
  // One listener for all of them: Node takes more than ten for a leak.
  if (folders.size === 0) process.once('exit', eraseAll)
  folders.add(path)
  const remove = () => {
    folders.delete(path)
    if (folders.size === 0) process.removeListener('exit', eraseAll)
    erase(path)
  }
  return { path, remove }
}
