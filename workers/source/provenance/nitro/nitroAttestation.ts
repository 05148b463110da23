import { type KeyObject, verify } from 'node:crypto'
import * as z from 'zod'
import { BaseError, Bytes } from '../../../../protocol/index.ts'
import type { AttestationVerifier } from '../attestations.ts'
import { chainFault, readCertificate } from './chainFault.ts'
import * as Document from './Document.ts'

/** SHA-256 of the root certificate G1 of AWS Nitro Enclaves, as AWS publishes it. */
export const awsRootG1 = '641a0321a3e244efe456463195d606317ed7cdcc3c1756e09893f3c68f79bb5b'

/** Which enclaves are believed: the programs they run, and whose certificates say so. */
export const nitroTrust = z.strictObject({
  roots: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, 'expected SHA-256 as 64 lower-case hex digits'))
    .min(1)
    .default([awsRootG1]),
  /** PCR0, the image of the enclave, and more registers where they are meant too: each with the values that are believed. */
  pcrs: z
    .record(
      z.string().regex(/^(?:[0-9]|[12][0-9]|3[01])$/, 'expected the number of a register'),
      z.array(z.string().regex(/^[0-9a-f]{96}$/, 'expected SHA-384 as 96 lower-case hex digits')).min(1),
    )
    .refine((pcrs) => '0' in pcrs, 'PCR0 says which program runs, so it must be given')
    .refine(
      (pcrs) => !Object.values(pcrs).flat().some(isZero),
      'zeroes are measured in debug mode, where nothing is secret',
    ),
})
export type NitroTrust = z.infer<typeof nitroTrust>

const attestation = z.strictObject({
  format: z.literal('aws-nitro'),
  /** The document as the enclave got it, in base64. */
  document: z.base64().max(65_536),
})

/**
 * Checks `{format: "aws-nitro", document}`: a document that an enclave with the expected measurements got for the root of the
 * bundle, which stands in `user_data`. Its certificates live for hours, so they are held against its own time.
 *
 * @example
 * const verify = nitroAttestation(nitroTrust.parse({ pcrs: { 0: [pcr0] } }))
 */
export function nitroAttestation(trust: NitroTrust): AttestationVerifier {
  return async ({ tee_attestation, por_root }) => {
    const found = attestation.safeParse(tee_attestation)
    if (!found.success) return 'It is not an attestation of AWS Nitro.'
    try {
      const document = Document.read(Buffer.from(found.data.document, 'base64'))
      return (
        chainFault([...document.cabundle, document.certificate], {
          roots: trust.roots,
          at: document.timestamp,
        }) ??
        signatureFault(document) ??
        measurementFault(document, trust) ??
        bindingFault(document, por_root)
      )
    } catch (error) {
      if (error instanceof BaseError) return error.shortMessage
      throw error
    }
  }
}

function signatureFault({ certificate, signed, signature }: Document.Document): string | null {
  // The chain has been checked, so the certificate can be read.
  const key: KeyObject = readCertificate(certificate)!.publicKey
  return verify('sha384', signed, { key, dsaEncoding: 'ieee-p1363' }, signature)
    ? null
    : 'The certificate did not sign this document.'
}

function measurementFault({ pcrs }: Document.Document, trust: NitroTrust): string | null {
  for (const [index, believed] of Object.entries(trust.pcrs)) {
    const measured = pcrs.get(Number(index))
    if (measured === undefined || !believed.includes(Buffer.from(measured).toString('hex')))
      return `PCR${index} is not that of an enclave that is believed.`
  }
  return null
}

function bindingFault({ userData }: Document.Document, porRoot: string): string | null {
  return userData !== null && Bytes.toHex(userData) === porRoot
    ? null
    : 'The enclave did not attest this root: it is not the user data of the document.'
}

function isZero(digest: string): boolean {
  return /^0+$/.test(digest)
}
