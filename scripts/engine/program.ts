import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../../protocol/core.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Where the program lies that runs workflows in CRE's own host. */
export const program: string = at('build/engine/host')

/** Builds it from the modules that test/engine/go.mod pins; what was built before is not built again. */
export function buildProgram(around: NodeJS.ProcessEnv = process.env): void {
  const env = { ...around, CGO_ENABLED: '1' }
  const version = spawnSync('go', ['version'], { env, encoding: 'utf8' })
  if (version.error !== undefined || version.status !== 0) throw new GoMissingError()
  // Exactly what is pinned, and go.mod stays as it is.
  const words = ['build', '-mod=readonly', '-o', program, '.']
  const built = spawnSync('go', words, { cwd: at('test/engine'), env, encoding: 'utf8' })
  if (built.status !== 0) throw new BuildError(built.stderr)
}

export class GoMissingError extends BaseError {
  override readonly name = 'Engine.GoMissingError'
  constructor() {
    super("CRE's host could not be built: Go is not installed.", {
      metaMessages: ['It takes Go 1.26 and a C compiler. All else of the project needs Node alone.'],
    })
  }
}

export class BuildError extends BaseError {
  override readonly name = 'Engine.BuildError'
  constructor(said: string) {
    super("CRE's host could not be built.", { metaMessages: said.trim().split('\n').slice(-8) })
  }
}
