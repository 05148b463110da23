import { createPublicClient, fallback, type Hex, http, type PublicClient, BaseError as ViemError } from 'viem'
import { Address, BaseError } from '../protocol/index.ts'
import { kindOf, OtherChainError, UnavailableError } from '../services/chain/connectChain.ts'
import { isLocalChain } from '../services/chain/isLocalChain.ts'
import type { RpcUrl } from '../services/chain/Node.ts'
import { urlsOf } from '../services/chain/openNodes.ts'
import { type Revert, readRevert, revertData } from '../services/chain/revert.ts'
import type { Broadcast, Chain, Sends } from './Chain.ts'
import type { Call } from './Market.ts'
import { reader } from './reads.ts'
import { type Contracts, prepare } from './targets.ts'

export type ConnectOptions = Contracts & {
  /** One node, or several: where one fails, the next is asked. */
  readonly rpcUrl: RpcUrl
  readonly chainId: number
  readonly timeoutMs?: number
}

/** Questions sent to the node as one, where they are no reads of contracts. */
const batchSize = 50
/**
 * Bytes of reads of contracts that are one question: fifteen that are tried out, which write while they are, so that a node has
 * gas for them.
 */
const readBytes = 1_024

/** A chain by its RPC URL, which may hold a key and therefore appears in no error. */
export function connect(options: ConnectOptions): Chain {
  const { rpcUrl, chainId, timeoutMs = 10_000 } = options
  const market = Address.of(options.market)
  const client = createPublicClient({
    transport: fallback(
      urlsOf(rpcUrl).map((url) =>
        http(url, { timeout: timeoutMs, retryCount: 2, retryDelay: 200, batch: { batchSize } }),
      ),
      { retryCount: 0 },
    ),
    batch: { multicall: { deployless: true, batchSize: readBytes } },
    cacheTime: 0,
  })
  let isChecked = false

  /** A node that was switched to another chain must not be sent anything. */
  async function ask<result>(call: () => Promise<result>): Promise<result> {
    try {
      if (!isChecked) {
        const actual = await client.getChainId()
        if (actual !== chainId) throw new OtherChainError(chainId, actual)
        isChecked = true
      }
      return await call()
    } catch (error) {
      if (error instanceof BaseError) throw error
      isChecked = false
      throw new UnavailableError(kindOf(error))
    }
  }

  const contracts = { ...options, market }
  const asking = <input extends readonly unknown[], result>(call: (...args: input) => Promise<result>) => {
    return (...args: input) => ask(() => call(...args))
  }
  const reads = reader(client, contracts, { isLocal: isLocalChain(chainId) })
  const sends = sender(client, contracts)
  return {
    chainId,
    market,
    genesis: asking(reads.genesis),
    head: asking(reads.head),
    terms: asking(reads.terms),
    marketCount: asking(reads.marketCount),
    readMarkets: asking(reads.readMarkets),
    feedbackDue: asking(reads.feedbackDue),
    changes: asking(reads.changes),
    prepare: sends.prepare,
    estimate: asking(sends.estimate),
    balance: asking(sends.balance),
    nonce: asking(sends.nonce),
    tip: asking(sends.tip),
    broadcast: asking(sends.broadcast),
    receipt: asking(sends.receipt),
    isKnown: asking(sends.isKnown),
  }
}

function sender(client: PublicClient, contracts: Contracts): Sends {
  const prepared = (call: Call) => prepare(call, contracts)
  return {
    prepare: prepared,
    async estimate(call, from) {
      const { to, data } = prepared(call)
      try {
        return { gas: await client.estimateGas({ account: from, to, data, blockTag: 'pending' }) }
      } catch (error) {
        return { refused: refusalOf(error) }
      }
    },
    balance: (address) => client.getBalance({ address }),
    nonce: (address, blockTag) => client.getTransactionCount({ address, blockTag }),
    tip: () => client.estimateMaxPriorityFeePerGas(),
    async broadcast(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw })
        return 'taken'
      } catch (error) {
        return answerOf(error)
      }
    },
    async receipt(hash) {
      const found = await orNull(client.getTransactionReceipt({ hash }))
      if (found === null) return null
      const { blockNumber, status, gasUsed, effectiveGasPrice } = found
      const { l1Fee } = found as { l1Fee?: unknown }
      // Chains on chains charge for their data besides.
      const more = typeof l1Fee === 'bigint' ? l1Fee : BigInt((l1Fee as Hex | undefined) ?? 0)
      const cost = gasUsed * effectiveGasPrice + more
      return { block: Number(blockNumber), isReverted: status === 'reverted', gasUsed, cost }
    },
    isKnown: async (hash) => (await orNull(client.getTransaction({ hash }))) !== null,
  }
}

const absent: ReadonlySet<string> = new Set(['TransactionReceiptNotFoundError', 'TransactionNotFoundError'])

async function orNull<value>(asking: Promise<value>): Promise<value | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Error && absent.has(error.name)) return null
    throw error
  }
}

/** Why a contract refused; anything else that went wrong is thrown on. */
function refusalOf(error: unknown): Revert {
  const data = error instanceof ViemError ? revertData(error) : undefined
  if (data !== undefined) return readRevert(data)
  if (isBareRevert(error)) return { name: 'NoReason', args: [] }
  throw error
}

const isBareRevert = (error: unknown): boolean =>
  error instanceof ViemError && /revert/i.test(`${error.details ?? ''} ${error.shortMessage}`)

/** What a node means: each has words of its own. */
const answers: readonly (readonly [RegExp, Broadcast])[] = [
  [/already known|known transaction|already imported|already exists/i, 'taken'],
  [/nonce too low|nonce is too low|too low\. expected nonce|already been used|old nonce/i, 'nonce-used'],
  [/underpriced|fee too low|gas price too low|replacement/i, 'underpriced'],
  [/insufficient funds|enough funds|insufficient balance/i, 'poor'],
]

export function answerOf(error: unknown): Broadcast {
  const text = error instanceof ViemError ? `${error.details ?? ''} ${error.shortMessage}` : ''
  return answers.find(([words]) => words.test(text))?.[1] ?? 'unknown'
}
