import { type Command, Option } from 'commander'
import { encodeFunctionData } from 'viem'
import { Vote } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

const outcomes = ['yes', 'no', 'invalid', 'none'] as const
type Options = ChainOptions & { outcome: (typeof outcomes)[number] }

export function register(group: Command): void {
  signing(group.command('rule'))
    .description('rule on a market that is held, with the account that is its arbiter')
    .argument('<marketId>', 'which market', wholeNumber)
    .addOption(
      new Option('--outcome <outcome>', 'what the market ends with; none leaves it as it is')
        .choices(outcomes)
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      `
After \`market arbitrate\`, and before its time is over. The window ends at once. An arbitrator behind an Erc792Arbiter rules by
itself; this is for contracts whose arbiter is an account.

Example:
  $ cresolver market rule 1 --outcome no --account 9`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const outcome = options.outcome === 'none' ? null : (options.outcome.toUpperCase() as Vote.Outcome)
      const args = [marketId, Vote.code(outcome)] as const
      const data = encodeFunctionData({ ...at(me.market), functionName: 'rule', args })
      await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
    })
}
