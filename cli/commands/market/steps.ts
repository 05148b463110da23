import type { Command } from 'commander'
import { encodeFunctionData } from 'viem'
import { at } from '../../../services/chain/browser/market.ts'
import { actor, tellChange } from '../../chain/marketState.ts'
import { type ChainOptions, signing } from '../../chain/options.ts'
import { send } from '../../chain/send.ts'
import { wholeNumber } from '../../chain/units.ts'

/** A step of a market's life that anyone may take: one call of the contract with the market's id. */
type Step = {
  readonly verb: string
  readonly call: 'requestResolution' | 'settle' | 'finalize' | 'expire'
  readonly description: string
  readonly help: string
}

const steps = {
  request: {
    verb: 'request',
    call: 'requestResolution',
    description: 'ask the DON for an answer, at or after the deadline',
    help: `Anyone may, and again after the cooldown where no report came. With fewer workers than needed the market ends
Invalid and everybody has their money back. In an appeal it asks the agents who joined for it.`,
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
    help: `Anyone may. A market that nobody asked for, or whose first round got no report, ends Invalid with all money back;
an appeal without an answer leaves the outcome as it was.`,
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
        await tellChange(me, marketId, await send(me, { to: me.market, data }), options)
      })
  },
})

export const request = commandOf(steps.request)
export const settle = commandOf(steps.settle)
export const finalize = commandOf(steps.finalize)
export const expire = commandOf(steps.expire)
