import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { eth, wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & { agent: bigint }

// A payee may be a contract that needs some gas to take its money.
const leastGas = 200_000n

export function register(group: Command): void {
  signing(group.command('leave'))
    .description('leave a market with an agent, and have its stake back')
    .argument('<marketId>', 'which market', wholeNumber)
    .requiredOption('--agent <id>', 'the ERC-8004 id of the agent', wholeNumber)
    .addHelpText(
      'after',
      `
Any agent may leave until twice joinCutoff before the deadline, so that others have time to take its place; from the
draw on, agents without a seat. Who has a seat is paid by \`market claim\`. Who
joined an appeal stays until its seats are drawn. Open to the agent's wallet, owner and operators, and to the signer that was
fixed when it joined: that signer is paid.

Example:
  $ cresolver market leave 1 --agent 0 --account 2`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const args = [marketId, options.agent] as const
      const data = encodeFunctionData({ ...at(me.market), functionName: 'leaveMarket', args })
      const receipt = await send(me, { to: me.market, data, leastGas })
      const { abi } = at(me.market)
      const [left] = parseEventLogs({ abi, eventName: 'WorkerLeft', logs: receipt.logs })
      const { payee, amount } = left!.args
      await tellChange(me, marketId, receipt, options, {
        text: `Agent ${options.agent} left: ${eth(amount)} to ${payee}.`,
        fields: { agent_id: Number(options.agent), payee, amount_wei: String(amount) },
      })
    })
}
