import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packages } from './packages.ts'
import { folderOf } from './stage.ts'

const help = `Usage: npm run pack -- --out <folder>

Writes a tarball of each package that \`npm run build\` staged.
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

function main(): number {
  const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help || values.out === undefined) {
    process.stdout.write(help)
    return values.help ? 0 : 2
  }
  if (!packages.every((one) => existsSync(folderOf(one)))) {
    process.stderr.write('Nothing is staged yet. Run `npm run build` first.\n')
    return 1
  }
  for (const file of pack(resolve(process.env.INIT_CWD ?? '.', values.out))) process.stdout.write(`${file}\n`)
  return 0
}

if (import.meta.main) process.exitCode = main()
