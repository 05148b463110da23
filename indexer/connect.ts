import { createPublicClient, type Hex, hexToString, keccak256, type PublicClient } from 'viem'
import { binaryMarketAbi, identityRegistryAbi, reputationRegistryAbi } from '../deployments/abi/index.ts'
import { Address, BaseError, Bytes, Endpoint } from '../protocol/index.ts'
import { at, getMarket, getParameters, getWorker } from '../services/chain/browser/market.ts'
import { kindOf, UnavailableError } from '../services/chain/connectChain.ts'
import type { RpcUrl, Told } from '../services/chain/Node.ts'
import { openNodes } from '../services/chain/openNodes.ts'
import { isRevert } from '../services/chain/reads.ts'
import type { AgentView, Block, Chain, Contracts, Log } from './Chain.ts'
import { selectorsOf } from './Event.ts'

export type ConnectOptions = {
  /** One node, or several: where one fails, the next is asked. */
  readonly rpcUrl: RpcUrl
  readonly chainId: number
  readonly market: Hex
  readonly bets: Hex | null
  readonly sourceKeys: Hex | null
  readonly conditions: Hex | null
  readonly timeoutMs?: number
  readonly told?: Told
}

/** Bytes of calls that one question to the node takes. */
const batchSize = 4_096

/** A chain by its RPC URL, which may hold a key and therefore appears in no error. */
export async function connect(options: ConnectOptions): Promise<Chain> {
  const { chainId, timeoutMs = 10_000, told } = options
  const market = Address.of(options.market)
  const client = createPublicClient({
    transport: openNodes(options.rpcUrl, { chainId, timeoutMs, ...(told === undefined ? {} : { told }) }),
    batch: { multicall: { deployless: true, batchSize } },
    cacheTime: 0,
  })
  const asking =
    <input extends readonly unknown[], result>(call: (...args: input) => Promise<result>) =>
    async (...args: input): Promise<result> => {
      try {
        return await call(...args)
      } catch (error) {
        if (error instanceof BaseError) throw error
        throw new UnavailableError(kindOf(error))
      }
    }
  const named = (functionName: 'identities' | 'reputations') =>
    client.readContract({ ...at(market), functionName })
  const [identities, reputation] = await asking(() =>
    Promise.all([named('identities'), named('reputations')]),
  )()
  const contracts: Contracts = {
    market,
    identities: Address.of(identities),
    reputation: Address.of(reputation),
    bets: addressOrNull(options.bets),
    sourceKeys: addressOrNull(options.sourceKeys),
    conditions: addressOrNull(options.conditions),
  }
  const reads = reader(client, contracts)
  return {
    chainId,
    market,
    contracts,
    genesis: asking(reads.genesis),
    head: asking(reads.head),
    blockAt: asking(reads.blockAt),
    logs: asking(logReader(client, contracts)),
    readMarket: asking(reads.readMarket),
    readSeats: asking(reads.readSeats),
    readAgent: asking(reads.readAgent),
    parameters: asking(() => getParameters({ client, market })),
    betTerms: asking(reads.betTerms),
    missing: asking(reads.missing),
    codeHash: asking(reads.codeHash),
  }
}

const addressOrNull = (text: Hex | null) => (text === null ? null : Address.of(text))

/** All events in one question; a node that does not tell the time of a block with its logs is asked for it once. */
function logReader(client: PublicClient, contracts: Contracts): Chain['logs'] {
  const { market, reputation, identities, bets, sourceKeys, conditions } = contracts
  const address = [market, reputation, identities, bets, sourceKeys, conditions].filter((one) => one !== null)
  const topics = [
    ...new Set(
      (['market', 'reputation', 'identities', 'bets', 'source_keys', 'conditions'] as const).flatMap(
        selectorsOf,
      ),
    ),
  ]
  return async (from, to) => {
    const hex = (block: number): Hex => `0x${block.toString(16)}`
    const raw = (await client.request({
      method: 'eth_getLogs',
      params: [{ address, topics: [topics], fromBlock: hex(from), toBlock: hex(to) }],
    })) as unknown as readonly Raw[]
    const times = new Map<Hex, Promise<number>>()
    const timeOf = ({ blockHash, blockTimestamp }: Raw): Promise<number> | number => {
      if (typeof blockTimestamp === 'string') return Number(blockTimestamp)
      const known = times.get(blockHash)
      if (known !== undefined) return known
      const asked = client.getBlock({ blockHash }).then(({ timestamp }) => Number(timestamp))
      times.set(blockHash, asked)
      return asked
    }
    const logs = await Promise.all(
      raw.map(
        async (one): Promise<Log> => ({
          address: Address.of(one.address),
          topics: one.topics,
          data: one.data,
          block: Number(one.blockNumber),
          blockHash: one.blockHash,
          time: await timeOf(one),
          log: Number(one.logIndex),
          transaction: one.transactionHash,
        }),
      ),
    )
    return logs.sort((a, b) => a.block - b.block || a.log - b.log)
  }
}

type Raw = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly blockNumber: Hex
  readonly blockHash: Hex
  readonly blockTimestamp?: Hex
  readonly logIndex: Hex
  readonly transactionHash: Hex
}

function reader(client: PublicClient, contracts: Contracts) {
  const { market, bets } = contracts
  const toBlock = (block: { number: bigint; hash: string; timestamp: bigint }): Block => ({
    number: Number(block.number),
    hash: block.hash,
    time: Number(block.timestamp),
  })
  return {
    genesis: async () => (await client.getBlock({ blockNumber: 0n })).hash as string,
    head: async () => toBlock(await client.getBlock({ blockTag: 'latest' })),
    async blockAt(number: number): Promise<Block | null> {
      try {
        return toBlock(await client.getBlock({ blockNumber: BigInt(number) }))
      } catch (error) {
        if (error instanceof Error && error.name === 'BlockNotFoundError') return null
        throw error
      }
    },
    readMarket: (marketId: number, block: number) =>
      orNull(getMarket({ client, market }, BigInt(marketId), BigInt(block))),
    async readSeats(marketId: number, seats: readonly number[], block: number) {
      const found = await Promise.all(
        seats.map((seat) => orNull(getWorker({ client, market }, BigInt(marketId), seat, BigInt(block)))),
      )
      return found.flatMap((one, i) => (one === null ? [] : [{ ...one, seat: seats[i]! }]))
    },
    readAgent: (agentId: number, block: number) =>
      readAgent(client, contracts, BigInt(agentId), BigInt(block)),
    async betTerms() {
      if (bets === null) return null
      const about = { address: bets, abi: binaryMarketAbi } as const
      const [token, unitsPerEther, closingMargin, maxBetsBps] = await Promise.all([
        client.readContract({ ...about, functionName: 'token' }),
        client.readContract({ ...about, functionName: 'unitsPerEther' }),
        client.readContract({ ...about, functionName: 'closingMargin' }),
        client.readContract({ ...about, functionName: 'maxBetsBps' }),
      ])
      return { token, unitsPerEther, closingMargin: Number(closingMargin), maxBetsBps: Number(maxBetsBps) }
    },
    async missing() {
      const names = await client.readContract({ ...at(market), functionName: 'missing' })
      return names.map((name) => hexToString(name, { size: 32 }).replaceAll('\0', ''))
    },
    async codeHash(address: Hex) {
      const code = await client.getCode({ address })
      return code === undefined || code === '0x' ? null : keccak256(code)
    },
  }
}

async function readAgent(
  client: PublicClient,
  { identities, reputation }: Contracts,
  id: bigint,
  blockNumber: bigint,
): Promise<AgentView> {
  const registry = { address: identities, abi: identityRegistryAbi, blockNumber } as const
  const record = { address: reputation, abi: reputationRegistryAbi, blockNumber, args: [id] } as const
  const [owner, wallet, uri, a2a, sums, factorBps] = await Promise.all([
    orNull(client.readContract({ ...registry, functionName: 'ownerOf', args: [id] })),
    orNull(client.readContract({ ...registry, functionName: 'getAgentWallet', args: [id] })),
    orNull(client.readContract({ ...registry, functionName: 'tokenURI', args: [id] })),
    orNull(
      client.readContract({ ...registry, functionName: 'getMetadata', args: [id, Endpoint.metadataKey] }),
    ),
    client.readContract({ ...record, functionName: 'reputationOf' }),
    client.readContract({ ...record, functionName: 'factorOf' }),
  ])
  const isKnown = owner !== null && uri !== null && a2a !== null
  return {
    registration: isKnown
      ? {
          owner: Address.of(owner),
          wallet: Address.of(wallet ?? owner),
          uri,
          a2a: Bytes.fromHex(a2a),
        }
      : null,
    reputation: sums,
    factorBps,
  }
}

/** Null where a contract refused: what was asked for is not there. */
async function orNull<value>(asking: Promise<value>): Promise<value | null> {
  try {
    return await asking
  } catch (error) {
    if (isRevert(error)) return null
    throw error
  }
}
