/** The participant: mines claims, verifies claims and intents of others, and makes attested claims evidence. */

export * as Archive from './Archive.ts'
export {
  type Attestation,
  type AttestedClaim,
  attestation,
  attestedClaim,
  isSigned,
} from './attested/Attestation.ts'
export * as Book from './attested/Book.ts'
export { type AttestationPolicy, attestedClaims, proveByAttestations } from './attested/provenance.ts'
export { type Weighed, type WeightOf, weigh } from './attested/weigh.ts'
export * as Weights from './attested/weights.ts'
export { randomNonce } from './nonce.ts'
export type { Ports, Retrieval } from './Ports.ts'
export { withPeers } from './peers.ts'
export * as Result from './Result.ts'
export { exitCodes, runTask } from './runTask.ts'
export * as Subject from './Subject.ts'
export * as Specs from './specs/Specs.ts'
export * as Task from './Task.ts'
