import { isAddress, zeroAddress } from 'viem'
import type { ChainConfig } from '../../../don/capabilities/evm.ts'
import { signer } from '../../chain/account.ts'
import { connect } from '../../chain/connect.ts'
import { readDeployment } from '../../chain/deployment.ts'
import { chainSelector, transmitter } from '../../chain/localDon.ts'
import { defaultKeyEnv } from '../../chain/options.ts'
import { UsageError } from '../../terminal/failure.ts'

export type ChainChoice = {
  readonly network?: string
  readonly rpcUrl?: string
  readonly chainSelector?: string
  readonly forwarder?: string
  readonly deployments?: string
  readonly keyEnv?: string
}

/** CRE's numbers for chains that are likely here; others are given by hand. */
const selectors: Readonly<Record<number, string>> = { 31337: chainSelector, 11155111: '16015286601757825753' }

/** The chain that a workflow reads and writes, by selector; none if none is named. */
export async function chainsOf(options: ChainChoice): Promise<ReadonlyMap<string, ChainConfig>> {
  const { network, rpcUrl, forwarder: named } = options
  if (network === undefined && rpcUrl === undefined) return new Map()
  const keyEnv = options.keyEnv ?? defaultKeyEnv
  const { client, chainId, folder, isLocal } = await connect({ ...options, keyEnv })
  const selector = options.chainSelector ?? selectors[chainId]
  if (selector === undefined || !/^\d{1,20}$/.test(selector))
    throw new UsageError(`Chain ${chainId} needs its CRE selector.`, {
      metaMessages: ['Give --chain-selector, a whole number.'],
    })
  if (named !== undefined && !isAddress(named)) throw new UsageError('--forwarder is no address.')
  if (named === zeroAddress)
    throw new UsageError('--forwarder is the zero address, where nothing is.', {
      metaMessages: ['Name the one that `cresolver deploy` shows, or leave it out.'],
    })
  const forwarder =
    named ?? readDeployment(folder, chainId)?.contracts.KeystoneForwarder?.address ?? zeroAddress
  const hasKey = (process.env[keyEnv] ?? '') !== ''
  const account = signer(chainId, { keyEnv, account: isLocal && !hasKey ? transmitter : undefined })
  return new Map([
    [selector, { rpcUrl: client.transport.url as string, chainId, forwarder, transmitter: account }],
  ])
}
