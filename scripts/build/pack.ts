import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { emit } from './emit.ts'
import { packages } from './packages.ts'
import { folderOf, stage } from './stage.ts'

const help = `Usage: npm run pack -- --out <folder>

Stages the packages, as \`npm run build\` does, and writes a tarball of each.
`

/** Packs what is staged; gives the files it wrote. */
export function pack(out: string): string[] {
  mkdirSync(out, { recursive: true })
  return packages.map((one) => {
    const words = ['pack', folderOf(one), '--pack-destination', out, '--json', '--silent']
    const [made] = JSON.parse(execFileSync('npm', words, { encoding: 'utf8' }))
    return resolve(out, made.filename)
  })
}

/** The command: its exit status. */
export function main(args: readonly string[], steps = { emit, stage, pack }): number {
  const { values } = parseArgs({
    args: [...args],
    options: { out: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help || values.out === undefined) {
    process.stdout.write(help)
    return values.help ? 0 : 2
  }
  // What an earlier build staged may be older than the sources.
  steps.emit()
  steps.stage()
  const files = steps.pack(resolve(process.env.INIT_CWD ?? '.', values.out))
  for (const file of files) process.stdout.write(`${file}\n`)
  return 0
}

if (import.meta.main) process.exitCode = main(process.argv.slice(2))
