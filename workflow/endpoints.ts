import type { Runtime } from '@chainlink/cre-sdk'
import { type Hex, hexToString } from 'viem'
import { identityRegistryAbi } from '../deployments/abi/IdentityRegistry.ts'
import { Endpoint, type Round } from '../protocol/index.ts'
import { read, readMarket } from './chain.ts'
import type { Config } from './config.ts'

/** Where workers listen, by what they have registered on-chain; null for one that has registered nothing usable. */
export function endpointsOf(
  runtime: Runtime<Config>,
  workers: readonly Pick<Round.Worker, 'agentId'>[],
): (string | null)[] {
  if (workers.length === 0) return []
  const registry = readMarket(runtime, 'identities', [])()
  const { isLocal } = runtime.config
  return workers
    .map(({ agentId }) =>
      read(runtime, identityRegistryAbi, registry, 'getMetadata', [BigInt(agentId), Endpoint.metadataKey]),
    )
    .map((pending) => {
      try {
        return Endpoint.read(hexToString(pending() as Hex), { isLocal })
      } catch {
        // A registry of others may revert where nothing is set; a metadata value may be no text.
        return null
      }
    })
}
