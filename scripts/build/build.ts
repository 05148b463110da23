import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '../check/files.ts'
import { emit } from './emit.ts'
import { type Package, packages } from './packages.ts'
import { folderOf, stage } from './stage.ts'

const help = `Usage: npm run build

Compiles the rooms of the tree once, and stages what people install under build/packages: ${packages.map(({ name }) => name).join(', ')}.
The contracts' code is committed in deployments/: nothing of them is compiled here (npm run abi does that).
`

const { values } = parseArgs({ options: { help: { type: 'boolean' } } })
if (values.help) process.stdout.write(help)
else {
  emit()
  stage()
  for (const one of packages) process.stdout.write(`${line(one)}\n`)
}

function line(one: Package): string {
  const folder = folderOf(one)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  const where = relative(projectRoot, folder)
  return `${one.name.padEnd(22)} ${String(files.length).padStart(4)} files ${String(Math.ceil(bytes / 1_024)).padStart(6)} kB  ${where}`
}
