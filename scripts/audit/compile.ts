import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Compiles Solidity's standard JSON with the compiler that everything else is compiled with, the npm package `solc`. */
export type Input = {
  readonly language: 'Solidity'
  readonly sources: Readonly<Record<string, { readonly content?: string; readonly urls?: readonly string[] }>>
  readonly settings: Readonly<Record<string, unknown>>
}

export type Output = {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly sources: Readonly<Record<string, { readonly id: number; readonly ast: Ast }>>
  readonly contracts: Readonly<Record<string, Readonly<Record<string, Contract>>>>
}
type Ast = { readonly absolutePath: string; readonly nodes: readonly unknown[] }
type Contract = {
  readonly abi: unknown
  readonly metadata: string
  readonly evm: Readonly<Record<string, unknown>>
  readonly storageLayout?: unknown
  readonly userdoc?: unknown
  readonly devdoc?: unknown
}

const solc = createRequire(import.meta.url)('solc')
const root = fileURLToPath(new URL('../..', import.meta.url))

export const version: string = solc.version()

/** Sources that are named and not given are read from the project, packages from node_modules. */
export function compile(input: Input): Output {
  const sources = Object.fromEntries(
    Object.entries(input.sources).map(([path, source]) => [
      path,
      { content: source.content ?? readFileSync(source.urls![0]!, 'utf8') },
    ]),
  )
  return JSON.parse(solc.compile(JSON.stringify({ ...input, sources }), { import: find }))
}

function find(path: string): { contents: string } | { error: string } {
  for (const place of [path, `${root}/${path}`, `${root}/node_modules/${path}`]) {
    try {
      return { contents: readFileSync(place, 'utf8') }
    } catch {
      // The next place may have it.
    }
  }
  return { error: `${path} is in neither the project nor node_modules.` }
}
