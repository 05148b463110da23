import { Address, Eip712, type Hash, Proof } from '../../protocol/index.ts'
import { SOPExecutionError } from './Stage.ts'

/** Signs digests with one key that never leaves it. viem's local accounts are such signers. */
export type Signer = {
  readonly address: `0x${string}`
  sign(parameters: { readonly hash: Hash.Hash }): Promise<`0x${string}`>
}

/** Signs the root in each of the four roles. Without a signer the proof stays unsigned, and says so by its nulls. */
export async function attest(proof: Proof.Proof, signer: Signer | null): Promise<Proof.Proof> {
  if (signer === null) return proof
  const address = Address.of(signer.address)
  const signatures = { ...proof.bundle.signatures }
  for (const role of Proof.roles) {
    const signature = await signer.sign({ hash: Proof.signingDigest(proof.bundle, role) })
    signatures[role] = { signer: address, signature: signature.toLowerCase() }
  }
  // One is enough to find a signer that holds another key than it says, and each costs milliseconds.
  const digest = Proof.signingDigest(proof.bundle, 'anchor')
  if (!Eip712.isSignedBy(address, digest, signatures.anchor!.signature)) {
    throw new SOPExecutionError('attest', 'FAILED', { reason: `the signer does not sign for ${address}.` })
  }
  return { ...proof, bundle: { ...proof.bundle, signatures } }
}
