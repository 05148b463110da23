import { createPublicClient, type Hex, BaseError as ViemError } from 'viem'
import { Address, BaseError } from '../../protocol/index.ts'
import { at, getMarket, getParameters } from './browser/market.ts'
import { statuses } from './browser/names.ts'
import { readRound as readRoundOf } from './browser/readRound.ts'
import type { FullChain, Head, RoundView } from './Chain.ts'
import { eventReader } from './events.ts'
import { OtherChainError, type RpcUrl, type Told } from './Node.ts'
import { openNodes } from './openNodes.ts'
import { agentReader, isRevert, readStanding } from './reads.ts'

export { OtherChainError }

/** Where a chain is reached, and which market contract is read there. */
export type ChainOptions = {
  /** One node, or several: where one fails, the next is asked. */
  readonly rpcUrl: RpcUrl
  readonly market: Hex
  readonly chainId: number
  readonly timeoutMs?: number
  /** So many nodes must agree on what the contract says. */
  readonly quorum?: number
  /** Told of each call, and of what nodes did wrong. */
  readonly told?: Told
}

/** Bytes of calls that one question to the node takes: some forty reads, far below what nodes refuse. */
const batchSize = 4_096

/**
 * A chain by its RPC URL, which may hold a key and therefore appears in no error. What is asked of contracts in the same moment is
 * one question to the node, on chains without a Multicall3 too: it travels with the question.
 */
export function connectChain(options: ChainOptions): FullChain {
  const { rpcUrl, chainId } = options
  const market = Address.of(options.market)
  const client = createPublicClient({
    transport: openNodes(rpcUrl, options),
    batch: { multicall: { deployless: true, batchSize } },
    // A block number that is remembered would be asked for in vain.
    cacheTime: 0,
  })
  const contract = { client, market }

  async function ask<result>(call: () => Promise<result>): Promise<result> {
    try {
      return await call()
    } catch (error) {
      const own = ownError(error)
      if (own !== null) throw own
      if (isOtherForm(error)) throw new OtherContractError(market)
      throw new UnavailableError(kindOf(error))
    }
  }

  /** Fixed when the contract was deployed, so read once. */
  let parameters: Awaited<ReturnType<typeof getParameters>> | undefined
  /** Whoever wants to know it in the same moment joins the one question. */
  let heading: Promise<Head> | null = null
  function head(): Promise<Head> {
    heading ??= ask(async () => {
      const { number, hash, timestamp } = await client.getBlock({ blockTag: 'latest' })
      return { number: number!, hash: hash!, timestamp: Number(timestamp) }
    }).finally(() => {
      heading = null
    })
    return heading
  }

  async function readRound(marketId: number): Promise<RoundView | null> {
    try {
      return await readRoundOf({ ...contract, chainId }, marketId)
    } catch (error) {
      if (isRevert(error)) return null
      throw error
    }
  }

  /** Pool and stakes of all markets that wait, by their ids. */
  async function pendingValues(): Promise<Map<number, bigint>> {
    const found = new Map<number, bigint>()
    let cursor = 0n
    do {
      const [ids, values, next] = await client.readContract({
        ...at(market),
        functionName: 'pendingMarkets',
        args: [cursor, 500n],
      })
      for (const [i, id] of ids.entries()) found.set(Number(id), values[i]!)
      cursor = next
    } while (cursor !== 0n)
    return found
  }

  const { eventsBetween, requestedBetween, findReport } = eventReader(client, market)
  const readAgent = agentReader(client, market)

  return {
    chainId,
    market,
    readRound: (marketId) => ask(() => readRound(marketId)),
    head,
    hashOf: (block) =>
      ask(async () => {
        try {
          return (await client.getBlock({ blockNumber: block })).hash
        } catch (error) {
          if (error instanceof Error && error.name === 'BlockNotFoundError') return null
          throw error
        }
      }),
    requestedBetween: (from, to) => ask(() => requestedBetween(from, to)),
    pending: () => ask(async () => [...(await pendingValues()).keys()]),
    eventsBetween: (from, to) => ask(() => eventsBetween(from, to)),
    findReport: (marketId, round, from) => ask(() => findReport(marketId, round, from)),
    pendingValues: () => ask(pendingValues),
    readStanding: (marketId, block) => ask(() => readStanding(contract, marketId, block)),
    isFinal: (marketId) =>
      ask(async () => finals.has(statuses[(await getMarket(contract, BigInt(marketId))).status]!)),
    async readParameters() {
      parameters ??= await ask(() => getParameters(contract))
      return { ...parameters, resolutionTimeout: Number(parameters.resolutionTimeout) }
    },
    readAgent: (agentId) => ask(() => readAgent(agentId)),
  }
}

const finals: ReadonlySet<string> = new Set(['Finalized', 'Invalid'])
/** An error of ours, however deep viem has wrapped it. */
const ownError = (error: unknown): BaseError | null => {
  if (error instanceof BaseError) return error
  const found = error instanceof ViemError ? error.walk((cause) => cause instanceof BaseError) : null
  return found as BaseError | null
}

/** The innermost name only: messages of the library repeat the URL. */
export function kindOf(error: unknown): string {
  if (!(error instanceof ViemError)) return error instanceof Error ? error.name : 'unknown'
  const inner = error.walk()
  return inner instanceof Error ? inner.name : error.name
}

/** What a contract answers that has the function, but returns something else. */
const otherForms: ReadonlySet<string> = new Set([
  'AbiDecodingDataSizeTooSmallError',
  'InvalidBytesBooleanError',
  'PositionOutOfBoundsError',
])

const isOtherForm = (error: unknown): boolean =>
  error instanceof ViemError &&
  error.walk((cause) => cause instanceof Error && otherForms.has(cause.name)) !== null

export class UnavailableError extends BaseError {
  override readonly name = 'Chain.UnavailableError'
  constructor(kind: string) {
    super(`The chain cannot be asked (${kind}).`, {
      metaMessages: ['Check the RPC URL of the config, and that a node answers there.'],
    })
  }
}

export class OtherContractError extends BaseError {
  override readonly name = 'Chain.OtherContractError'
  constructor(market: string) {
    super(`The contract ${market} is not a market of this version.`, {
      metaMessages: [
        'Correct `market` in the config.',
        'A market contract of the first edition is read by cresolver 0.1; deploy a new one to go on with this version.',
      ],
    })
  }
}
