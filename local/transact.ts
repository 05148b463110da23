import type { Address, Hex, TransactionReceipt } from 'viem'
import { testAccount } from '../cli/chain/account.ts'
import { asChainError } from '../cli/chain/failure.ts'
import { RevertedError } from '../cli/chain/send.ts'
import type { LocalChain } from './startChain.ts'

export type Call = { readonly to: Address; readonly data: Hex; readonly value?: bigint }

/** Far above what any call takes, so that nothing has to be estimated; and not more than a block takes of one. */
const gas = 8_000_000n

/** Sends from an account of the test mnemonic. The chain holds its keys and makes a block of each transaction at once. */
export async function transact(
  { client }: LocalChain,
  from: number,
  call: Call,
): Promise<TransactionReceipt> {
  try {
    const hash = await client.sendTransaction({ account: addressOf(from), gas, ...call })
    const receipt = await client.getTransactionReceipt({ hash })
    if (receipt.status === 'reverted') throw new RevertedError(hash)
    return receipt
  } catch (error) {
    throw asChainError(error)
  }
}

const addresses = new Map<number, Address>()

export function addressOf(index: number): Address {
  const known = addresses.get(index) ?? testAccount(index).address
  addresses.set(index, known)
  return known
}
