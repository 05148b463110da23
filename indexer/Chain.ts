import type { Address, Hex } from 'viem'
import type { MarketView, Parameters, WorkerView } from '../services/chain/browser/market.ts'
import type { Registration } from '../services/chain/Chain.ts'

/** The chain as an indexer needs it. Every function throws `Chain.UnavailableError` when no node answers. */
export type Chain = {
  readonly chainId: number
  /** The market contract, lower case. */
  readonly market: Address
  readonly contracts: Contracts
  genesis(): Promise<string>
  head(): Promise<Block>
  /** Null where there is none of that number. */
  blockAt(number: number): Promise<Block | null>
  /** What the followed contracts emitted, both blocks included, in order. */
  logs(from: number, to: number): Promise<readonly Log[]>
  /** As of a block; null for a market that does not exist there. */
  readMarket(marketId: number, block: number): Promise<MarketView | null>
  /** Seats that exist, of those asked for. */
  readSeats(marketId: number, seats: readonly number[], block: number): Promise<readonly Seat[]>
  readAgent(agentId: number, block: number): Promise<AgentView>
  parameters(): Promise<Parameters>
  /** Null where no consumer for bets is followed. */
  betTerms(): Promise<BetTerms | null>
  /** What keeps real money from relying on the deployment. */
  missing(): Promise<readonly string[]>
  /** keccak256 of the code at an address; null where there is none. */
  codeHash(address: Address): Promise<string | null>
}

/** The contracts that are followed: the market, those it names itself, and those that a config adds. */
export type Contracts = {
  readonly market: Address
  readonly reputation: Address
  readonly identities: Address
  readonly bets: Address | null
  readonly sourceKeys: Address | null
  readonly conditions: Address | null
}

export type ContractName = 'market' | 'reputation' | 'identities' | 'bets' | 'source_keys' | 'conditions'

export type Block = { readonly number: number; readonly hash: string; readonly time: number }

/** A log as a node gives it, with the time of its block. */
export type Log = {
  readonly address: Address
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly block: number
  readonly blockHash: string
  readonly time: number
  readonly log: number
  readonly transaction: string
}

export type Seat = WorkerView & { readonly seat: number }

export type AgentView = {
  /** Null where the registry does not know it. */
  readonly registration: (Registration & { readonly owner: Address; readonly wallet: Address }) | null
  readonly reputation: {
    readonly count: number
    readonly correct: number
    readonly sumRes: bigint
    readonly sumSrc: bigint
    readonly sumDepth: bigint
  }
  readonly factorBps: number
}

export type BetTerms = {
  readonly token: Address
  readonly unitsPerEther: bigint
  readonly closingMargin: number
  readonly maxBetsBps: number
}
