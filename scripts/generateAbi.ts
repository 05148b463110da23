import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Artifact, contractNames, readArtifact } from '../cli/deploy/artifacts.ts'

/** Writes deployments/abi: what a program needs to talk to the contracts, with types and without a compiler. */
const folder = new URL('../deployments/abi/', import.meta.url)
const fileOf = (name: string): URL => new URL(`${name}.ts`, folder)

/** CREsolverMarket → cresolverMarketAbi, IdentityRegistry → identityRegistryAbi. */
export const constantOf = (name: string): string =>
  `${name.replace(/^[A-Z]+/, (head) => head.toLowerCase())}Abi`

/** Callers see no names of Solidity's own types: without them an ABI stays the same when a struct moves. */
const withoutInternalType = (key: string, value: unknown): unknown =>
  key === 'internalType' ? undefined : value

export function spell(name: string, { abi }: Pick<Artifact, 'abi'> = readArtifact(name)): string {
  const items = abi.map((item) => `  ${JSON.stringify(item, withoutInternalType)},\n`).join('')
  return `/** The interface of ${name}, from its compiled code: \`npm run abi\` writes it. */
export const ${constantOf(name)} = [
${items}] as const
`
}

const spellIndex = (): string =>
  contractNames.map((name) => `export { ${constantOf(name)} } from './${name}.ts'\n`).join('')

const files = (): [string, string][] => [
  ...contractNames.map((name): [string, string] => [name, spell(name)]),
  ['index', spellIndex()],
]

/** Names of the files that do not say what the compiled contracts say. */
export function outdated(): string[] {
  return files()
    .filter(([name, text]) => {
      try {
        return readFileSync(fileOf(name), 'utf8') !== text
      } catch {
        return true
      }
    })
    .map(([name]) => name)
}

if (import.meta.main) {
  mkdirSync(folder, { recursive: true })
  const stale = new Set(outdated())
  for (const [name, text] of files()) if (stale.has(name)) writeFileSync(fileOf(name), text)
  process.stdout.write(`${stale.size} of ${contractNames.length + 1} files written to deployments/abi\n`)
}
