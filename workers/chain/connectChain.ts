import {
  type Address,
  ContractFunctionRevertedError,
  createPublicClient,
  http,
  BaseError as ViemError,
} from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { BaseError } from '../../protocol/index.ts'
import type { Chain, RoundView } from './Chain.ts'

const requested = 2
/** The contract gives at most 16 workers a read. */
const page = 16

export type ChainOptions = {
  readonly rpcUrl: string
  readonly market: Address
  readonly chainId: number
  readonly timeoutMs?: number
}

/** A chain by its RPC URL, which may hold a key and therefore appears in no error. */
export function connectChain(options: ChainOptions): Chain {
  const { rpcUrl, chainId, timeoutMs = 5_000 } = options
  const market = options.market.toLowerCase() as Address
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 2, retryDelay: 200 }),
  })
  const contract = { address: market, abi: cresolverMarketAbi } as const
  let isChecked = false

  /** A node that was switched to another chain must not make this agent sign for that one. */
  async function check(): Promise<void> {
    if (isChecked) return
    const actual = await client.getChainId()
    if (actual !== chainId) throw new OtherChainError(chainId, actual)
    isChecked = true
  }

  async function ask<result>(call: () => Promise<result>): Promise<result> {
    try {
      await check()
      return await call()
    } catch (error) {
      if (error instanceof BaseError) throw error
      isChecked = false
      throw new UnavailableError(kindOf(error))
    }
  }

  const readPage = (marketId: number, from: number) =>
    client.readContract({
      ...contract,
      functionName: 'getRound',
      args: [BigInt(marketId), BigInt(from), BigInt(page)],
    })

  async function readRound(marketId: number): Promise<RoundView | null> {
    try {
      const [status, round, createdAt, deadline, , , n, question, first] = await readPage(marketId, 0)
      const workers = [...first]
      while (workers.length < n) {
        const [, , , , , , , , more] = await readPage(marketId, workers.length)
        if (more.length === 0) break
        workers.push(...more)
      }
      return {
        chainId,
        market,
        marketId,
        round,
        question,
        deadline: Number(deadline),
        createdAt: Number(createdAt),
        isAsked: status === requested,
        workers: workers.map(({ agentId, signer }) => ({
          agentId: Number(agentId),
          signer: signer.toLowerCase(),
        })),
      }
    } catch (error) {
      if (isRevert(error)) return null
      throw error
    }
  }

  return {
    chainId,
    market,
    readRound: (marketId) => ask(() => readRound(marketId)),
    head: () =>
      ask(async () => {
        const { number, timestamp } = await client.getBlock({ blockTag: 'latest' })
        return { number: number!, timestamp: Number(timestamp) }
      }),
    hashOf: (block) =>
      ask(async () => {
        try {
          return (await client.getBlock({ blockNumber: block })).hash
        } catch (error) {
          if (error instanceof Error && error.name === 'BlockNotFoundError') return null
          throw error
        }
      }),
    requestedBetween: (from, to) =>
      ask(async () => {
        const logs = await client.getContractEvents({
          ...contract,
          eventName: 'ResolutionRequested',
          fromBlock: from,
          toBlock: to,
          strict: true,
        })
        return [...new Set(logs.map(({ args }) => Number(args.marketId)))]
      }),
    pending: () =>
      ask(async () => {
        const found: number[] = []
        let cursor = 0n
        do {
          const [ids, , next] = await client.readContract({
            ...contract,
            functionName: 'pendingMarkets',
            args: [cursor, 500n],
          })
          found.push(...ids.map(Number))
          cursor = next
        } while (cursor !== 0n)
        return found
      }),
  }
}

const isRevert = (error: unknown): boolean =>
  error instanceof ViemError && error.walk((cause) => cause instanceof ContractFunctionRevertedError) !== null

/** The innermost name only: messages of the library repeat the URL. */
function kindOf(error: unknown): string {
  if (!(error instanceof ViemError)) return error instanceof Error ? error.name : 'unknown'
  const inner = error.walk()
  return inner instanceof Error ? inner.name : error.name
}

export class UnavailableError extends BaseError {
  override readonly name = 'Chain.UnavailableError'
  constructor(kind: string) {
    super(`The chain cannot be asked (${kind}).`, {
      metaMessages: ['Check the RPC URL of the config, and that a node answers there.'],
    })
  }
}

export class OtherChainError extends BaseError {
  override readonly name = 'Chain.OtherChainError'
  constructor(expected: number, actual: number) {
    super(`The node is on chain ${actual}, but the config says ${expected}.`, {
      metaMessages: ['Correct `chainId` or `rpcUrl` in the config.'],
    })
  }
}
