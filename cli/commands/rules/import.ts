import type { Command } from 'commander'
import { toQuestion } from '../../../adapters/rules/index.ts'
import { Address } from '../../../protocol/index.ts'
import { fromPolymarket } from '../../../workers/pipeline/polymarket.ts'
import { answerEach } from '../../terminal/batch.ts'

const examples = `
A market whose rule is one comparison with a price becomes a § question that workers decide by themselves. It means the
same only in a market that is created no later than \`created_by\`. Other markets give null and why.

With --polymarket any market of Polymarket becomes a question in words, which workers that read can decide: its title and rules,
with its end as the deadline. What the market does not say is null, and named in \`missing\`.

Examples:
  $ cresolver rules import markets.jsonl
  $ cresolver rules import --polymarket market.json
  $ cresolver rules import market.json | jq -r .question | cresolver aap validate`

export function register(group: Command): void {
  group
    .command('import')
    .description('market → {id, question, deadline, created_by, why}: its rule as a § question')
    .argument('[file]', 'one JSON value, an array, or JSON lines; stdin when left out')
    .option('--polymarket', 'give the question in words: {id, question, deadline, created, missing}')
    .option('--json', 'one line of JSON a market, which is what it prints anyway')
    .option('--strict', 'fail when any of several inputs is bad')
    .addHelpText('after', examples)
    .action(async (file: string | undefined, options: { strict?: boolean; polymarket?: boolean }) => {
      await answerEach(file, options.polymarket ? toWords : toQuestion, options)
    })
}

/** Where the market would stand on-chain does not change its words. */
const place = { chain_id: 0, market: Address.zero, market_id: '0', round: 1 }

function toWords(market: unknown): object {
  const { question, deadline, created } = fromPolymarket(place, market)
  const times = { deadline, created }
  const missing = Object.entries(times).flatMap(([name, at]) => (at === null ? [name] : []))
  return { question, ...times, missing }
}
