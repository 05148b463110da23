import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** The commit of the bytecode that is deployed, marked where it differs from it; null outside a repository. */
export function commit(): string | null {
  try {
    const changed = git('status', '--porcelain', '--', 'deployments/bytecode')
    return `${git('rev-parse', 'HEAD')}${changed === '' ? '' : '-dirty'}`
  } catch {
    return null
  }
}
