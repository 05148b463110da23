/**
 * The sentinel: re-verifies what workers and DON have published, executes again what is deterministic, and turns what it finds
 * into challenges that the contract takes as they are.
 */
export { type About, challengeBundle, type LeafRef } from './challengeBundle.ts'
export {
  type Grounds,
  inspectProof,
  type Options,
  verifyAuthenticity,
  verifyDeterminism,
  verifyLogic,
} from './inspectProof.ts'
export { type Inspection, inspectRound } from './inspectRound.ts'
export { type Replay, type Replayed, readProof, replayWith } from './replay.ts'
