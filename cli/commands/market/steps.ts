import type { Command } from 'commander'
import { encodeFunctionData, parseEventLogs, type TransactionReceipt } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { type Actor, actor, getMarket, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

/** A step of a market's life that anyone may take: one call of the contract with the market's id. */
type Step = {
  readonly verb: string
  readonly call: 'requestResolution' | 'draw' | 'settle' | 'finalize' | 'expire'
  readonly description: string
  readonly help: string
}

const steps = {
  request: {
    verb: 'request',
    call: 'requestResolution',
    description: 'ask the DON for an answer, at or after the deadline',
    help: `Anyone may, and again after the cooldown where no report came. With fewer agents than needed the market ends
Invalid and everybody has their money back. With more agents than seats it only notes the block that draws the seats: run
\`market draw\` after that block. In an appeal it asks the agents who joined for it.`,
  },
  draw: {
    verb: 'draw',
    call: 'draw',
    description: 'draw the seats by the hash of the noted block, and ask the DON',
    help: `Anyone may, after the block that \`market request\` noted and within 256 blocks; later a new block is noted instead.
Agents without a seat take their stakes back with \`market leave\`.`,
  },
  settle: {
    verb: 'settle',
    call: 'settle',
    description: 'fix who is paid what, once the challenge window is over',
    help: 'Anyone may. Reputations are written here, once.',
  },
  finalize: {
    verb: 'finalize',
    call: 'finalize',
    description: 'make a settled market irreversible, so that bets and conditions can follow it',
    help: 'Anyone may, at any time after settle.',
  },
  expire: {
    verb: 'expire',
    call: 'expire',
    description: 'end what nobody answers: no report until the timeout',
    help: `Anyone may. A market that was never asked or drawn, or whose first round got no report, ends Invalid with all money
back; a repeated round without a report is Invalid by default, open to appeal; an appeal without an answer leaves the outcome
as it was, and its bond goes back.`,
  },
} satisfies Record<string, Step>

const commandOf = ({ verb, call, description, help }: Step) => ({
  register(group: Command): void {
    signing(group.command(verb))
      .description(description)
      .argument('<marketId>', 'which market', wholeNumber)
      .addHelpText('after', `\n${help}\n\nExample:\n  $ cresolver market ${verb} 1 --account 0`)
      .action(async (marketId: bigint, options: ChainOptions) => {
        const me = await actor(options)
        const data = encodeFunctionData({ ...at(me.market), functionName: call, args: [marketId] })
        const receipt = await send(me, { to: me.market, data })
        await tellChange(me, marketId, receipt, options, await lotOf(me, marketId, receipt))
      })
  },
})

/** What a step did to the lot: it noted a block, or drew the seats. */
async function lotOf(
  me: Actor,
  marketId: bigint,
  { logs }: TransactionReceipt,
): Promise<{ text?: string; fields?: object }> {
  const { abi } = at(me.market)
  const [noted] = parseEventLogs({ abi, eventName: 'DrawNoted', logs })
  const [drawn] = parseEventLogs({ abi, eventName: 'SeatsDrawn', logs })
  if (noted !== undefined) {
    const { drawBlock } = noted.args
    const { joined } = await getMarket(me, marketId)
    return {
      text: `${joined} agents joined, more than there are seats: the hash of block ${drawBlock} draws them.\nAfter that block, and within 256 more, run \`cresolver market draw ${marketId}\`.`,
      fields: { draw_block: Number(drawBlock), joined },
    }
  }
  if (drawn === undefined) return {}
  const { seats } = await getMarket(me, marketId)
  const { seed, joined } = drawn.args
  return {
    text: `${seats} of ${joined} agents drew a seat and are asked. The others: \`cresolver market leave ${marketId} --agent <id>\`.`,
    fields: { seed, joined: Number(joined), seats },
  }
}

export const request = commandOf(steps.request)
export const draw = commandOf(steps.draw)
export const settle = commandOf(steps.settle)
export const finalize = commandOf(steps.finalize)
export const expire = commandOf(steps.expire)
