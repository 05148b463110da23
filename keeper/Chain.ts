import type { Hex } from 'viem'
import type { Address } from '../protocol/index.ts'
import type { Revert } from '../services/chain/revert.ts'
import type { Call, Facts, Head, Terms } from './Market.ts'

/** The chain as a keeper needs it. Every function throws `Chain.UnavailableError` when no node answers. */
export type Chain = Reads & Sends

/** What a market is, before anything is known of who was asked when and what is published. */
export type Read = Omit<Facts, 'lastAsk' | 'feedback'>

export type Reads = {
  readonly chainId: number
  /** The market contract, lower case. */
  readonly market: Address.Address
  /** The hash of the first block: it tells one local chain from the next. */
  genesis(): Promise<string>
  head(): Promise<Head>
  terms(): Promise<Terms>
  marketCount(): Promise<number>
  /** Those of them that exist. */
  readMarkets(marketIds: readonly number[]): Promise<readonly Read[]>
  /** Seats whose feedback the contract would publish now. */
  feedbackDue(marketId: number): Promise<readonly number[]>
  /** What happened to markets, both blocks included. */
  changes(from: number, to: number): Promise<readonly Change[]>
}

/** An event of the market contract, or of a contract that follows it. */
export type Change = {
  readonly marketId: number
  readonly block: number
  readonly blockHash: string
  readonly kind: 'asked' | 'published' | 'refused' | 'other'
  /** Of feedback. */
  readonly seat: number | null
}

/** A call as a node takes it. */
export type Prepared = { readonly to: Hex; readonly data: Hex }

export type Sends = {
  prepare(call: Call): Prepared
  /**
   * How much gas a call takes in the block to come, with what others have sent already where the node knows of it, or why it would
   * be refused.
   */
  estimate(call: Call, from: Hex): Promise<{ readonly gas: bigint } | { readonly refused: Revert }>
  balance(account: Hex): Promise<bigint>
  /** Transactions of an account that are in blocks, or on their way too. */
  nonce(account: Hex, which: 'latest' | 'pending'): Promise<number>
  /** What others give a block's maker for a unit of gas. */
  tip(): Promise<bigint>
  broadcast(raw: Hex): Promise<Broadcast>
  receipt(hash: Hex): Promise<Receipt | null>
  /** Whether the node knows of a transaction, in a block or on its way. */
  isKnown(hash: Hex): Promise<boolean>
}

/** What a node said to a transaction. `unknown`: nobody can tell whether it was taken. */
export type Broadcast = 'taken' | 'nonce-used' | 'underpriced' | 'poor' | 'unknown'

export type Receipt = {
  readonly block: number
  readonly isReverted: boolean
  readonly gasUsed: bigint
  /** In wei, whatever it is made of. */
  readonly cost: bigint
}
