import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { projectRoot } from '../check/files.ts'
import { programIn } from '../test/runJobs.ts'

/** Compiles what the packages are made of into build/tree; what did not change since is not compiled again. */
export function emit(): void {
  const words = [programIn('typescript/bin/tsc'), '-p', join(projectRoot, 'scripts/build')]
  const { status, stdout, error } = spawnSync(process.execPath, words, { encoding: 'utf8', cwd: projectRoot })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`The packages do not compile:\n${stdout}`)
}
