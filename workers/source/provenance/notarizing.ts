import { type Account, createWalletClient, defineChain, type Hex, publicActions } from 'viem'
import { notaryAbi } from '../../../deployments/abi/Notary.ts'
import { BaseError, Bytes, Hash } from '../../../protocol/index.ts'
import type { RpcUrl } from '../../../services/chain/Node.ts'
import { openNodes } from '../../../services/chain/openNodes.ts'
import type { Prove } from '../fetchEvidence.ts'
import { type NotaryReader, proveByNotary } from './notaryLog.ts'

/** Puts hashes into the log, and resolves once they are in a block. */
export type Notarize = (hashes: readonly Hash.Hash[]) => Promise<void>

type Place = {
  readonly rpcUrl: RpcUrl
  readonly chainId: number
  /** Of the contract `Notary`. */
  readonly address: Hex
  /** Pays for the transactions. */
  readonly account: Account
}

/** Notarizes by transactions of an account. */
export function notarizeOnChain({ rpcUrl, chainId, address, account }: Place): Notarize {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({
    id: chainId,
    name: `chain ${chainId}`,
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  })
  const wallet = createWalletClient({
    account,
    chain,
    transport: openNodes(rpcUrl, { chainId }),
    pollingInterval: 500,
  }).extend(publicActions)
  return async (hashes) => {
    const call = { abi: notaryAbi, address, functionName: 'notarizeAll', args: [hashes] } as const
    // Tried first: a transaction that reverts would cost its gas.
    await wallet.simulateContract({ ...call, account })
    const hash = await wallet.writeContract(call)
    const { status } = await wallet.waitForTransactionReceipt({ hash })
    if (status === 'reverted') throw new NotLoggedError(hash)
  }
}

/**
 * One transaction at a time, whatever is asked for at once: an account has one next number. What comes while one is under way
 * waits, and goes together in the next.
 */
export function inBatches(notarize: Notarize): (hash: Hash.Hash) => Promise<void> {
  let waiting: Set<Hash.Hash> | null = null
  let next: Promise<void> = Promise.resolve()
  let last: Promise<void> = Promise.resolve()
  return (hash) => {
    if (waiting === null) {
      const batch = new Set<Hash.Hash>()
      waiting = batch
      next = last
        .catch(() => {})
        .then(() => {
          waiting = null
          return notarize([...batch])
        })
      last = next
    }
    waiting.add(hash)
    return next
  }
}

export type NotarizingOptions = {
  /** Milliseconds that an answer may wait for the block. */
  readonly maxWaitMs: number
  /** Told of what could not be logged in time. */
  readonly onFailure?: (error: unknown) => void
}

/**
 * Proves by the log, and logs what is not in it yet. Where that fails or takes too long the item stays plain: no answer is
 * withheld for a better tier.
 */
export function proveByNotarizing(
  reader: NotaryReader,
  notarize: Notarize,
  { maxWaitMs, onFailure = () => {} }: NotarizingOptions,
): Prove {
  const log = inBatches(notarize)
  return async ({ reply }) => {
    const hash = Hash.ofBytes(Bytes.fromText(reply.body))
    try {
      const known = await proveByNotary(reader, hash)
      if (known !== null) return known
      await within(maxWaitMs, log(hash))
      return await proveByNotary(reader, hash)
    } catch (error) {
      onFailure(error)
      return null
    }
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooSlowError(ms)), ms)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Thrown where a block did not take the hashes. */
export class NotLoggedError extends BaseError {
  override readonly name = 'Notary.NotLoggedError'
  constructor(transaction: Hex) {
    super(`The transaction ${transaction} was reverted, and nothing was logged.`)
  }
}

/** Thrown where the block did not come in time. */
export class TooSlowError extends BaseError {
  override readonly name = 'Notary.TooSlowError'
  constructor(ms: number) {
    super(`Nothing was logged within ${ms} ms.`, {
      metaMessages: ['Raise `provenance.notarize.maxWaitMs`, or use a chain with faster blocks.'],
    })
  }
}
