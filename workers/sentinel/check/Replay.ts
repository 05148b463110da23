import type { Finding, Proof } from '../../../protocol/index.ts'

/** Executes a proof again from its own evidence. */
export type Replay = (proof: Proof.Proof) => Replayed

export type Replayed =
  | { readonly executed: true; readonly findings: readonly Finding.Finding[] }
  /** It cannot be run here, so that nothing can be said of it, and nobody is blamed. */
  | { readonly executed: false; readonly why: string }
