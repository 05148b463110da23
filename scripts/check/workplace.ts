import type { SourceFile, Violation } from './files.ts'

// Spelt apart, so that this file does not find itself.
const folders = ['tmp', 'work', 'root', 'home'].join('|')
const machinePath = new RegExp(
  `(?:^|[\\s"'\`(=,:])(?:file://)?(/(?:${folders})(?:/[\\w.-]*|(?=["'\`\\s)]|$)))`,
  'm',
)

/** Absolute paths of somebody's machine: they mean nothing on another. */
export function machinePaths(files: readonly SourceFile[]): Violation[] {
  const findings: Violation[] = []
  for (const { path, text } of files) {
    text.split('\n').forEach((line, i) => {
      const found = machinePath.exec(line)
      if (found) findings.push({ path, line: i + 1, rule: 'machine-path', message: found[1]! })
    })
  }
  return findings
}

type Lock = { packages?: Record<string, { resolved?: string; link?: boolean; engines?: unknown }> }

/** The lockfile names no download address, and lets npm install the EVM's binary under any Node. */
export function lockfile(files: readonly SourceFile[]): Violation[] {
  const file = files.find(({ path }) => path === 'package-lock.json')
  if (file === undefined)
    return [{ path: 'package-lock.json', line: 1, rule: 'lockfile', message: 'is missing' }]
  const { packages = {} } = JSON.parse(file.text) as Lock
  const lines = file.text.split('\n')
  return Object.entries(packages).flatMap(([name, { resolved, link, engines }]) => {
    const line = lines.findIndex((each) => each.includes(`"${name}"`)) + 1
    const complain = (what: string) => ({
      path: file.path,
      line,
      rule: 'lockfile',
      message: `${name} has ${what}: run \`npm run lock\``,
    })
    const hasAddress = resolved !== undefined && !link
    const hasEngines = /node_modules\/@nomicfoundation\/edr(-|$)/.test(name) && engines !== undefined
    return [...(hasAddress ? [complain('an address')] : []), ...(hasEngines ? [complain('engines')] : [])]
  })
}
