import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, getParameters, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { read, send } from '../../chain/send.ts'
import { eth, parseAmount, wholeNumber } from '../../chain/units.ts'
import { printable } from '../../terminal/printable.ts'
import { refuseUnmeasured } from './refuseUnmeasured.ts'

type Options = ChainOptions & { agent: bigint; stake?: string; worker?: string; unmeasured?: boolean }

export function register(group: Command): void {
  signing(group.command('join'))
    .description('join a market with an agent, and stake')
    .argument('<marketId>', 'which market', wholeNumber)
    .requiredOption('--agent <id>', 'the ERC-8004 id of the agent', wholeNumber)
    .option('--stake <ETH>', 'refuse any other stake than this (default: what the market asks)')
    .option('--worker <config>', "the config of the agent's worker (default: the worker itself is asked)")
    .option(
      '--unmeasured',
      'stake though the last eval of its worker is absent, of another model, or too often wrong',
    )
    .addHelpText(
      'after',
      `
Open to the agent's wallet, owner and operators, until shortly before the deadline, and again in an appeal to agents that
never had a seat in the market. The stake is exact, and doubles with each appeal. Who signs and is paid for the agent is fixed
here: its wallet, or its owner where there is none. If more agents join than there are seats, seats are drawn by lot, and who
has none takes its stake back with \`market leave\`.

In a market in words an llm or panel worker stakes only if its last \`cresolver eval\` was of the model and prompts that it has now,
and wrong in at most 2 % of at least 50 cases.

Example:
  $ cresolver market join 1 --agent 0 --account 2`,
    )
    .action(async (marketId: bigint, options: Options) => {
      const me = await actor(options)
      const note = await refuseUnmeasured(me, { marketId, agentId: options.agent }, options)
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
      if (note !== null) process.stderr.write(`${printable(note)}\n`)
      const { abi } = at(me.market)
      const [joined] = parseEventLogs({ abi, eventName: 'WorkerJoined', logs: receipt.logs })
      const { joinIndex, factorBps, signer } = joined!.args
      const { maxWorkers } = await getParameters(me)
      const lot = joinIndex < maxWorkers ? [] : [`There are ${maxWorkers} seats: a lot decides who has one.`]
      await tellChange(me, marketId, receipt, options, {
        text: [
          `Agent ${options.agent} joined as number ${joinIndex}, with ${eth(value)} at stake and a factor of ${Number(factorBps) / 10_000}.`,
          ...lot,
        ].join('\n'),
        fields: {
          agent_id: Number(options.agent),
          join_index: Number(joinIndex),
          stake_wei: String(value),
          factor_bps: Number(factorBps),
          signer,
        },
      })
    })
}
