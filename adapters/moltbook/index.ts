/** The AAP adapter: everything between an agent and Moltbook. */
export {
  type Adapter,
  type AdapterOptions,
  filesOf,
  openAdapter,
} from './Adapter.ts'
export { byEvent, type Card, cardIn, cardOf, type Group } from './Card.ts'
export * as Commitment from './Commitment.ts'
export * as Credentials from './Credentials.ts'
export { InvalidAccountError } from './Credentials.ts'
export { create, linkOnChain } from './create.ts'
export { type CycleOptions, cycle } from './cycle.ts'
export type { Decision } from './Decision.ts'
export { type Draft, draft, idOf, type NewMarket } from './draft.ts'
export { type Checkpoint, type Clock, systemClock } from './Environment.ts'
export { officialBase } from './Host.ts'
export { readLedger } from './Ledger.ts'
export { brierBps, calibration, leaderboard } from './leaderboard.ts'
export * as Market from './Market.ts'
export * as MarketBook from './MarketBook.ts'
export { sorts } from './Moltbook.ts'
export { type Migrated, type Migration, migrate } from './migrate.ts'
export { type MigrateOptions, migrateFile, type Report } from './migrateFile.ts'
export { clip, type Post } from './Replies.ts'
export type { Attempt, Resolving, Subject } from './Resolving.ts'
export type { Solution, Solver } from './Solver.ts'
export * as Status from './Status.ts'
export type { Step } from './Step.ts'
export {
  checkId,
  checkName,
  comment,
  commentOf,
  engage,
  InvalidWordsError,
  postOf,
  upvote,
} from './social.ts'
export { type Warning, warningsFor } from './submolts.ts'
export { type Summary, summarize } from './summarize.ts'
export { type Zone, zoneNamed } from './version1/times.ts'
