import type { Command } from 'commander'
import { print, write } from '../../terminal/output.ts'
import { table } from '../../terminal/table.ts'
import { specsFrom } from './run.ts'

const examples = `
A task may give the name alone: "sourceSpec": {"sourceSpecId": "coingecko:bitcoin:usd"}. A claim that carries a name of this list
must have been read as the name says. The hash is of all that the name stands for.

Examples:
  $ cresolver participant specs
  $ cresolver participant specs --specs own.json --json`

export function register(group: Command): void {
  group
    .command('specs')
    .description('source specs that have a name')
    .option('--specs <file>', 'more of them; the same name there goes first')
    .option('--json', 'all of them, as one line of JSON')
    .addHelpText('after', examples)
    .action(run)
}

async function run({ specs: file, json }: { specs?: string; json?: boolean }): Promise<void> {
  const { Specs } = await import('../../../adapters/participant/index.ts')
  const { all } = await specsFrom(file)
  if (json === true)
    return print(
      all.map((spec) => ({ ...spec, specHash: Specs.specHash(spec) })),
      { json },
    )
  const rows = all.map((spec) => [spec.sourceSpecId, Specs.specHash(spec).slice(0, 18), spec.about])
  await write(`${table(['sourceSpecId', 'hash', 'about'], rows)}\n`)
}
