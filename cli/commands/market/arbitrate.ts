import type { Command } from 'commander'
import { type Address, encodeFunctionData, isAddressEqual, zeroAddress } from 'viem'
import { erc792ArbiterAbi } from '../../../deployments/abi/index.ts'
import { BaseError } from '../../../protocol/index.ts'
import { at } from '../../../services/chain/browser/market.ts'
import { against, type Objecting, objectedTo } from '../../chain/against.ts'
import { type Actor, actor, getMarket, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { type Call, read, send } from '../../chain/send.ts'
import { eth, instant, wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & Objecting

export function register(group: Command): void {
  signing(group.command('arbitrate'))
    .description('call the last resort: have the arbiter look at an outcome that no appeal is left for')
    .argument('<marketId>', 'which market', wholeNumber)
    .addOption(against())
    .addHelpText(
      'after',
      `
Before the end of the window, once a market, where the contract has an arbiter. It costs what the arbitrator asks. If the
ruling changes the outcome, you are credited that, at most half of what the wrong side loses. Without a ruling in time the
outcome stands. An account that is the arbiter itself pays nothing, and answers with \`market rule\`.

Example:
  $ cresolver market arbitrate 1 --against yes --account 5`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const arbiter = await read(me.client.readContract({ ...at(me.market), functionName: 'arbiter' }))
      if (isAddressEqual(arbiter, zeroAddress)) throw new NoArbiterError(me.market)
      const call = isAddressEqual(arbiter, me.account.address)
        ? holding(me, marketId)
        : await requesting(me, arbiter, marketId, await objectedTo(me, marketId, options))
      const receipt = await send(me, call)
      const { windowEnd } = await getMarket(me, marketId)
      await tellChange(me, marketId, receipt, options, {
        text: `The arbiter is called, for ${eth(call.value)}; it may rule until ${instant(windowEnd)}.`,
        fields: { arbiter, cost_wei: String(call.value), rule_until: Number(windowEnd) },
      })
    })
}

type Paid = Call & { readonly value: bigint }

function holding({ market, account }: Actor, marketId: bigint): Paid {
  const args = [marketId, account.address, 0n] as const
  return { to: market, data: encodeFunctionData({ ...at(market), functionName: 'hold', args }), value: 0n }
}

async function requesting(
  { client }: Actor,
  arbiter: Address,
  marketId: bigint,
  outcome: number,
): Promise<Paid> {
  const contract = { address: arbiter, abi: erc792ArbiterAbi } as const
  const value = await read(client.readContract({ ...contract, functionName: 'costOf' }))
  return {
    to: arbiter,
    data: encodeFunctionData({ ...contract, functionName: 'request', args: [marketId, outcome] }),
    value,
  }
}

export class NoArbiterError extends BaseError {
  override readonly name = 'Market.NoArbiterError'
  constructor(market: Address) {
    super(`The contract ${market} has no arbiter: the last round is the last word.`, {
      metaMessages: ['While appeals are left, `cresolver market escalate` has fresh agents asked.'],
    })
  }
}
