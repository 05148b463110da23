import { encodeFunctionData, type Hex } from 'viem'
import { binaryMarketAbi, ctfResolverAbi, cresolverMarketAbi as marketAbi } from '../deployments/abi/index.ts'
import type { Prepared } from './Chain.ts'
import type { Call } from './Market.ts'

/** The contracts that a keeper serves: one market, and what follows it if the config says so. */
export type Contracts = {
  readonly market: Hex
  readonly binaryMarket: Hex | null
  readonly ctfResolver: Hex | null
}

const functions = {
  draw: 'draw',
  request: 'requestResolution',
  askAgain: 'requestResolution',
  expire: 'expire',
  settle: 'settle',
  finalize: 'finalize',
} as const

/** Where a call goes, and what it says. */
export function prepare(call: Call, { market, binaryMarket, ctfResolver }: Contracts): Prepared {
  const id = BigInt(call.marketId)
  switch (call.kind) {
    case 'settleBets':
      return {
        to: binaryMarket!,
        data: encodeFunctionData({ abi: binaryMarketAbi, functionName: 'settle', args: [id] }),
      }
    case 'resolveCondition':
      return {
        to: ctfResolver!,
        data: encodeFunctionData({ abi: ctfResolverAbi, functionName: 'resolve', args: [id] }),
      }
    case 'publishFeedback': {
      const args = [id, BigInt(call.seat!)] as const
      return {
        to: market,
        data: encodeFunctionData({ abi: marketAbi, functionName: 'publishFeedback', args }),
      }
    }
    default: {
      const functionName = functions[call.kind]
      return { to: market, data: encodeFunctionData({ abi: marketAbi, functionName, args: [id] }) }
    }
  }
}

// The registry may refuse, which the market catches: with as little gas as a node estimates it would always.
const leastForFeedback = 600_000n

/** How much gas is sent along: time passes until the block, and may make a call a little dearer. */
export const gasFor = ({ kind }: Pick<Call, 'kind'>, estimate: bigint): bigint => {
  const roomy = (estimate * 5n) / 4n
  return kind === 'publishFeedback' && roomy < leastForFeedback ? leastForFeedback : roomy
}
