/**
 * Does a published round or proof again: the same code in a browser, in the command line and in the sentinel. It imports nothing of
 * Node, and asks nobody: file, facts of the chain and trust are passed in.
 */
export { type About, challengeBundle, type LeafRef } from './challengeBundle.ts'
export {
  type Grounds,
  inspectProof,
  type Options,
  verifyAuthenticity,
  verifyDeterminism,
} from './inspectProof.ts'
export { type Inspection, inspectRound } from './inspectRound.ts'
export { keysOf, meansOf, type Registers } from './meansOf.ts'
export type { Replay, Replayed } from './Replay.ts'
export { readProof } from './readProof.ts'
