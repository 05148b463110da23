import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { against, type Objecting, objectedTo } from '../../chain/against.ts'
import { actor, getMarket, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { eth, instant, wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & Objecting

export function register(group: Command): void {
  signing(group.command('escalate'))
    .description('appeal against an outcome with a bond: fresh agents may join and are asked')
    .argument('<marketId>', 'which market', wholeNumber)
    .addOption(against())
    .addHelpText(
      'after',
      `
Before the end of the challenge window, as often as \`market show --parameters\` says with maxRounds. Agents that never had a
seat in the market may then join for appealJoin seconds; \`market request\` asks them, and minWorkers answers suffice. The bond
goes back if the market ends with another outcome than it has now, no matter what turned it, or if too few answered; otherwise
it is lost to those who agreed. Who turned the outcome earns half of what the wrong side loses, at most the bond again.

Example:
  $ cresolver market escalate 1 --against yes --account 5`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const bond = await read(
        me.client.readContract({ ...at(me.market), functionName: 'bondOf', args: [marketId] }),
      )
      const args = [marketId, await objectedTo(me, marketId, options)] as const
      const data = encodeFunctionData({ ...at(me.market), functionName: 'escalate', args })
      const receipt = await send(me, { to: me.market, data, value: bond })
      const { windowEnd } = await getMarket(me, marketId)
      await tellChange(me, marketId, receipt, options, {
        text: `An appeal is open, with a bond of ${eth(bond)}; agents may join until ${instant(windowEnd)}.`,
        fields: { bond_wei: String(bond), join_until: Number(windowEnd) },
      })
    })
}
