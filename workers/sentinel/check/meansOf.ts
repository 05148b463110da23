import type { Trust } from '../../../protocol/Catalog.ts'
import type { NotaryReader } from '../../source/provenance/notaryLog.ts'
import type { SourceKey } from '../../source/provenance/signedReply.ts'
import type { SourceKeys } from '../../source/provenance/signedSample.ts'
import { createVerifiers } from '../../source/provenance/verifiers.ts'
import type { Options } from './inspectProof.ts'

/** Registers of a chain, as `services/chain/browser/registers.ts` reads them. */
export type Registers = { readonly sourceKeys?: SourceKeys; readonly notary?: NotaryReader }

/**
 * What a round is inspected with where a deployment says whom to believe.
 *
 * @example
 * const { result } = await inspectRound(file, facts, meansOf(trust, { sourceKeys }))
 */
export const meansOf = (trust: Pick<Trust, 'keys'>, registers: Registers = {}): Options => ({
  verifiers: createVerifiers({ ...registers, keys: keysOf(trust) }),
})

/** The keys of sources, as verifiers take them. */
export const keysOf = ({ keys }: Pick<Trust, 'keys'>): SourceKey[] =>
  keys.map(({ key_id, algorithm, origin, public_key }) => ({
    keyId: key_id,
    algorithm,
    origin,
    publicKey: public_key,
  }))
