import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & { worker: bigint }

// The registry may refuse, which the market catches: with too little gas it would always.
const leastGas = 600_000n

export function register(group: Command): void {
  signing(group.command('publish'))
    .description("publish a worker's composite score to the ERC-8004 registry, once")
    .argument('<marketId>', 'a market that is settled', wholeNumber)
    .requiredOption('--worker <index>', 'which worker, from 0', wholeNumber)
    .addHelpText('after', '\nAnyone may.\n\nExample:\n  $ cresolver market publish 1 --worker 0')
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const data = encodeFunctionData({
        ...at(me.market),
        functionName: 'publishFeedback',
        args: [marketId, options.worker],
      })
      const receipt = await send(me, { to: me.market, data, leastGas })
      const taken = parseEventLogs({
        abi: at(me.market).abi,
        eventName: 'FeedbackPublished',
        logs: receipt.logs,
      })
      const published = taken.length > 0
      await tellChange(me, marketId, receipt, options, {
        text: published
          ? `The score of worker ${options.worker} is published.`
          : 'The registry refused it: its agent may have made the market its operator. Try again later.',
        fields: { worker_index: Number(options.worker), published },
      })
    })
}
