import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Compiled, interfaceOf, readCompiled } from './compiled.ts'
import { compiler } from './compiler.ts'
import { contracts, libraries } from './contracts.ts'
import { sourcesHash } from './sources.ts'

/**
 * Writes deployments/abi and deployments/bytecode from artifacts/: what a program needs to talk to the contracts, and what
 * it needs to deploy them, with types and without a compiler.
 */
const fileOf = (path: string): URL => new URL(`../../deployments/${path}.ts`, import.meta.url)

/** CREsolverMarket → cresolverMarket, IdentityRegistry → identityRegistry. */
const constantOf = (name: string): string => name.replace(/^[A-Z]+/, (head) => head.toLowerCase())

const hint = '`npm run abi` writes it.'

/** Callers see no names of Solidity's own types: without them an ABI stays the same when a struct moves. */
const withoutInternalType = (key: string, value: unknown): unknown =>
  key === 'internalType' ? undefined : value

function spellAbi(name: string): string {
  const items = interfaceOf(name)
    .map((item) => `  ${JSON.stringify(item, withoutInternalType)},\n`)
    .join('')
  return `/** The interface of ${name}, from its compiled code: ${hint} */
export const ${constantOf(name)}Abi = [
${items}] as const
`
}

function spellBytecode(name: string, compiled: Compiled): string {
  const { contractName, sourceName, bytecode, linkReferences } = compiled
  return `import type { Bytecode } from './Bytecode.ts'

/** The creation code of ${name}, as \`compiler.ts\` says: ${hint} */
export const ${constantOf(name)}Bytecode: Bytecode = ${JSON.stringify({ contractName, sourceName, bytecode, linkReferences }, null, 2)}
`
}

const spellCompiler = (): string =>
  `/** What the bytecode was made with, and a hash over it and every source: ${hint} */
export const compiler = ${JSON.stringify({ ...compiler, sources: sourcesHash() }, null, 2)} as const
`

const spellIndex = (names: readonly string[], kind: 'Abi' | 'Bytecode'): string =>
  names.map((name) => `export { ${constantOf(name)}${kind} } from './${name}.ts'\n`).join('')

function files(): [path: string, text: string][] {
  const [called, linked] = [Object.keys(contracts), Object.keys(libraries)]
  const deployed = [...called, ...linked]
  return [
    ...called.map((name): [string, string] => [`abi/${name}`, spellAbi(name)]),
    ['abi/index', spellIndex(called, 'Abi')],
    ...deployed.map((name): [string, string] => [
      `bytecode/${name}`,
      spellBytecode(name, readCompiled(name)),
    ]),
    [
      'bytecode/index',
      `export type { Bytecode, LinkReferences } from './Bytecode.ts'\n${spellIndex(deployed, 'Bytecode')}export { compiler } from './compiler.ts'\n`,
    ],
    ['bytecode/compiler', spellCompiler()],
  ]
}

/** The files that do not say what the compiled contracts say. */
export function outdated(): string[] {
  return files()
    .filter(([path, text]) => {
      try {
        return readFileSync(fileOf(path), 'utf8') !== text
      } catch {
        return true
      }
    })
    .map(([path]) => path)
}

if (import.meta.main) {
  for (const folder of ['abi', 'bytecode'])
    mkdirSync(new URL(`../../deployments/${folder}/`, import.meta.url), { recursive: true })
  const stale = new Set(outdated())
  const all = files()
  for (const [path, text] of all) if (stale.has(path)) writeFileSync(fileOf(path), text)
  process.stdout.write(`${stale.size} of ${all.length} files written to deployments/\n`)
}
