import { posix } from 'node:path'
import { folderOf, type SourceFile, type Violation } from './files.ts'
import { importsOf, isTypeScript } from './imports.ts'

/** What each folder may import. A folder that is not named may import anything. */
type Arrows = {
  readonly folders: readonly string[]
  /** Packages by name or path; undefined: any, and Node's own modules. */
  readonly packages?: readonly string[]
  readonly typePackages?: readonly string[]
}

const behindScripts = ['protocol', 'workflow', 'don', 'workers', 'deployments', 'contracts']

const drawn: Readonly<Record<string, Arrows>> = {
  protocol: { folders: [], packages: ['viem/utils', 'zod', '@noble/curves'], typePackages: ['viem'] },
  workflow: { folders: ['protocol', 'deployments'], packages: ['@chainlink/cre-sdk', 'viem', 'zod'] },
  don: { folders: ['protocol', 'deployments'] },
  workers: { folders: ['protocol', 'deployments'] },
  deployments: { folders: [], packages: [] },
  // The tool that rewrites the vectors runs them as their test does.
  scripts: { folders: [...behindScripts, 'test/vectors'] },
  // The bench of gas measures the very deployment that the tests build.
  'scripts/bench': { folders: [...behindScripts, 'scripts', 'test/helpers'] },
  contracts: { folders: [], packages: ['@openzeppelin'] },
  'contracts/local': { folders: ['contracts'], packages: ['@openzeppelin', '@chainlink'] },
}

/** Where an import follows no arrow of the architecture, or the arrows inside protocol/ run in a circle. */
export function arrows(files: readonly SourceFile[]): Violation[] {
  const findings: Violation[] = []
  const inner = new Map<string, string[]>()
  for (const file of files) {
    if (!isTypeScript(file.path) && !file.path.endsWith('.sol')) continue
    const room = roomOf(file.path)
    for (const { target, line, typeOnly } of importsOf(file)) {
      const complain = (message: string) => findings.push({ path: file.path, line, rule: 'arrow', message })
      if (target === undefined) {
        if (isStrict(room)) complain(`${room}/ must name what it imports`)
        continue
      }
      const isLocal = target.startsWith('.')
      const to = isLocal ? posix.normalize(posix.join(posix.dirname(file.path), target)) : target
      const fault = isLocal ? folderFault(file.path, to) : packageFault(room, target, typeOnly)
      if (fault !== undefined) complain(fault)
      if (isLocal && folderOf(file.path) === 'protocol')
        inner.set(file.path, [...(inner.get(file.path) ?? []), to])
    }
  }
  return [...findings, ...cycles(inner)]
}

/** The folder whose arrows hold for a file: the innermost that is drawn. */
function roomOf(path: string): string {
  const inner = path.split('/').slice(0, 2).join('/')
  return inner in drawn ? inner : folderOf(path)
}

const isStrict = (room: string): boolean => drawn[room]?.packages !== undefined

function folderFault(from: string, to: string): string | undefined {
  const room = roomOf(from)
  const target = roomOf(to)
  if (to.startsWith('..')) return `${to} lies outside the project`
  if (target === room) return undefined
  const allowed = drawn[room]?.folders
  const isDrawn = allowed === undefined || allowed.some((folder) => to.startsWith(`${folder}/`))
  if (!isDrawn) return `${room}/ must not import ${to}`
  const isTest = folderOf(from) === 'test'
  const mayUseScripts = isTest || folderOf(from) === 'scripts'
  if (target === 'scripts' && !mayUseScripts) return `nothing but a test imports scripts/, as ${to}`
  if (target === 'protocol' && !doorsOf(room).includes(to) && !isTest)
    return `import protocol/index.ts, not ${to}`
  return undefined
}

// The DON starts two threads a node, and none of them needs all of protocol/. Workers read replies with what the DON reads them with.
const moreDoors: Readonly<Record<string, string>> = {
  don: 'protocol/core.ts',
  workers: 'protocol/source/index.ts',
}
const doorsOf = (room: string): readonly (string | undefined)[] => ['protocol/index.ts', moreDoors[room]]

function packageFault(room: string, target: string, typeOnly: boolean): string | undefined {
  const { packages, typePackages = [] } = drawn[room] ?? {}
  if (packages === undefined) return undefined
  const names = typeOnly ? [...packages, ...typePackages] : packages
  const isDrawn = names.some((name) => target === name || target.startsWith(`${name}/`))
  return isDrawn ? undefined : `${room}/ must not import ${target}`
}

/** Each circle once, told from the file in it that comes first in the alphabet. */
function cycles(graph: ReadonlyMap<string, readonly string[]>): Violation[] {
  const findings = new Map<string, Violation>()
  const finished = new Set<string>()
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = trail.slice(start)
      const first = circle.indexOf([...circle].sort()[0]!)
      const told = [...circle.slice(first), ...circle.slice(0, first), circle[first]].join(' → ')
      findings.set(told, { path: circle[first]!, line: 1, rule: 'cycle', message: told })
      return
    }
    if (finished.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    finished.add(path)
  }
  for (const path of graph.keys()) visit(path, [])
  return [...findings.values()]
}
