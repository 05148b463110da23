import { Json, Proof, Schema } from '../../../protocol/index.ts'

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
