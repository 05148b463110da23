import { globSync } from 'node:fs'
import { dirname } from 'node:path'

/** Tests that run in one process: those of a folder, or of a few small ones. */
export type Chunk = { readonly name: string; readonly files: readonly string[] }

/** What takes longest, first: then no core is left alone with it at the end. */
const heavy = ['test/e2e', 'test/workflow', 'test/scripts', 'test/gateway', 'test/workers/agent', 'test/don']

/** Folders whose tests take little, together. */
const light = 'the rest'
const own = [
  ...heavy,
  'test/adapters/rules',
  'test/adapters/moltbook',
  'test/adapters/participant',
  'test/check',
  'test/protocol',
  'test/vectors',
  'test/workers/conformance',
  'test/workers/pipeline',
  'test/workers/source',
  'test/services/store',
]

/** Every test file but those of Hardhat, each in one chunk. */
export function chunksIn(root: string): Chunk[] {
  const files = globSync('test/**/*.test.ts', { cwd: root })
    .filter((file) => !file.startsWith('test/contracts/'))
    .sort()
  const chunks = new Map<string, string[]>()
  for (const file of files) {
    const folder = dirname(file)
    const name = own.find((one) => folder === one || folder.startsWith(`${one}/`)) ?? light
    chunks.set(name, [...(chunks.get(name) ?? []), file])
  }
  const rank = (name: string) => (own.includes(name) ? own.indexOf(name) : own.length)
  return [...chunks].sort(([a], [b]) => rank(a) - rank(b)).map(([name, own]) => ({ name, files: own }))
}
