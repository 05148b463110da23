import type { Address, Hash, Proof, Question, Wire } from '../../protocol/index.ts'
import type { ChallengeKind } from '../sdk/classify.ts'
import type { Again } from './Stage.ts'

/** What a worker is asked, with all it knows about where the question stands. */
export type Task = {
  readonly request: Wire.ResolveRequest
  /** What its question says. */
  readonly parsed: Question.Parsed
  readonly requestHash: Hash.RequestHash
  readonly chainId: number
  /** The market contract. */
  readonly market: Address.Address
  readonly round: number
  /** Unix seconds; null for a plain request that names none. */
  readonly deadline: number | null
  /** When the market was created, which highs and lows are measured from; null where no chain can be asked. */
  readonly created: number | null
}

/** An answer with its proof. The reply is not signed yet: signing is the agent's, once per round. */
export type Answered = {
  readonly reply: Omit<Wire.ResolveReply, 'attestation'>
  /** Null where nothing could be collected and so nothing can be proven. */
  readonly proof: Proof.Proof | null
  /** It is doubt because something failed, and trying again may end otherwise. Left out: it would come to the same. */
  readonly again?: Again | undefined
}

export type ResolveOptions = {
  readonly signal?: AbortSignal | undefined
  /** When an answer is of no more use, in milliseconds since 1970. */
  readonly until?: number | undefined
}

/**
 * A personality: decides a task, and says why. Never throws for a question it can't decide: it answers INVALID and says so.
 * `prepare` is a function of the answer alone, so that whatever is asked later, the worker says one thing.
 */
export type Resolver = {
  readonly name: string
  resolve(task: Task, options?: ResolveOptions): Promise<Answered>
  /** The responses to each kind of challenge, each within the wire's limit. */
  prepare(task: Task, answered: Answered): Readonly<Record<ChallengeKind, string>>
}
