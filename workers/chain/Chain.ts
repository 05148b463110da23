import type { Wire } from '../../protocol/index.ts'

/** The chain as an agent needs it: the rounds of one market contract, and who is asked in them. */
export type Chain = {
  readonly chainId: number
  /** The market contract, lower case. */
  readonly market: `0x${string}`
  /** Null for a market that does not exist. Throws when the chain can't be asked. */
  readRound(marketId: number): Promise<RoundView | null>
  head(): Promise<Block>
  /** The hash of a block, to tell it from another one of the same number; null where there is none. */
  hashOf(block: bigint): Promise<string | null>
  /** Markets for which `ResolutionRequested` was emitted, both blocks included. */
  requestedBetween(from: bigint, to: bigint): Promise<readonly number[]>
  /** All markets that wait for a report now. */
  pending(): Promise<readonly number[]>
}

export type Block = { readonly number: bigint; readonly timestamp: number }

export type RoundView = Wire.Asked & {
  /** Whether workers are asked now: requested, or under appeal and asked again. */
  readonly isAsked: boolean
  readonly createdAt: number
  readonly workers: readonly { readonly agentId: number; readonly signer: string }[]
}
