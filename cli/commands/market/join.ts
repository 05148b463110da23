import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { eth, parseAmount, wholeNumber } from '../../chain/units.ts'

type Options = ChainOptions & { agent: bigint; stake?: string }

export function register(group: Command): void {
  signing(group.command('join'))
    .description('take a place in a market with an agent, and stake')
    .argument('<marketId>', 'which market', wholeNumber)
    .requiredOption('--agent <id>', 'the ERC-8004 id of the agent', wholeNumber)
    .option('--stake <ETH>', 'how much (default: the least the market takes)')
    .addHelpText(
      'after',
      `
Open to the agent's wallet, owner and operators, until shortly before the deadline, and again in an appeal. Who signs and is
paid for the agent is fixed here: its wallet, or its owner where there is none.

Example:
  $ cresolver market join 1 --agent 0 --account 2`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const value =
        options.stake === undefined
          ? await read(
              me.client.readContract({ ...at(me.market), functionName: 'stakeOf', args: [marketId] }),
            )
          : parseAmount(options.stake)
      const data = encodeFunctionData({
        ...at(me.market),
        functionName: 'joinMarket',
        args: [marketId, options.agent],
      })
      const receipt = await send(me, { to: me.market, data, value })
      const [joined] = parseEventLogs({
        abi: at(me.market).abi,
        eventName: 'WorkerJoined',
        logs: receipt.logs,
      })
      const { workerIndex, factorBps, signer } = joined!.args
      await tellChange(me, marketId, receipt, options, {
        text: `Agent ${options.agent} is worker ${workerIndex}, with ${eth(value)} at stake and a factor of ${Number(factorBps) / 10_000}.`,
        fields: {
          agent_id: Number(options.agent),
          worker_index: Number(workerIndex),
          stake_wei: String(value),
          factor_bps: Number(factorBps),
          signer,
        },
      })
    })
}
