import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

export function register(group: Command): void {
  signing(group.command('expire'))
    .description('end what nobody answers: no report until the timeout')
    .argument('<marketId>', 'which market', wholeNumber)
    .addHelpText(
      'after',
      `
Anyone may. A market that nobody asked for, or whose first round got no report, ends Invalid with all money back;
an appeal without an answer leaves the outcome as it was.

Example:
  $ cresolver market expire 1 --account 0`,
    )
    .action(async (marketId: bigint, options: ChainOptions) => {
      const me = await actor(options)
      const data = encodeFunctionData({ ...at(me.market), functionName: 'expire', args: [marketId] })
      await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
    })
}
