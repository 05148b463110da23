import { type Finding, Json, Proof, Schema } from '../../protocol/index.ts'
import { replay } from '../pipeline/replay.ts'
import { forbidden } from '../pipeline/rule/compile.ts'
import type * as Registry from '../source/Registry.ts'

/**
 * Executes a proof again from its own evidence. Not executed: it was not made by anything that can be run here, so that
 * nothing can be said of it.
 */
export type Replay = (proof: Proof.Proof) => Replayed

export type Replayed = { readonly executed: boolean; readonly findings: readonly Finding.Finding[] }

/**
 * Executes again what the reference pipeline made. A proof says that it is one by the words of its prompt: then it must come out
 * byte for byte. Other programs may reason otherwise, and are held to their hashes, citations and comparison alone.
 *
 * @example
 * const result = await inspectProof(proof, { replay: replayWith(createRegistry(config)) })
 */
export const replayWith =
  (sources: Registry.Registry): Replay =>
  (proof) =>
    isReference(proof) ? replay(proof, { sources }) : { executed: false, findings: [] }

const isReference = ({ prompt_spec }: Proof.Proof): boolean =>
  Json.canonical(prompt_spec.forbidden_behaviors) === Json.canonical(forbidden)

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
