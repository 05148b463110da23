import { attestedClaims, Weights } from '../../adapters/participant/index.ts'
import { Claim } from '../../protocol/index.ts'
import {
  createVerifiers,
  notaryOnChain,
  sourceKeysOnChain,
  type VerifierOptions,
  type Verifiers,
} from '../../workers/source/index.ts'
import { addressIn } from './deployment.ts'
import type { Reader } from './marketState.ts'

/** What the words of agents must count together, where nobody says otherwise. */
const threshold = 10_000

/**
 * What a chain can verify of evidence: signatures of registered sources, hashes in the notary's log, and who attests claims;
 * beside the means that are there without it.
 */
export function verifiersOf({ client, chainId, deployment }: Reader, means: VerifierOptions = {}): Verifiers {
  const has = (name: string) => deployment.contracts[name] !== undefined
  const attestations = () => {
    const identity = addressIn(deployment, 'IdentityRegistry')
    const reputation = addressIn(deployment, 'ReputationRegistry')
    const fundId = Claim.fundOf(chainId, addressIn(deployment, 'CREsolverMarket'))
    return attestedClaims({ fundId, threshold, weightOf: Weights.onChain(client, { identity, reputation }) })
  }
  return createVerifiers({
    ...means,
    ...(has('SourceKeys')
      ? { sourceKeys: sourceKeysOnChain(client, chainId, addressIn(deployment, 'SourceKeys')) }
      : {}),
    ...(has('Notary') ? { notary: notaryOnChain(client, chainId, addressIn(deployment, 'Notary')) } : {}),
    ...(has('IdentityRegistry') && has('ReputationRegistry') ? { attestations: attestations() } : {}),
  })
}
