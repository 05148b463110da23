import { type Address, createPublicClient, http, BaseError as ViemError } from 'viem'
import { cresolverMarketAbi } from '../../deployments/abi/index.ts'
import { BaseError, type Bytes } from '../../protocol/index.ts'
import type { FullChain, RoundView } from './Chain.ts'
import { eventReader } from './events.ts'
import { agentReader, isRevert, readParameters, readStanding } from './reads.ts'

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
export function connectChain(options: ChainOptions): FullChain {
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
      const [status, round, createdAt, deadline, requestedAt, now, n, question, first] = await readPage(
        marketId,
        0,
      )
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
        requestedAt: Number(requestedAt),
        now: Number(now),
        workers: workers.map(({ agentId, signer, factorBps }) => ({
          agentId: Number(agentId),
          signer: signer.toLowerCase() as Bytes.Hex,
          factorBps,
        })),
      }
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
        ...contract,
        functionName: 'pendingMarkets',
        args: [cursor, 500n],
      })
      for (const [i, id] of ids.entries()) found.set(Number(id), values[i]!)
      cursor = next
    } while (cursor !== 0n)
    return found
  }

  const { eventsBetween, findReport } = eventReader(client, market)
  const readAgent = agentReader(client, market)

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
    requestedBetween: (from, to) => ask(async () => (await eventsBetween(from, to)).requested),
    pending: () => ask(async () => [...(await pendingValues()).keys()]),
    eventsBetween: (from, to) => ask(() => eventsBetween(from, to)),
    findReport: (marketId, round, from) => ask(() => findReport(marketId, round, from)),
    pendingValues: () => ask(pendingValues),
    readStanding: (marketId, block) => ask(() => readStanding(client, market, marketId, block)),
    readParameters: () => ask(() => readParameters(client, market)),
    readAgent: (agentId) => ask(() => readAgent(agentId)),
  }
}

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
