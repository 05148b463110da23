import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { eth, wholeNumber } from '../../chain/units.ts'

export function register(group: Command): void {
  signing(group.command('escalate'))
    .description('appeal against an outcome with a bond: fresh agents may join and are asked')
    .argument('<marketId>', 'which market', wholeNumber)
    .addHelpText(
      'after',
      `
Before the end of the challenge window. The bond comes back, with a reward, if the fresh agents change the outcome; otherwise
it is lost to those who agreed.

Example:
  $ cresolver market escalate 1 --account 5`,
    )
    .action(async (marketId: bigint, options: ChainOptions) => {
      const me = await actor(options)
      const bond = await read(
        me.client.readContract({ ...at(me.market), functionName: 'bondOf', args: [marketId] }),
      )
      const data = encodeFunctionData({ ...at(me.market), functionName: 'escalate', args: [marketId] })
      const receipt = await send(me, { to: me.market, data, value: bond })
      await tellChange(me, marketId, receipt, options, {
        text: `An appeal is open, with a bond of ${eth(bond)}.`,
        fields: { bond_wei: String(bond) },
      })
    })
}
