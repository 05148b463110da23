import type { Command } from 'commander'
import type { CycleOptions, Market } from '../../adapters/moltbook/index.ts'
import { Address, BaseError, Hash } from '../../protocol/index.ts'
import { outcomeName, statuses } from '../../services/chain/browser/names.ts'
import { type Actor, actor, getMarket, reader } from '../chain/marketState.ts'
import { findOwnMarket, openMarket, tryMarket } from '../chain/openMarket.ts'
import { type ChainOptions, defaultKeyEnv } from '../chain/options.ts'
import { parseAmount, wholeNumber } from '../chain/units.ts'
import { UsageError } from '../terminal/failure.ts'

export type ChainChoice = {
  readonly onchain?: boolean
  readonly network?: string
  readonly rpcUrl?: string
  readonly deployments?: string
}

export type OnChainOptions = ChainChoice & {
  readonly keyEnv: string
  readonly chainAccount?: bigint
  readonly reward?: string
}

/** For commands that look at a chain. */
export const chainChoice = (command: Command, meaning: string): Command =>
  command
    .option('--onchain', meaning)
    .option('--network <name>', 'with --onchain: a network of deployments/networks.json')
    .option('--rpc-url <url>', 'with --onchain: the node to talk to')
    .option('--deployments <folder>', 'with --onchain: where networks.json and <chainId>.json are')

/** For commands that write on one. */
export const chainOptions = (command: Command): Command =>
  chainChoice(command, 'create the same market on a chain, too, and link both')
    .option('--key-env <name>', 'with --onchain: the variable with your private key', defaultKeyEnv)
    .option('--chain-account <n>', 'with --onchain, on local chains: the n-th test key', wholeNumber)
    .option('--reward <ETH>', 'with --onchain: what the workers share')

/** Whoever forgot --onchain must not believe that a chain was asked, or a reward set out. */
export function checkChoice(options: ChainChoice & Partial<OnChainOptions>): void {
  if (options.onchain) return
  const words = {
    '--network': options.network,
    '--rpc-url': options.rpcUrl,
    '--deployments': options.deployments,
    '--chain-account': options.chainAccount,
    '--reward': options.reward,
  }
  for (const [word, value] of Object.entries(words))
    if (value !== undefined) throw new UsageError(`${word} is of use only with --onchain.`)
}

/** A market's place on a chain, before it is there. */
export type Twin = { open(): Promise<Market.OnChain> }

/**
 * Finds out whether the chain would take the market, before anything is posted. Opened, it is the one that is there, or else a new one: so a call that was cut
 * off may be repeated.
 */
export async function planTwin(options: OnChainOptions, question: string, deadline: number): Promise<Twin> {
  const { chainAccount, keyEnv } = options
  const account = chainAccount === undefined ? {} : { account: Number(chainAccount) }
  const me = await actor({ ...placeOf(options), keyEnv, ...account } satisfies ChainOptions)
  const reward = options.reward === undefined ? undefined : parseAmount(options.reward)
  const known = await findOwnMarket(me, question, deadline)
  if (known === null) await tryMarket(me, question, deadline, reward)
  return { open: () => openTwin(me, known, question, deadline, reward) }
}

async function openTwin(
  me: Actor,
  known: bigint | null,
  question: string,
  deadline: number,
  reward: bigint | undefined,
): Promise<Market.OnChain> {
  const place = { chain_id: me.chainId, contract: Address.of(me.market) }
  if (known !== null) return { ...place, market_id: String(known), transaction: null }
  const { marketId, receipt } = await openMarket(me, question, deadline, reward)
  return { ...place, market_id: String(marketId), transaction: Hash.of(receipt.transactionHash) }
}

const decided = ['Settled', 'Finalized', 'Invalid']

/** Reads what linked markets ended as; once a market is settled, its outcome cannot change any more. */
export async function twinReader(options: ChainChoice): Promise<NonNullable<CycleOptions['twin']>> {
  const here = await reader({ ...placeOf(options), keyEnv: defaultKeyEnv })
  return async ({ chain_id, contract, market_id }) => {
    if (chain_id !== here.chainId || contract !== here.market.toLowerCase())
      throw new OtherPlaceError(chain_id, contract)
    const { status, outcome } = await getMarket(here, BigInt(market_id))
    return decided.includes(statuses[status]!) ? outcomeName(outcome) : null
  }
}

function placeOf({ network, rpcUrl, deployments }: ChainChoice): Omit<ChainOptions, 'keyEnv'> {
  return {
    ...(network === undefined ? {} : { network }),
    ...(rpcUrl === undefined ? {} : { rpcUrl }),
    ...(deployments === undefined ? {} : { deployments }),
  }
}

export class OtherPlaceError extends BaseError {
  override readonly name = 'Market.OtherPlaceError'
  constructor(chainId: number, contract: string) {
    super(`Its twin is on chain ${chainId} at ${contract}, which is not where --onchain looks.`, {
      metaMessages: [
        'Give the chain with --network or --rpc-url, and the record of its contracts with --deployments.',
      ],
    })
  }
}
