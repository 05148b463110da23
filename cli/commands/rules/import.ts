import type { Command } from 'commander'
import { toQuestion } from '../../../adapters/rules/index.ts'
import { answerEach } from '../../terminal/batch.ts'

const examples = `
A market whose rule is one comparison with a price becomes a § question that workers decide by themselves. It means the
same only in a market that is created no later than \`created_by\`. Other markets give null and why.

Examples:
  $ cresolver rules import markets.jsonl
  $ cresolver rules import market.json | jq -r .question | cresolver aap validate`

export function register(group: Command): void {
  group
    .command('import')
    .description('market → {id, question, deadline, created_by, why}: its rule as a § question')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean }) => {
      await answerEach(file, toQuestion, options)
    })
}
