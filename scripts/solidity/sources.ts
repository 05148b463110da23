import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compiler } from './compiler.ts'
import { contracts, libraries } from './contracts.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/**
 * One hash over everything that the deployed contracts are compiled from: settings, our own files, and the versions of the
 * packages they import. It takes milliseconds, so a check can tell stale bytecode without a compiler. Comments do not count:
 * they change no bytes.
 */
export function sourcesHash(root: string = projectRoot): string {
  const parts = new Map<string, string>()
  const visit = (name: string): void => {
    if (parts.has(name)) return
    const owner = packageOf(name)
    if (owner !== null) {
      parts.set(owner, versionOf(root, owner))
      return
    }
    const code = withoutComments(readFileSync(join(root, name), 'utf8'))
    parts.set(name, code)
    for (const path of importsIn(code))
      visit(path.startsWith('.') ? posix.join(posix.dirname(name), path) : path)
  }
  for (const source of [...Object.values(contracts), ...Object.values(libraries)]) visit(source)
  const hash = createHash('sha256').update(JSON.stringify(compiler))
  for (const name of [...parts.keys()].sort()) hash.update(`\0${name}\0${parts.get(name)}`)
  return `0x${hash.digest('hex')}`
}

/** @openzeppelin/contracts/utils/math/Math.sol → @openzeppelin/contracts; null for a file of our own. */
const packageOf = (name: string): string | null => /^@[^/]+\/[^/]+/.exec(name)?.[0] ?? null

const versionOf = (root: string, name: string): string =>
  JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version

const stringOrComment = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\//g

const withoutComments = (code: string): string =>
  code
    .replace(stringOrComment, (found) => (found.startsWith('/') ? '' : found))
    .replace(/[ \t]+$/gm, '')
    .replace(/\n+/g, '\n')

const importsIn = (code: string): string[] =>
  [...code.matchAll(/^import\s[^;]*?["']([^"']+)["'][^;]*;/gm)].map(([, path]) => path!)
