import type { Runtime } from '@chainlink/cre-sdk'
import { type Hex, hexToString } from 'viem'
import { identityRegistryAbi } from '../deployments/abi/IdentityRegistry.ts'
import { Endpoint, type Round, WorkerToken } from '../protocol/index.ts'
import { read, readMarket } from './chain.ts'
import type { Config } from './config.ts'

/** Where a worker listens, and what it is shown of who calls. */
export type Callee = { readonly endpoint: string; readonly token: string | null }

/** Workers to call, by what they have registered on-chain; null for one that has registered nothing usable. */
export function calleesOf(
  runtime: Runtime<Config>,
  workers: readonly Pick<Round.Worker, 'agentId'>[],
): (Callee | null)[] {
  const endpoints = endpointsOf(runtime, workers)
  if (endpoints.every((endpoint) => endpoint === null)) return endpoints.map(() => null)
  const { workerTokenSecret: id } = runtime.config
  const secret = id === undefined ? null : runtime.getSecret({ id }).result().value
  return endpoints.map((endpoint, i) =>
    endpoint === null
      ? null
      : { endpoint, token: secret === null ? null : WorkerToken.of(secret, workers[i]!.agentId) },
  )
}

function endpointsOf(
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
