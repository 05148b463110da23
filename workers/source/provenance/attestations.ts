import type { Proof } from '../../../protocol/index.ts'
import { NotCheckedError, type Verify } from './Provenance.ts'

/** Checks that a trusted environment attests the root of a bundle. */
export type AttestationVerifier = Verify<Proof.PoRBundle>

/** Verifiers of attestations, each under the `format` that it reads. */
export type AttestationVerifiers = Readonly<Record<string, AttestationVerifier>>

/**
 * One verifier of many: it hands an attestation to the verifier of its `format`. An attestation of another format can't be
 * checked here.
 *
 * @example
 * const verify = attestationsBy({ 'aws-nitro': nitroAttestation(trust) })
 */
export function attestationsBy(verifiers: AttestationVerifiers): AttestationVerifier {
  const known = new Map(Object.entries(verifiers))
  return async (bundle) => {
    const format = formatOf(bundle.tee_attestation)
    const verify = format === null ? undefined : known.get(format)
    if (verify !== undefined) return verify(bundle)
    const what = format === null ? 'an attestation that names no format' : `attestations of format ${format}`
    throw new NotCheckedError(`No verifier for ${what} is configured.`)
  }
}

function formatOf(attestation: Proof.PoRBundle['tee_attestation']): string | null {
  const format = (attestation as { format?: unknown } | null)?.format
  return typeof format === 'string' && /^[a-z0-9-]{1,32}$/.test(format) ? format : null
}
