import { create, fromBinary } from '@bufbuild/protobuf'
import type { EVM_PB } from '@chainlink/cre-sdk/pb'
import {
  type Address,
  bytesToHex,
  type Chain,
  createPublicClient,
  createWalletClient,
  hexToBytes,
  http,
  type LocalAccount,
  type PublicClient,
} from 'viem'
import { CapabilityError, type CapabilityResponse, respond } from '../capability.ts'
import type { EngineLimits } from '../limits.ts'
import { Evm } from '../sdk.ts'
import { asEvmError } from './evmError.ts'
import { bigintMessage, bigintOf, blockOf, logOf, receiptOf, transactionOf } from './evmMessages.ts'
import { Line } from './Line.ts'
import { type Caller, writeReport } from './writeReport.ts'

/** A chain as the DON reads and writes it: one RPC endpoint, one forwarder, one account that pays for transmissions. */
export type ChainConfig = {
  readonly rpcUrl: string
  readonly chainId: number
  readonly forwarder: Address
  readonly transmitter: LocalAccount
}

export class EvmCapability {
  private readonly config: ChainConfig
  private readonly limits: EngineLimits
  private readonly client: PublicClient
  private readonly chain: Chain
  private readonly line = new Line()

  constructor(config: ChainConfig, limits: EngineLimits) {
    this.config = config
    this.limits = limits
    this.chain = {
      id: config.chainId,
      name: `chain ${config.chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [config.rpcUrl] } },
    }
    this.client = createPublicClient({ chain: this.chain, transport: this.transport(), cacheTime: 0 })
  }

  /** What a workflow asks of the chain; errors name no address of a node, which may hold a key. */
  async call(method: string, bytes: Uint8Array, caller: Caller): Promise<CapabilityResponse> {
    try {
      return await this.dispatch(method, bytes, caller)
    } catch (error) {
      throw asEvmError(error)
    }
  }

  /** Logs of a trigger's filter from one block to another, oldest first. */
  async logs(
    filter: Pick<EVM_PB.FilterLogTriggerRequest, 'addresses' | 'topics'>,
    fromBlock: bigint,
    toBlock: bigint,
  ): Promise<EVM_PB.Log[]> {
    const logs = await this.client.request({
      method: 'eth_getLogs',
      params: [
        {
          address: filter.addresses.map((address) => bytesToHex(address)),
          topics: filter.topics.map(({ values }) =>
            values.length === 0 ? null : values.map((value) => bytesToHex(value)),
          ),
          fromBlock: `0x${fromBlock.toString(16)}`,
          toBlock: `0x${toBlock.toString(16)}`,
        },
      ],
    })
    return logs.map(logOf)
  }

  /** The newest block that the chain is this sure of. */
  async head(level: 'latest' | 'safe' | 'finalized'): Promise<bigint> {
    if (level === 'latest') return await this.client.getBlockNumber({ cacheTime: 0 })
    return (await this.client.getBlock({ blockTag: level })).number
  }

  private async dispatch(method: string, bytes: Uint8Array, caller: Caller): Promise<CapabilityResponse> {
    switch (method) {
      case 'CallContract':
        return respond(Evm.CallContractReplySchema, await this.callContract(bytes))
      case 'FilterLogs':
        return respond(Evm.FilterLogsReplySchema, await this.filterLogs(bytes))
      case 'BalanceAt':
        return respond(Evm.BalanceAtReplySchema, await this.balanceAt(bytes))
      case 'EstimateGas':
        return respond(Evm.EstimateGasReplySchema, await this.estimateGas(bytes))
      case 'GetTransactionByHash':
        return respond(Evm.GetTransactionByHashReplySchema, await this.transaction(bytes))
      case 'GetTransactionReceipt':
        return respond(Evm.GetTransactionReceiptReplySchema, await this.receipt(bytes))
      case 'HeaderByNumber':
        return respond(Evm.HeaderByNumberReplySchema, await this.header(bytes))
      case 'WriteReport':
        return respond(Evm.WriteReportReplySchema, await this.write(bytes, caller))
      default:
        throw new CapabilityError(`method ${method} is not offered here`, { code: 'Unimplemented' })
    }
  }

  private transport() {
    return http(this.config.rpcUrl, { retryCount: 2, timeout: 10_000 })
  }

  private async callContract(bytes: Uint8Array): Promise<EVM_PB.CallContractReply> {
    const { call, blockNumber } = fromBinary(Evm.CallContractRequestSchema, bytes)
    const { data } = await this.client.call({ ...messageOf(call), ...blockOf(blockNumber) })
    return create(Evm.CallContractReplySchema, { data: hexToBytes(data ?? '0x') })
  }

  private async estimateGas(bytes: Uint8Array): Promise<EVM_PB.EstimateGasReply> {
    const { msg } = fromBinary(Evm.EstimateGasRequestSchema, bytes)
    return create(Evm.EstimateGasReplySchema, { gas: await this.client.estimateGas(messageOf(msg)) })
  }

  private async filterLogs(bytes: Uint8Array): Promise<EVM_PB.FilterLogsReply> {
    const { filterQuery: query } = fromBinary(Evm.FilterLogsRequestSchema, bytes)
    if (query?.fromBlock === undefined || query.toBlock === undefined)
      throw new CapabilityError('a query needs its first and last block')
    const [from, to] = [bigintOf(query.fromBlock), bigintOf(query.toBlock)]
    const most = BigInt(this.limits.ChainRead.LogQueryBlockLimit)
    if (to - from >= most)
      throw new CapabilityError(`a query spans at most ${most} blocks`, { code: 'LimitExceeded' })
    const topics = query.topics.map(({ topic }) => create(Evm.TopicValuesSchema, { values: topic }))
    const logs = await this.logs({ addresses: query.addresses, topics }, from, to)
    return create(Evm.FilterLogsReplySchema, { logs })
  }

  private async balanceAt(bytes: Uint8Array): Promise<EVM_PB.BalanceAtReply> {
    const { account, blockNumber } = fromBinary(Evm.BalanceAtRequestSchema, bytes)
    const balance = await this.client.getBalance({ address: bytesToHex(account), ...blockOf(blockNumber) })
    return create(Evm.BalanceAtReplySchema, { balance: bigintMessage(balance) })
  }

  private async transaction(bytes: Uint8Array): Promise<EVM_PB.GetTransactionByHashReply> {
    const { hash } = fromBinary(Evm.GetTransactionByHashRequestSchema, bytes)
    const transaction = await this.client.getTransaction({ hash: bytesToHex(hash) })
    return create(Evm.GetTransactionByHashReplySchema, { transaction: transactionOf(transaction) })
  }

  private async receipt(bytes: Uint8Array): Promise<EVM_PB.GetTransactionReceiptReply> {
    const { hash } = fromBinary(Evm.GetTransactionReceiptRequestSchema, bytes)
    const receipt = await this.client.getTransactionReceipt({ hash: bytesToHex(hash) })
    return create(Evm.GetTransactionReceiptReplySchema, { receipt: receiptOf(receipt) })
  }

  private async header(bytes: Uint8Array): Promise<EVM_PB.HeaderByNumberReply> {
    const { blockNumber } = fromBinary(Evm.HeaderByNumberRequestSchema, bytes)
    const block = await this.client.getBlock(blockOf(blockNumber))
    return create(Evm.HeaderByNumberReplySchema, {
      header: {
        timestamp: block.timestamp,
        blockNumber: bigintMessage(block.number),
        hash: hexToBytes(block.hash),
        parentHash: hexToBytes(block.parentHash),
      },
    })
  }

  private async write(bytes: Uint8Array, caller: Caller): Promise<EVM_PB.WriteReportReply> {
    const wallet = createWalletClient({
      account: this.config.transmitter,
      chain: this.chain,
      transport: this.transport(),
    })
    const { forwarder } = this.config
    return await writeReport(
      { client: this.client, wallet, forwarder, line: this.line },
      this.limits.ChainWrite,
      bytes,
      caller,
    )
  }
}

function messageOf(message: EVM_PB.CallMsg | undefined) {
  if (message === undefined) throw new CapabilityError('there is no call')
  const { from, to, data } = message
  return {
    ...(from.length === 20 ? { account: bytesToHex(from) } : {}),
    to: bytesToHex(to),
    data: bytesToHex(data),
  }
}
