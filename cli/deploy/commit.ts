import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(new URL('../..', import.meta.url))

/** The commit of the bytecode that is deployed, marked where it differs from it; null outside a repository. */
export function commit(root: string = own): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

  // In an installed package git would answer for the repository of whoever installed it.
  if (!existsSync(join(root, 'deployments/bytecode'))) return null
  try {
    const changed = git('status', '--porcelain', '--', 'deployments/bytecode')
    return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : '-dirty'}`
  } catch {
    return null
  }
}
