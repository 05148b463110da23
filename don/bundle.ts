import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { BaseError } from '../protocol/core.ts'

/** One ES module without imports, made of a TypeScript entry and all it reaches: what `compileGuest` takes. */
export function bundle(entry: string, options: { minify?: boolean; from?: string } = {}): string {
  const words = ['build', '--target=browser', '--format=esm', ...(options.minify ? ['--minify'] : []), entry]
  const made = spawnSync(bunPath(), words, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...(options.from === undefined ? {} : { cwd: options.from }),
  })
  if (made.error !== undefined) throw new BundleError(entry, made.error.message)
  if (made.status !== 0) throw new BundleError(entry, made.stderr.trim())
  return made.stdout
}

// Not `bun` of the PATH: that may be another version, or none.
export function bunPath(): string {
  const folders = createRequire(import.meta.url).resolve.paths('bun') ?? []
  const path = folders.map((folder) => join(folder, '.bin', 'bun')).find(existsSync)
  if (path === undefined) throw new BunMissingError()
  return path
}

export class BundleError extends BaseError {
  override readonly name = 'Bundle.BundleError'
  constructor(entry: string, text: string) {
    super(`Cannot bundle ${entry}.`, { metaMessages: [text] })
  }
}

export class BunMissingError extends BaseError {
  override readonly name = 'Bundle.BunMissingError'
  constructor() {
    super('bun, which bundles for the guest, is not installed.', { metaMessages: ['Run `npm ci`.'] })
  }
}
