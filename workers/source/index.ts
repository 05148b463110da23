/** Where values come from: sources, the transports that ask them, and what proves their replies. */

export { ExactJson } from '../../protocol/source/index.ts'
export { type Agreement, agree } from './agree.ts'
export { binance } from './binance.ts'
export { coingecko } from './coingecko.ts'
export { defillama } from './defillama.ts'
export * as Fixture from '../../services/fetch/Fixture.ts'
export { type FetchOptions, fetchDocument, fetchEvidence, type Prove, plain } from './fetchEvidence.ts'
export * as Html from '../../services/fetch/Html.ts'
export { type HttpSource, httpSource, httpSources } from './http.ts'
export { type LiveOptions, live } from '../../services/fetch/live.ts'
export { polymarket } from './polymarket.ts'
export { notaryOnChain, sourceKeysOnChain } from './provenance/chainReaders.ts'
export { type NotaryReader, notaryLog, proveByNotary } from './provenance/notaryLog.ts'
export {
  observationDigest,
  observationOf,
  proveByObservation,
  type SourceKeys,
  signedObservation,
} from './provenance/signedSample.ts'
export { type Verified, type Verifier, type Verifiers, verifyProvenance } from './provenance/Provenance.ts'
export { proveBest } from './provenance/proveBest.ts'
export {
  proveBySignature,
  type SourceKey,
  signedReply,
  signedText,
  sourceKey,
} from './provenance/signedReply.ts'
export { createVerifiers, type VerifierOptions } from './provenance/verifiers.ts'
export * as Registry from './Registry.ts'
export { type Fault, type ReadAgain, readAgain } from './readAgain.ts'
export { record } from '../../services/fetch/record.ts'
export { replay } from '../../services/fetch/replay.ts'
export * from './Source.ts'
export * as SourceConfig from './SourceConfig.ts'
export { type WebSource, webSource, webSources } from './web.ts'
