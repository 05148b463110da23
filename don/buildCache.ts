import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import { bundle } from './bundle.ts'
import { cacheFolder } from './cacheFolder.ts'

/** Workflows that were built before, by all that goes into them; deleting the folder costs nothing but time. */
const folder = cacheFolder('cresolver')

/** What decides how a bundle becomes a module, beside the packages. */
const ours = ['build', 'guest', 'link', 'wasm'].map((name) => `./${name}${extname(import.meta.url)}`)
const makers = ['../package-lock.json', './package.json', ...ours]

const kept = 20

/** The module of a workflow, built only if nothing that goes into it was ever built before. */
export async function cached(
  entry: string,
  checks: boolean,
  build: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const file = join(folder, `${await keyOf(entry, checks)}.wasm`)
  const found = await readFile(file).catch(() => null)
  if (found !== null) return new Uint8Array(found)
  const made = await build()
  // A cache that can't be written is no reason to fail.
  await keep(file, made).catch(() => {})
  return made
}

async function keyOf(entry: string, checks: boolean): Promise<string> {
  const hash = createHash('sha256').update(checks ? 'checked' : 'unchecked')
  // The bundle holds the whole graph of sources, packages included. It names their paths, so where it is made must not matter.
  hash.update(bundle(resolve(entry), { from: dirname(resolve(entry)) }))
  for (const maker of makers)
    hash.update(await readFile(new URL(maker, import.meta.url)).catch(() => 'absent'))
  return hash.digest('hex')
}

async function keep(file: string, wasm: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, wasm)
  await rename(draft, file)
  const names = (await readdir(folder)).map((name) => join(folder, name))
  const dated = await Promise.all(names.map(async (name) => ({ name, at: (await stat(name)).mtimeMs })))
  const old = dated.sort((a, b) => b.at - a.at).slice(kept)
  await Promise.all(old.map(async ({ name }) => await rm(name, { force: true })))
}
