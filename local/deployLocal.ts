import { type Address, encodeFunctionData } from 'viem'
import { connectSigned } from '../cli/chain/connect.ts'
import { addressIn } from '../cli/chain/deployment.ts'
import { localDon, nodeAddresses } from '../cli/chain/localDon.ts'
import { type Reader, reader } from '../cli/chain/marketState.ts'
import { defaultKeyEnv } from '../cli/chain/options.ts'
import type { Changes } from '../cli/deploy/parameters.ts'
import { run } from '../cli/deploy/run.ts'
import { keystoneForwarderAbi } from '../deployments/abi/index.ts'
import type { LocalChain } from './startChain.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { transact } from './transact.ts'

/** The contracts on a local chain, with their record in a folder of its own. */
export type LocalPlace = Reader & {
  readonly folder: string
  at(name: string): Address
  /** Takes the folder away. */
  forget(): void
}

export const deployer = 0

export type Options = {
  readonly nodes?: number
  readonly parameters?: Changes
  /** Who has the last word; nobody unless told. */
  readonly arbiter?: Address
  /** Instead: an ERC-792 arbitrator that stands already. */
  readonly arbitrator?: Address
}

/** Deploys everything as `cresolver deploy` does, and tells the forwarder which nodes sign. */
export async function deployLocal(
  chain: LocalChain,
  { nodes = 4, parameters = {}, arbiter, arbitrator }: Options = {},
): Promise<LocalPlace> {
  const folder = temporaryFolder('local')
  const options = { rpcUrl: chain.url, deployments: folder.path, keyEnv: defaultKeyEnv, account: deployer }
  const signed = await connectSigned(options)
  const network = {
    ...signed.network,
    ...(arbiter === undefined ? {} : { arbiter }),
    ...(arbitrator === undefined ? {} : { arbitrator }),
    parameters: { ...signed.network.parameters, ...parameters },
  }
  await run({ ...signed, network }, { simulation: false, replace: false, dryRun: false, tell: () => {} })
  const place = await reader(options)
  const at = (name: string) => addressIn(place.deployment, name)
  const here = { ...place, folder: folder.path, at, forget: folder.remove }
  if (nodes !== localDon.nodes) await enrol(chain, here, nodes)
  return here
}

/** How many faulty nodes so many bear. */
export const faultyOf = (nodes: number): number => Math.floor((nodes - 1) / 3)

/** Tells the forwarder which nodes sign from now on. */
export async function enrol(chain: LocalChain, place: LocalPlace, nodes: number): Promise<void> {
  const { donId, configVersion } = localDon
  const args = [donId, configVersion, faultyOf(nodes), nodeAddresses(nodes)] as const
  const data = encodeFunctionData({ abi: keystoneForwarderAbi, functionName: 'setConfig', args })
  await transact(chain, deployer, { to: place.at('KeystoneForwarder'), data })
}
