import {
  createVerifiers,
  notaryOnChain,
  sourceKeysOnChain,
  type Verifiers,
} from '../../workers/source/index.ts'
import { addressIn } from './deployment.ts'
import type { Reader } from './marketState.ts'

/** What a chain can verify of evidence: signatures of registered sources, and hashes in the notary's log. */
export function verifiersOf({ client, chainId, deployment }: Reader): Verifiers {
  const has = (name: string) => deployment.contracts[name] !== undefined
  return createVerifiers({
    ...(has('SourceKeys')
      ? { sourceKeys: sourceKeysOnChain(client, chainId, addressIn(deployment, 'SourceKeys')) }
      : {}),
    ...(has('Notary') ? { notary: notaryOnChain(client, chainId, addressIn(deployment, 'Notary')) } : {}),
  })
}
