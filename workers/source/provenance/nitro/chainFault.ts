import { X509Certificate } from 'node:crypto'
import { Hash } from '../../../../protocol/index.ts'

/** What a chain of certificates is held against. */
export type ChainTrust = {
  /** SHA-256 of the root certificates that are trusted, as DER: 64 hex digits. */
  readonly roots: readonly string[]
  /** Milliseconds since 1970: all certificates must be valid then. */
  readonly at: number
}

/**
 * Why a chain of DER certificates, root first, does not lead from a trusted root to its last one; null when it does. Every key
 * in it must be of P-384, so that no weaker one can stand in.
 */
export function chainFault(chain: readonly Uint8Array[], { roots, at }: ChainTrust): string | null {
  const certificates = chain.map(readCertificate)
  const [root] = chain
  if (root === undefined || !roots.includes(fingerprint(root))) return 'The root certificate is not trusted.'
  for (const [i, certificate] of certificates.entries()) {
    if (certificate === null) return `Certificate ${i} cannot be read.`
    const { asymmetricKeyDetails } = certificate.publicKey
    if (asymmetricKeyDetails?.namedCurve !== 'secp384r1')
      return `The key of certificate ${i} is not of P-384.`
    if (!isValidAt(certificate, at)) return `Certificate ${i} was not valid at that time.`
    // The root stands by its fingerprint alone.
    const issuer = certificates[i - 1]
    if (issuer === undefined || issuer === null) continue
    if (!issuer.ca) return `Certificate ${i - 1} is not that of an authority.`
    if (!isIssuedBy(certificate, issuer)) return `Certificate ${i} is not issued by the one before it.`
  }
  return null
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  } catch {
    return false
  }
}

/** A certificate of exactly these bytes, or null. */
export function readCertificate(der: Uint8Array): X509Certificate | null {
  try {
    const certificate = new X509Certificate(der)
    // Its key is read only when it is asked for, and that may fail.
    const isKey = certificate.publicKey.type === 'public'
    // PEM, or bytes behind the certificate, would be read as well.
    return isKey && Buffer.from(der).equals(certificate.raw) ? certificate : null
  } catch {
    return null
  }
}

const fingerprint = (der: Uint8Array): string => Buffer.from(Hash.sha256(der)).toString('hex')

// Written this way so that dates that cannot be read fail the check.
const isValidAt = ({ validFrom, validTo }: X509Certificate, at: number): boolean =>
  Date.parse(validFrom) <= at && at <= Date.parse(validTo)
