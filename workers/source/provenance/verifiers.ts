import { type NotaryOptions, type NotaryReader, notaryLog } from './notaryLog.ts'
import { NotCheckedError, type Verifier, type Verifiers } from './Provenance.ts'
import { isReplyProof, type SourceKey, signedReply } from './signedReply.ts'
import { isSignedSampleProof, type SourceKeys, signedSample } from './signedSample.ts'

export type VerifierOptions = NotaryOptions & {
  /** Public keys of providers that sign their replies. */
  readonly keys?: readonly SourceKey[]
  /** Where the keys of sources are registered on-chain. */
  readonly sourceKeys?: SourceKeys
  readonly notary?: NotaryReader
  /** For proofs made elsewhere: nothing here can check them, so they are refused unless somebody brings the means. */
  readonly zktls?: Verifier
  readonly attestations?: Verifier
}

/** The verifiers that the means at hand allow. What has none is refused. */
export function createVerifiers(options: VerifierOptions): Verifiers {
  const { keys = [], sourceKeys, notary, zktls, attestations } = options
  const reply = signedReply(keys)
  const observation = sourceKeys === undefined ? null : signedSample(sourceKeys)
  const signature: Verifier = async (item) => {
    const { proof } = item.provenance
    if (isReplyProof(proof)) return reply(item)
    if (!isSignedSampleProof(proof)) throw new NotCheckedError('It is a signature of no known form.')
    if (observation === null) throw new NotCheckedError('There is no register of keys to check it with.')
    return observation(item)
  }
  return {
    signature,
    ...(notary === undefined ? {} : { log: notaryLog(notary, options) }),
    ...(zktls === undefined ? {} : { zktls }),
    ...(attestations === undefined ? {} : { attestations }),
  }
}
