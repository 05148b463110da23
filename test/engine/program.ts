import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../../protocol/core.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Where the host's program lies once it is built. */
export const program: string = fileURLToPath(new URL('../../build/engine/host', import.meta.url))

/** Builds CRE's host from the modules that go.mod pins; what was built before is not built again. */
export function buildProgram(): void {
  const version = spawnSync('go', ['version'], { encoding: 'utf8' })
  if (version.error !== undefined)
    throw new GoMissingError('Go is not installed: it takes Go 1.26 and a C compiler.')
  // It must be exactly what is pinned, and nothing is written here.
  const words = ['build', '-mod=readonly', '-trimpath', '-o', program, '.']
  const env = { ...process.env, CGO_ENABLED: '1' }
  const built = spawnSync('go', words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  if (built.status !== 0 || !existsSync(program)) throw new BuildError(built.stderr)
}

export class GoMissingError extends BaseError {
  override readonly name = 'Engine.GoMissingError'
}

export class BuildError extends BaseError {
  override readonly name = 'Engine.BuildError'
  constructor(said: string) {
    super("CRE's host could not be built.", { metaMessages: said.trim().split('\n').slice(-8) })
  }
}
