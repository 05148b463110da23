import type { TransactionReceipt } from 'viem'
import type { ExecutionReport } from '../../don/don.ts'
import type { World } from '../../local/startWorld.ts'
import type { Finding, Payout, Vote } from '../../protocol/index.ts'
import type { Cast } from './castOf.ts'
import type { Planned } from './marketsOf.ts'

/** What is known of one market so far; each step of its life adds to it. */
export type MarketRecord = {
  readonly market: Planned
  /** Agent ids, in the order they joined. */
  readonly workers: readonly number[]
  /** Gas by step. */
  readonly gas: Record<Step, bigint>
  /** Wei that came in, and that went out again. */
  paidIn: bigint
  paidOut: bigint
  round: RoundRecord | null
  /** Agents that joined and drew no seat; their stakes are theirs again. */
  readonly undrawn: Undrawn[]
  readonly strikes: Strike[]
  rechecked: Rechecked | null
  end: End | null
}

export const steps = [
  'create',
  'join',
  'request',
  'draw',
  'report',
  'challenge',
  'settle',
  'finalize',
  'feedback',
  'claim',
  'leave',
] as const
export type Step = (typeof steps)[number]

export type RoundRecord = {
  readonly round: number
  readonly outcome: Vote.Outcome
  readonly excluded: readonly { readonly agentId: number; readonly reason: string }[]
  readonly execution: ExecutionReport
  readonly gas: bigint
  /** By seat, as the chain has them after the report. */
  readonly votes: readonly VoteRecord[]
}

export type VoteRecord = {
  readonly agentId: number
  /** The vote, or why there is none. */
  readonly vote: string
  readonly scores: string
  readonly weight: bigint
}

export type Undrawn = { readonly agentId: number; readonly stake: bigint; readonly paid: bigint }

export type Strike = { readonly agentId: number; readonly reward: bigint }

export type Rechecked = {
  readonly proofs: number
  readonly leaves: number
  readonly findings: readonly Finding.RoundFinding[]
  /** What came of looking for the pages that each seat cites: a letter for each, `p` found, `f` not there, `o` open. */
  readonly citations: readonly string[]
}

export type End = {
  readonly status: string
  readonly outcome: Vote.Outcome | null
  /** What everybody should get by the protocol's own reckoning. */
  readonly due: Payout.Payout
  readonly workers: readonly {
    readonly agentId: number
    readonly stake: bigint
    readonly paid: bigint
  }[]
}

/** Everything that a step needs. */
export type Stage = {
  readonly world: World
  readonly cast: Cast
  readonly told: readonly MarketRecord[]
  /** Says what goes on now. */
  readonly say: (line: string) => void
}

export const begin = (market: Planned, workers: readonly number[]): MarketRecord => ({
  market,
  workers,
  gas: Object.fromEntries(steps.map((step) => [step, 0n])) as MarketRecord['gas'],
  paidIn: 0n,
  paidOut: 0n,
  round: null,
  undrawn: [],
  strikes: [],
  rechecked: null,
  end: null,
})

/** Notes what a transaction cost. */
export function spend(
  told: MarketRecord,
  step: Step,
  { gasUsed }: Pick<TransactionReceipt, 'gasUsed'>,
): void {
  told.gas[step] += gasUsed
}
