import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../../protocol/index.ts'

/** The provers, in a Python of their own, with our compiler in place of the ones they would call. */
export const root = fileURLToPath(new URL('../..', import.meta.url))
const home = join(root, 'build/audit')
const requirements = join(root, 'scripts/audit/requirements.txt')

/** Installs what is not there yet, from PyPI. */
export function install(): void {
  const mark = join(home, 'installed')
  const wanted = readFileSync(requirements, 'utf8')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  const python = spawnSync('python3', ['-m', 'venv', join(home, 'python')], { stdio: 'inherit' })
  if (python.status !== 0) throw new MissingToolError('Python 3.11 or later with its module venv')
  const pip = join(home, 'python/bin/pip')
  const installed = spawnSync(pip, ['install', '--quiet', '-r', requirements], { stdio: 'inherit' })
  if (installed.status !== 0) throw new MissingToolError('halmos and slither from PyPI')
  writeFileSync(mark, wanted)
}

/** `solc` and `forge` as commands, which run ours; returns the PATH on which they come first. */
export function commands(): string {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  for (const name of ['solc', 'forge']) {
    const file = join(bin, name)
    writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${root}/scripts/audit/${name}.ts" "$@"\n`)
    chmodSync(file, 0o755)
  }
  return `${bin}:${join(home, 'python/bin')}:${process.env.PATH}`
}

export const at = (path: string): string => join(home, path)

export class MissingToolError extends BaseError {
  override readonly name = 'Audit.MissingToolError'
  constructor(tool: string) {
    super(`The proofs need ${tool}, which could not be had here.`, {
      metaMessages: ['Everything else, `npm test` included, needs Node and npm only.'],
    })
  }
}
