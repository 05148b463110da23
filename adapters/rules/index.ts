export {
  EmptyMarketError,
  longestText,
  type Market,
  readMarket,
  UnreadableMarketError,
} from '../../reading/Market.ts'
export type * from '../../reading/ParsedRule.ts'
export { type Request as UmaRequest, readRequest as readUmaRequest } from '../../reading/uma/Request.ts'
export { type AssistedRule, assistRule } from './assist/assistRule.ts'
export type { Change, Harmless, Hunk } from './diff/Change.ts'
export { diffMarkets, diffRules, type Version } from './diff/diffRules.ts'
export { normalise, rawHash, rulesHash } from './hashes.ts'
export { parseQuestion } from './import/parseQuestion.ts'
export { type Manual, toManualQuestion } from './import/toManualQuestion.ts'
export { type Compile, toMarketSpec } from './import/toMarketSpec.ts'
export { type Imported, toQuestion } from './import/toQuestion.ts'
export { isUnfit } from './judge/faults.ts'
export { parseMarket, parseRule } from './parseRule.ts'
export { type Candle, type Candles, CandlesError, readCandles } from './resolve/Candles.ts'
export { type Resolution, type ResolveOptions, resolveByCandles } from './resolve/resolveByCandles.ts'
export { type SiblingContradiction, siblingContradictions } from './siblings.ts'
