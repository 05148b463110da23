import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseError } from '../protocol/core.ts'
import { cached } from './buildCache.ts'
import { bunPath } from './bundle.ts'
import { compileGuest, plugin } from './guest.ts'
import { link } from './link.ts'

/**
 * A workflow's TypeScript to one `workflow.wasm`. The SDK's own script bundles it, with its checks of types, determinism and what
 * the guest lacks; the guest itself compiles it; we link the two. Javy, which the `cre` CLI downloads, is not needed. With
 * `cache` the same sources are built once.
 */
export async function buildWorkflow(
  entry: string,
  options: { checks?: boolean; cache?: boolean } = {},
): Promise<Uint8Array> {
  const { checks = true, cache = false } = options
  const build = async () => await buildAnew(entry, checks)
  return cache ? await cached(entry, checks, build) : await build()
}

async function buildAnew(entry: string, checks: boolean): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'cresolver-build-'))
  try {
    const output = join(folder, 'workflow.js')
    await compileToJs(entry, output, checks)
    return link(plugin(), compileGuest(await readFile(output, 'utf8')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compileToJs(entry: string, output: string, checks: boolean): Promise<void> {
  const bun = bunPath()
  const sdk = dirname(dirname(fileURLToPath(import.meta.resolve('@chainlink/cre-sdk'))))
  const words = [join(sdk, 'scripts/run.ts'), 'compile-to-js', entry, output]
  const child = spawn(bun, checks ? words : [...words, '--skip-type-checks'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The script calls `bun` by name.
    env: { ...process.env, PATH: `${dirname(bun)}${delimiter}${process.env.PATH ?? ''}` },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new BuildError(entry, said.trim())
}

export class BuildError extends BaseError {
  override readonly name = 'Build.BuildError'
  constructor(entry: string, said: string) {
    super(`The workflow ${entry} cannot be built.`, { metaMessages: [said.slice(-4_000)] })
  }
}
