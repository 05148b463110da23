import { privateKeyToAccount, sign } from 'viem/accounts'
import { sampleParts } from '../../local/samples/proof.ts'
import { Address, type Bytes, Json, Proof, Verification } from '../../protocol/index.ts'

/** Proofs to verify, to change and to sign. */
export const build = (...sample: Parameters<typeof sampleParts>): Proof.Proof =>
  Proof.buildPorBundle(sampleParts(...sample))
export const text = (proof: unknown): string => Json.canonical(proof)
export const codesOf = (proof: unknown) =>
  Verification.verifyPorBundle(proof).findings.map(({ code }) => code)
export const copy = (proof: Proof.Proof): Proof.Proof => JSON.parse(JSON.stringify(proof))

/** Signed by every role, each with a key of its own. */
export async function signAll(proof: Proof.Proof): Promise<Proof.Proof> {
  const signed = copy(proof)
  for (const [i, role] of Proof.roles.entries()) {
    const privateKey: Bytes.Hex = `0x${String(i + 1).padStart(64, '0')}`
    const signature = await sign({ hash: Proof.signingDigest(proof.bundle, role), privateKey, to: 'hex' })
    signed.bundle.signatures[role] = {
      signer: Address.of(privateKeyToAccount(privateKey).address),
      signature,
    }
  }
  return signed
}
