import { privateKeyToAccount } from 'viem/accounts'
import type { Attestation } from '../../../../adapters/participant/attested/Attestation.ts'
import { type ClaimPayload, claimHash, uriOf } from '../../../../adapters/participant/Subject.ts'
import { Address, Approval, Hash } from '../../../../protocol/index.ts'
import { scope, self } from '../helpers.ts'

const accounts = [1, 2, 3].map((n) => privateKeyToAccount(`0x${String(n).repeat(64)}`))
export const verifiers = accounts.map(({ address }) => Address.of(address))

export const now = 1_000_000
export const url = 'https://example.org/price'
export const body = `{"price":7,"at":${now}}`

/** A claim that the price was 7. */
export const claimOf = (changes: Partial<ClaimPayload> = {}, observed: object = {}): ClaimPayload => ({
  ...scope,
  sourceSpec: {
    sourceSpecId: 'price',
    sourceRef: url,
    extractor: { type: 'jsonpath', recipe: '$.price', time: { recipe: '$.at', format: 'seconds' } },
    freshnessSeconds: 300,
  },
  observation: {
    sourceSpecId: 'price',
    token: '',
    timestamp: now,
    extracted: '7',
    responseHash: Hash.ofText(body),
    evidenceURI: uriOf(Hash.ofText(body)),
    crawler: self,
    ...observed,
  },
  ...changes,
})

/** The signature of a verifier under a claim. */
export async function attestBy(
  index: number,
  claim: ClaimPayload,
  { expiresAt = now + 900, nonce = index } = {},
): Promise<Attestation> {
  const verifier = verifiers[index]!
  const { fundId, epochId } = claim
  const hash = Approval.digest({
    subjectType: 'CLAIM',
    subjectHash: claimHash(claim),
    fundId,
    epochId,
    verifier,
    expiresAt,
    nonce,
  })
  const signature = (await accounts[index]!.sign({ hash })).toLowerCase()
  return { verifier, expiresAt, nonce, signature }
}
