import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & { seat: bigint }

// The registry may refuse, which the market catches: with too little gas it would always.
const leastGas = 600_000n

export function register(group: Command): void {
  signing(group.command('publish'))
    .description("publish what a market adds to a worker's record to the ERC-8004 registry, once")
    .argument('<marketId>', 'a market that is settled with Yes or No', wholeNumber)
    .requiredOption('--seat <number>', 'which seat', wholeNumber)
    .addHelpText(
      'after',
      `
Anyone may. The composite score of a worker that was right; 0 for one that was wrong, silent or struck. Nothing is published
of a worker that doubted, was absent or excused.

Example:
  $ cresolver market publish 1 --seat 0`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const args = [marketId, options.seat] as const
      const data = encodeFunctionData({ ...at(me.market), functionName: 'publishFeedback', args })
      const receipt = await send(me, { to: me.market, data, leastGas })
      const { abi } = at(me.market)
      const taken = parseEventLogs({ abi, eventName: 'FeedbackPublished', logs: receipt.logs })
      const published = taken.length > 0
      await tellChange(me, marketId, receipt, options, {
        text: published
          ? `The score of seat ${options.seat} is published.`
          : 'The registry refused it: its agent may have made the market its operator. Try again later.',
        fields: { seat: Number(options.seat), published },
      })
    })
}
