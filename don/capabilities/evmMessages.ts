import { create } from '@bufbuild/protobuf'
import type { EVM_PB, VALUES_PB } from '@chainlink/cre-sdk/pb'
import { bytesToHex, type Hex, hexToBytes, type Transaction, type TransactionReceipt, toBytes } from 'viem'
import { Evm, Values } from '../sdk.ts'

/** CRE's messages about a chain, of what its node says. */
export const bigintOf = ({ absVal, sign }: VALUES_PB.BigInt): bigint => {
  const size = absVal.length === 0 ? 0n : BigInt(bytesToHex(absVal))
  return sign < 0n ? -size : size
}

export const bigintMessage = (value: bigint): VALUES_PB.BigInt =>
  create(Values.BigIntSchema, { absVal: toBytes(value < 0n ? -value : value), sign: value < 0n ? -1n : 1n })

/** −2 latest, −3 finalized, −4 safe; absent is latest. */
export function blockOf(number: VALUES_PB.BigInt | undefined) {
  if (number === undefined) return { blockTag: 'latest' } as const
  const value = bigintOf(number)
  const tags = { '-2': 'latest', '-3': 'finalized', '-4': 'safe' } as const
  const tag = tags[String(value) as keyof typeof tags]
  return tag === undefined ? { blockNumber: value } : { blockTag: tag }
}

export type RpcLog = {
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly transactionHash: Hex | null
  readonly blockHash: Hex | null
  readonly data: Hex
  readonly blockNumber: Hex | bigint | null
  readonly transactionIndex: Hex | number | null
  readonly logIndex: Hex | number | null
  readonly removed: boolean
}

export const logOf = (log: RpcLog): EVM_PB.Log =>
  create(Evm.LogSchema, {
    address: hexToBytes(log.address),
    topics: log.topics.map((topic) => hexToBytes(topic)),
    txHash: hexToBytes(log.transactionHash ?? '0x'),
    blockHash: hexToBytes(log.blockHash ?? '0x'),
    data: hexToBytes(log.data),
    eventSig: hexToBytes(log.topics[0] ?? '0x'),
    blockNumber: bigintMessage(BigInt(log.blockNumber ?? 0)),
    txIndex: Number(log.transactionIndex ?? 0),
    index: Number(log.logIndex ?? 0),
    removed: log.removed,
  })

export const transactionOf = (transaction: Transaction): EVM_PB.Transaction =>
  create(Evm.TransactionSchema, {
    nonce: BigInt(transaction.nonce),
    gas: transaction.gas,
    to: hexToBytes(transaction.to ?? '0x'),
    data: hexToBytes(transaction.input),
    hash: hexToBytes(transaction.hash),
    value: bigintMessage(transaction.value),
    gasPrice: bigintMessage(transaction.gasPrice ?? transaction.maxFeePerGas ?? 0n),
  })

export const receiptOf = (receipt: TransactionReceipt): EVM_PB.Receipt =>
  create(Evm.ReceiptSchema, {
    status: receipt.status === 'success' ? 1n : 0n,
    gasUsed: receipt.gasUsed,
    txIndex: BigInt(receipt.transactionIndex),
    blockHash: hexToBytes(receipt.blockHash),
    logs: receipt.logs.map(logOf),
    txHash: hexToBytes(receipt.transactionHash),
    effectiveGasPrice: bigintMessage(receipt.effectiveGasPrice),
    blockNumber: bigintMessage(receipt.blockNumber),
    contractAddress: hexToBytes(receipt.contractAddress ?? '0x'),
  })
