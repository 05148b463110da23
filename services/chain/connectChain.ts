import { createPublicClient, type Hex, http, BaseError as ViemError } from 'viem'
import { Address, BaseError } from '../../protocol/index.ts'
import { at, getParameters } from './browser/market.ts'
import { readRound as readRoundOf } from './browser/readRound.ts'
import type { FullChain, RoundView } from './Chain.ts'
import { eventReader } from './events.ts'
import { agentReader, isRevert, readStanding } from './reads.ts'

/** Where a chain is reached, and which market contract is read there. */
export type ChainOptions = {
  readonly rpcUrl: string
  readonly market: Hex
  readonly chainId: number
  readonly timeoutMs?: number
}

/** A chain by its RPC URL, which may hold a key and therefore appears in no error. */
export function connectChain(options: ChainOptions): FullChain {
  const { rpcUrl, chainId, timeoutMs = 5_000 } = options
  const market = Address.of(options.market)
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 2, retryDelay: 200 }),
  })
  const contract = { client, market }
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
      if (isOtherForm(error)) throw new OtherContractError(market)
      isChecked = false
      throw new UnavailableError(kindOf(error))
    }
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
    readStanding: (marketId, block) => ask(() => readStanding(contract, marketId, block)),
    readParameters: () => ask(() => getParameters(contract)),
    readAgent: (agentId) => ask(() => readAgent(agentId)),
  }
}

/** The innermost name only: messages of the library repeat the URL. */
function kindOf(error: unknown): string {
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

export class OtherChainError extends BaseError {
  override readonly name = 'Chain.OtherChainError'
  constructor(expected: number, actual: number) {
    super(`The node is on chain ${actual}, but the config says ${expected}.`, {
      metaMessages: ['Correct `chainId` or `rpcUrl` in the config.'],
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
