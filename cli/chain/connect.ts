import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  type PublicClient,
  type Transport,
  type WalletClient,
} from 'viem'
import { BaseError } from '../../protocol/index.ts'
import { UsageError } from '../terminal/failure.ts'
import { type Account, signer } from './account.ts'
import { addressIn, type Deployment, NotDeployedError, readDeployment } from './deployment.ts'
import { FirstEditionError, isFirstEdition } from './edition.ts'
import { asChainError } from './failure.ts'
import { defaultFolder, findNetwork, isLocal, type Network, readNetworks, urlOf } from './networks.ts'
import type { ChainOptions } from './options.ts'

/** A node that answers, on the chain that was meant. */
export type Connection = {
  readonly client: PublicClient<Transport, Chain>
  readonly chainId: number
  readonly isLocal: boolean
  readonly folder: string
  readonly networkName: string
  readonly network: Network
}

/** The same with somebody who signs. */
export type Signed = Connection & {
  readonly account: Account
  readonly wallet: WalletClient<Transport, Chain, Account>
}

/** The same where the contracts stand. */
export type DeployedMarket = { readonly deployment: Deployment; readonly market: Address }

export async function connect(options: ChainOptions): Promise<Connection> {
  const folder = options.deployments ?? defaultFolder
  const named = options.network ?? (options.rpcUrl === undefined ? 'localhost' : undefined)
  const configured = named === undefined ? undefined : findNetwork(folder, named)
  const url = options.rpcUrl ?? urlOf(named!, configured!)
  if (!/^https?:\/\//.test(url)) throw new UsageError('The RPC URL must start with http:// or https://.')
  const chainId = await idOf(url)
  const [networkName, network] =
    configured === undefined ? networkById(folder, chainId) : ([named!, configured] as const)
  const isExpected = network.chainId === undefined ? isLocal(chainId) : network.chainId === chainId
  if (configured !== undefined && !isExpected) throw new OtherChainError(networkName, chainId)
  const chain = chainOf(chainId, networkName, url)
  const client = createPublicClient({ chain, transport: http(url), ...pace(chainId) })
  return { client, chainId, isLocal: isLocal(chainId), folder, networkName, network }
}

/** A local chain answers at once, so waiting a second for each receipt would only cost time. */
const pace = (chainId: number) => (isLocal(chainId) ? { pollingInterval: 50 } : {})

async function idOf(url: string): Promise<number> {
  try {
    return await createPublicClient({ transport: http(url, { retryCount: 1 }) }).getChainId()
  } catch (error) {
    throw asChainError(error)
  }
}

const networkById = (folder: string, chainId: number): readonly [string, Network] =>
  Object.entries(readNetworks(folder)).find(([, { chainId: id }]) => id === chainId) ?? [
    isLocal(chainId) ? 'localhost' : `chain ${chainId}`,
    {},
  ]

const chainOf = (id: number, name: string, url: string): Chain =>
  defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

export async function connectSigned(options: ChainOptions): Promise<Signed> {
  const connection = await connect(options)
  const account = signer(connection.chainId, options)
  const { chain, transport } = connection.client
  const wallet = createWalletClient({
    account,
    chain,
    transport: http(transport.url as string),
    ...pace(connection.chainId),
  })
  return { ...connection, account, wallet }
}

/** Where the contracts stand on this chain, by the record and by the chain itself. */
export async function standing({ client, chainId, folder }: Connection): Promise<DeployedMarket> {
  const deployment = readDeployment(folder, chainId)
  if (deployment === undefined) throw new NotDeployedError(chainId)
  const market = addressIn(deployment, 'CREsolverMarket')
  const code = await client.getCode({ address: market }).catch((error) => {
    throw asChainError(error)
  })
  if (code === undefined) throw new NotDeployedError(chainId)
  if (isFirstEdition(deployment)) throw new FirstEditionError(chainId, market)
  return { deployment, market }
}

/** The chain's own time: local chains are warped, so the machine's clock says nothing. */
export const now = async ({ client }: Connection): Promise<number> =>
  Number((await client.getBlock({ blockTag: 'latest' })).timestamp)

export class OtherChainError extends BaseError {
  override readonly name = 'Chain.OtherChainError'
  constructor(network: string, chainId: number) {
    super(`The node of ${network} answers for chain ${chainId}.`, {
      metaMessages: ['Check the RPC URL, and `chainId` in deployments/networks.json.'],
    })
  }
}
