import type { Command } from 'commander'
import type { Market } from '../../workers/moltbook/index.ts'
import { actor } from '../chain/marketState.ts'
import { findOwnMarket, openMarket } from '../chain/openMarket.ts'
import { type ChainOptions, defaultKeyEnv } from '../chain/options.ts'
import { parseAmount, wholeNumber } from '../chain/units.ts'

export type OnChainOptions = {
  readonly onchain?: boolean
  readonly network?: string
  readonly rpcUrl?: string
  readonly deployments?: string
  readonly keyEnv: string
  readonly chainAccount?: bigint
  readonly reward?: string
}

export const chainOptions = (command: Command): Command =>
  command
    .option('--onchain', 'create the same market on a chain, too, and link both')
    .option('--network <name>', 'with --onchain: a network of deployments/networks.json')
    .option('--rpc-url <url>', 'with --onchain: the node to talk to')
    .option('--deployments <folder>', 'with --onchain: where networks.json and <chainId>.json are')
    .option('--key-env <name>', 'with --onchain: the variable with your private key', defaultKeyEnv)
    .option('--chain-account <n>', 'with --onchain, on local chains: the n-th test key', wholeNumber)
    .option('--reward <ETH>', 'with --onchain: what the workers share')

/** The market's twin on a chain: the one that is there, or else a new one. So a call that was cut off may be repeated. */
export async function openOnChain(
  options: OnChainOptions,
  question: string,
  deadline: number,
): Promise<Market.OnChain> {
  const { chainAccount, network, rpcUrl, deployments, keyEnv } = options
  const me = await actor({
    keyEnv,
    ...(network === undefined ? {} : { network }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
    ...(deployments === undefined ? {} : { deployments }),
    ...(chainAccount === undefined ? {} : { account: Number(chainAccount) }),
  } satisfies ChainOptions)
  const place = { chain_id: me.chainId, contract: me.market.toLowerCase() }
  const known = await findOwnMarket(me, question, deadline)
  if (known !== null) return { ...place, market_id: String(known), transaction: null }
  const reward = options.reward === undefined ? undefined : parseAmount(options.reward)
  const { marketId, receipt } = await openMarket(me, question, deadline, reward)
  return { ...place, market_id: String(marketId), transaction: receipt.transactionHash }
}
