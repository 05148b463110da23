/** Where values come from: the sources, and what proves their replies. */

export { notaryOnChain, sourceKeysOnChain } from '../../services/chain/browser/registers.ts'
export { type Agreement, agree } from './agree.ts'
export { coingecko } from './coingecko.ts'
export { type DryRunOptions, dryRun } from './dryRun.ts'
export { type FetchOptions, fetchDocument, fetchEvidence, type Prove, plain } from './fetchEvidence.ts'
export { type HttpSource, httpSource, httpSources } from './http.ts'
export { polymarket } from './polymarket.ts'
export type { AttestationVerifier } from './provenance/attestations.ts'
export { type Notarize, notarizeOnChain, proveByNotarizing } from './provenance/notarizing.ts'
export { type NotaryReader, notaryLog, proveByNotary } from './provenance/notaryLog.ts'
export {
  NotCheckedError,
  type Verified,
  type Verifier,
  type Verifiers,
  verifyProvenance,
} from './provenance/Provenance.ts'
export { proveBest } from './provenance/proveBest.ts'
export { reclaimTrust } from './provenance/reclaim.ts'
export {
  proveBySignature,
  type SourceKey,
  signedReply,
  signedText,
  sourceKey,
} from './provenance/signedReply.ts'
export {
  proveBySignedSample,
  type SourceKeys,
  sampleDigest,
  signedSample,
  signedSampleOf,
} from './provenance/signedSample.ts'
export { attestationOf, meansOf, type Trust, trust } from './provenance/trust.ts'
export { createVerifiers, type VerifierOptions } from './provenance/verifiers.ts'
export * as Registry from './Registry.ts'
export { type ReadAgain, readAgain } from './readAgain.ts'
export * from './Source.ts'
export * as SourceConfig from './SourceConfig.ts'
export { type WebSource, webSource, webSources } from './web.ts'
