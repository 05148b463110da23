import type { Address, Bytes, Hash, Round, Tally, Vote } from '../../protocol/index.ts'

/** The chain as an agent needs it: the rounds of one market contract, and who is asked in them. */
export type Chain = {
  readonly chainId: number
  /** The market contract, lower case. */
  readonly market: Address.Address
  /** Null for a market that does not exist. Throws when the chain can't be asked. */
  readRound(marketId: number): Promise<RoundView | null>
  head(): Promise<Head>
  /** The hash of a block, to tell it from another one of the same number; null where there is none. */
  hashOf(block: bigint): Promise<string | null>
  /** Markets for which `ResolutionRequested` was emitted, both blocks included. */
  requestedBetween(from: bigint, to: bigint): Promise<readonly Mark[]>
  /** All markets that wait for a report now. */
  pending(): Promise<readonly number[]>
  /** What is fixed for every market of the contract. */
  readParameters(): Promise<Parameters>
}

/** What a gateway needs beyond that: reports, what stands behind them, and where agents are. */
export type FullChain = Chain & {
  eventsBetween(from: bigint, to: bigint): Promise<Events>
  /** The report of one round, looked for from a block on; null where there is none. */
  findReport(marketId: number, round: number, from: bigint): Promise<Reported | null>
  /** All markets that wait, with pool and stakes. */
  pendingValues(): Promise<ReadonlyMap<number, bigint>>
  /** What a round is counted against: now, or as of an earlier block if the node still knows. */
  readStanding(marketId: number, block?: bigint): Promise<RoundStanding>
  /** Whether a market is Finalized or Invalid, so that nothing changes it any more. */
  isFinal(marketId: number): Promise<boolean>
  /** What an agent is registered with; null for one that does not exist. */
  readAgent(agentId: number): Promise<Registration | null>
}

export type Block = { readonly number: bigint; readonly timestamp: number }

/** The newest block; its hash stands for all blocks before it. */
export type Head = Block & { readonly hash: string }

/** That something happened to a market: the same event has the same id, and in another block another one. */
export type Mark = { readonly marketId: number; readonly id: string }

export type RoundView = Round.Round & {
  /** Whether workers are asked now: requested, or under appeal and asked again. */
  readonly isAsked: boolean
  /** Whether the round repeats one without quorum; one that repeats a voided round does not. */
  readonly isRepeat: boolean
  readonly requestedAt: number
  /** The time of the block that was read. */
  readonly now: number
}

export type Parameters = {
  readonly minMarginBps: number
  readonly minWorkers: number
  /** Seconds after its request from which on a round takes no report: it can only expire. */
  readonly resolutionTimeout: number
}

export type Events = {
  readonly requested: readonly number[]
  readonly reported: readonly Reported[]
  readonly voided: readonly number[]
  /** All of them, each event for itself. */
  readonly marks: readonly Mark[]
}

/** A report as its event tells it. */
export type Reported = {
  readonly marketId: number
  readonly round: number
  readonly outcome: Vote.Outcome | null
  readonly roundRoot: Hash.Root
  readonly recordsAndDocket: Bytes.Hex
  readonly block: bigint
}

/** What a round is counted against. */
export type RoundStanding = Tally.Asked & {
  readonly round: number
  /** The seat number of the first worker asked: 32 times its cohort. */
  readonly cohortStart: number
  /** Weights of the rounds before an appeal. */
  readonly totals: Tally.Totals
}

export type Registration = {
  /** The metadata under the key `a2a`; empty where there is none. */
  readonly a2a: Uint8Array
  readonly uri: string
}
