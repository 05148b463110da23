import { type Command, InvalidArgumentError, Option } from 'commander'
import { Json, Proof, Schema } from '../../../protocol/index.ts'
import { readText } from '../../terminal/input.ts'
import { print } from '../../terminal/output.ts'

type Options = { tree: Proof.TreeName; leaf: number; json?: boolean }

export function register(group: Command): void {
  group
    .command('branch')
    .description('the way from one leaf up to por_root, as a contract can check it')
    .argument('[file]', 'a proof as `proof build` prints it; stdin when left out')
    .addOption(
      new Option('--tree <name>', 'which tree')
        .choices(['por', 'evidence', 'reasoning'])
        .makeOptionMandatory(),
    )
    .requiredOption('--leaf <index>', 'which leaf, from 0', wholeNumber)
    .option('--json', 'one line of JSON')
    .addHelpText('after', '\nExample:\n  cresolver proof branch proof.json --tree evidence --leaf 1')
    .action(async (file: string | undefined, options: Options) => {
      const proof = Schema.read(Proof.schema, Json.parse(await readText(file)))
      await print(Proof.branch(proof, options.tree, options.leaf), options)
    })
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('expected a whole number from 0.')
  return Number(text)
}
