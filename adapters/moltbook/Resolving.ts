import type { Proof, Question, Rule } from '../../protocol/index.ts'
import type { DryRun } from '../../protocol/source/index.ts'

/** What decides markets by their rules. The adapter imports none: the program that opens an account passes it in. */
export type Resolving = {
  /** The value at the deadline, compared with the target, with a proof of both. */
  resolve(subject: Subject, rule: Rule.Rule): Promise<Attempt>
  /** What the source of a rule would say today. */
  dryRun(rule: Rule.Rule, now: number): Promise<DryRun.DryRun>
}

/** A market as its proof names it. */
export type Subject = Proof.Context &
  /** The § text, exactly as it was posted, and what it says. */
  Question.Posed & { readonly deadline: number; readonly created: number }

export type Attempt =
  /** `failure` names a source that did not answer; the proof holds without it. */
  | { readonly kind: 'proven'; readonly proof: Proof.Proof; readonly failure: string | null }
  | {
      readonly kind: 'failed'
      /** Whether another attempt may succeed. */
      readonly isPassing: boolean
      /** The cause in plain words, for people who wait. */
      readonly why: string
      /** The whole message, for the record. */
      readonly message: string
    }
