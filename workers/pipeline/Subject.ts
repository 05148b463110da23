import type { Evidence, Proof, Question, Spec, Trace, Verdict } from '../../protocol/index.ts'
import type { Requirement } from '../source/Source.ts'
import type { Planned } from './plan/planText.ts'
import type { Task } from './Resolver.ts'

/** What the procedure is about: everything a prompt spec is compiled from, and nothing else. */
export type Subject = Proof.Context & {
  /** The raw text, exactly as it stands on-chain. */
  readonly question: string
  readonly parsed: Question.Parsed
  readonly deadline: number | null
  readonly created: number | null
}

export const ofTask = (task: Task): Subject => ({
  chain_id: task.chainId,
  market: task.market,
  market_id: String(task.request.market_id),
  round: task.round,
  question: task.request.question,
  parsed: task.parsed,
  deadline: task.deadline,
  created: task.created,
})

/** A second provider that is asked the same, and how far it may be off. */
export type CrossCheck = {
  readonly provider: string
  readonly asset: string
  readonly metric: string
  readonly toleranceBps: number
}

/** A question that can be executed: what to prove, what to fetch, and by which rules it is decided. */
export type Compiled = {
  readonly status: 'READY'
  readonly spec: Spec.PromptSpec
  readonly plan: Spec.ToolPlan
  /** What is fetched, by requirement id, which is also the id of the evidence it gives. */
  readonly requirements: readonly Requirement[]
  readonly crossCheck: CrossCheck | null
  /** A model's replies so far: evidence of what it said, never of what is true. */
  readonly replies: readonly Evidence.EvidenceItem[]
  /** What the plan was made from, where it was made from a registry or by searching; the collector then records it. */
  readonly planned?: Planned | undefined
}

/** A question that can't: what would have to be said for it to be one. */
export type Missing = { readonly status: 'INVALID'; readonly missing_fields: readonly string[] }

export type Audited = { readonly trace: Trace.ReasoningTrace; readonly report: Trace.LogicReport }

/** A verdict before the reasoning root is known that it points to. */
export type VerdictDraft = Omit<Verdict.DeterministicVerdict, 'justification_hash'>
