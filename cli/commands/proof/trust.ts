import { readConfigFile } from '../../../services/http/ServiceConfig.ts'
import type { Options as Means } from '../../../workers/sentinel/index.ts'
import { attestationOf, createVerifiers, meansOf, trust } from '../../../workers/source/index.ts'
import { reader } from '../../chain/marketState.ts'
import { type ChainOptions, defaultKeyEnv } from '../../chain/options.ts'
import { verifiersOf } from '../../chain/verifiers.ts'
import { asUsage } from '../../terminal/service.ts'

export type TrustOptions = Pick<ChainOptions, 'network' | 'rpcUrl' | 'deployments'> & {
  /** A file that says whom to believe. */
  readonly trust?: string
}

/** What origins and attestations can be checked with: whom the operator believes, and what the chain holds. */
export async function meansFrom(options: TrustOptions): Promise<Pick<Means, 'verifiers' | 'attestation'>> {
  const { trust: file, network, rpcUrl, deployments } = options
  const believed = file === undefined ? trust.parse({}) : readTrust(file)
  const asksChain = network !== undefined || rpcUrl !== undefined || deployments !== undefined
  const means = meansOf(believed)
  return {
    verifiers: asksChain
      ? verifiersOf(await reader({ ...options, keyEnv: defaultKeyEnv }), means)
      : createVerifiers(means),
    attestation: attestationOf(believed),
  }
}

const readTrust = (file: string) =>
  asUsage(() => {
    const { folder: _, ...believed } = readConfigFile(trust, { file, examples: 'docs/sources.md' })
    return believed
  })
