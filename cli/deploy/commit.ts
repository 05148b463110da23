import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const dirty = '-dirty'

/** Whether a commit is not the whole truth about what is deployed. */
export const isDirty = (commit: string | null): boolean => commit?.endsWith(dirty) ?? false

const own = fileURLToPath(new URL('../..', import.meta.url))

/** The commit of the contracts that are deployed, marked where they or their bytecode differ from it; null outside a repository. */
export function commit(root: string = own): string | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

  // In an installed package git would answer for the user's own repository.
  if (!existsSync(join(root, 'deployments/bytecode'))) return null
  try {
    const changed =
      git('status', '--porcelain', '--', 'deployments/bytecode') +
      // A source that is not tracked has no bytecode that would be deployed.
      git('status', '--porcelain', '--untracked-files=no', '--', 'contracts')
    return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : dirty}`
  } catch {
    return null
  }
}
