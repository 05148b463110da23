import type { Address, Hex, TransactionReceipt } from 'viem'
import { BaseError } from '../../protocol/index.ts'
import type { Signed } from './connect.ts'
import { asChainError } from './failure.ts'

export type Call = {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /**
   * The least gas to send along. A call that catches an inner failure succeeds with too little as well, so the node's
   * estimate would make the inner call fail.
   */
  readonly leastGas?: bigint
}

/** Tries a call first, so that a refusal costs nothing and can be explained; then sends it and waits for its block. */
export async function send(signed: Signed, call: Call): Promise<TransactionReceipt> {
  const { client, account, wallet } = signed
  const { to, data, value = 0n, leastGas = 0n } = call
  try {
    const estimate = await client.estimateGas({ account, to, data, value })
    // Time passes between estimate and block, and may make a call a little dearer.
    const gas = max((estimate * 5n) / 4n, leastGas)
    const hash = await wallet.sendTransaction({ to, data, value, gas })
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status === 'reverted') throw new RevertedError(hash)
    return receipt
  } catch (error) {
    throw asChainError(error)
  }
}

const max = (one: bigint, other: bigint): bigint => (one > other ? one : other)

/** What a sent transaction cost, for a person or a program. */
export const cost = (receipt: TransactionReceipt) => ({
  transaction: receipt.transactionHash,
  block: Number(receipt.blockNumber),
  gas_used: Number(receipt.gasUsed),
})

/** Reads, with failures in our own words. */
export async function read<value>(reading: Promise<value>): Promise<value> {
  try {
    return await reading
  } catch (error) {
    throw asChainError(error)
  }
}

export class RevertedError extends BaseError {
  override readonly name = 'Chain.RevertedError'
  constructor(hash: Hex) {
    super(`The transaction ${hash} was refused in its block, though it would have passed before.`, {
      metaMessages: ['Somebody else was faster, or its time has passed: look with `cresolver market show`.'],
    })
  }
}
