import { uint } from './Abi.ts'
import type { Address } from './Brand.ts'
import * as Bytes from './Bytes.ts'
import * as Claim from './Claim.ts'
import * as Eip712 from './Eip712.ts'
import type * as Hash from './Hash.ts'

/** What is approved: a participant's claim, or an intent. */
export type SubjectType = 'CLAIM' | 'INTENT'

/** What a verifier signs. Signing is approval: there is no field for a verdict. */
export type Approval = {
  readonly subjectType: SubjectType
  readonly subjectHash: Hash.Hash
  readonly fundId: string
  readonly epochId: number
  readonly verifier: Bytes.Hex
  readonly expiresAt: number
  readonly nonce: number
}

const tailOfType = 'address verifier,uint64 expiresAt,uint256 nonce)'
const types: Readonly<Record<SubjectType, string>> = {
  CLAIM: `ClaimAttestation(bytes32 claimHash,bytes32 fundId,uint64 epochId,${tailOfType}`,
  INTENT: `IntentAttestation(bytes32 intentHash,bytes32 fundId,uint64 epochId,${tailOfType}`,
}

/**
 * The digest of our attestation, in the domain of the market contract that the fund id names.
 *
 * @example
 * const approval = {
 *   subjectType: 'CLAIM',
 *   subjectHash: Hash.ofText('a claim'),
 *   fundId: Claim.fundOf(31337, '0x5fbdb2315678afecb367f032d93f642f64180aa3'),
 *   epochId: 1,
 *   verifier: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
 *   expiresAt: 1771635540,
 *   nonce: 0,
 * }
 * Approval.digest(approval) === Approval.digest({ ...approval, nonce: 1 }) // false
 */
export function digest(approval: Approval): Hash.Hash {
  const { chainId, market } = Claim.readFund(approval.fundId)
  const domain = { name: 'CREsolverClaims', version: '1', chainId, verifyingContract: market }
  const struct = Eip712.structHash(
    types[approval.subjectType],
    Bytes.bytes32(approval.subjectHash),
    Bytes.bytes32(Claim.fundHash(approval.fundId)),
    uint(approval.epochId, 8),
    ...signerParts(approval),
  )
  return Eip712.digest(Eip712.separator(domain), struct)
}

const originTypes: Readonly<Record<SubjectType, string>> = {
  CLAIM: `ClaimAttestation(bytes32 claimHash,uint64 epochId,${tailOfType}`,
  INTENT: `IntentAttestation(bytes32 intentHash,${tailOfType}`,
}
const originNames: Readonly<Record<SubjectType, string>> = {
  CLAIM: 'ClawClaimBook',
  INTENT: 'ClawIntentBook',
}

/** The digest as the original books take it, for readers of theirs. Nothing here signs it: it binds no fund. */
export function originDigest(
  { chainId, book }: { readonly chainId: number; readonly book: Address },
  approval: Omit<Approval, 'fundId'>,
): Hash.Hash {
  const { subjectType, subjectHash, epochId } = approval
  const domain = { name: originNames[subjectType], version: '1', chainId, verifyingContract: book }
  const struct = Eip712.structHash(
    originTypes[subjectType],
    Bytes.bytes32(subjectHash),
    ...(subjectType === 'CLAIM' ? [uint(epochId, 8)] : []),
    ...signerParts(approval),
  )
  return Eip712.digest(Eip712.separator(domain), struct)
}

const signerParts = ({ verifier, expiresAt, nonce }: Omit<Approval, 'fundId'>) => [
  Eip712.addressWord(verifier),
  uint(expiresAt, 8),
  uint(nonce, 32),
]
