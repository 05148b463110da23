/**
 * The sentinel: re-verifies what workers and DON have published, executes again what is deterministic, and turns what it finds
 * into challenges that the contract takes as they are. What of it a browser runs too is in `check/`.
 */
export * from './check/index.ts'
export { replayWith } from './replay.ts'
export { verifyLogic } from './verifyLogic.ts'
