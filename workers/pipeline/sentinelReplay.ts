import { type Finding, Json, Proof, Schema } from '../../protocol/index.ts'

/**
 * Executes a proof again from its own evidence. Not executed: it was not made by anything that can be run here, so that
 * nothing can be said of it.
 */
export type Replay = (proof: Proof.Proof) => Replayed

export type Replayed = { readonly executed: boolean; readonly findings: readonly Finding.Finding[] }

/** A value as a proof, or null where it is none. */
export function readProof(value: unknown): Proof.Proof | null {
  try {
    const proof = Schema.read(Proof.schema, value)
    // A string with half a surrogate pair passes the schema but has no bytes to hash.
    Json.canonical(proof)
    return proof
  } catch {
    return null
  }
}
