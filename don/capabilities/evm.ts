import { create, fromBinary } from '@bufbuild/protobuf'
import type { EVM_PB, VALUES_PB } from '@chainlink/cre-sdk/pb'
import {
  type Address,
  bytesToHex,
  type Chain,
  createPublicClient,
  createWalletClient,
  decodeEventLog,
  type Hex,
  hexToBytes,
  http,
  type LocalAccount,
  type PublicClient,
  parseAbi,
  type Transport,
  toBytes,
} from 'viem'
import { CapabilityError, type CapabilityResponse, respond } from '../capability.ts'
import type { EngineLimits } from '../limits.ts'
import { headerSize } from '../report.ts'
import { Evm, Values } from '../sdk.ts'

/** A chain as the DON reads and writes it: one RPC endpoint, one forwarder, one account that pays for transmissions. */
export type ChainConfig = {
  readonly rpcUrl: string
  readonly chainId: number
  readonly forwarder: Address
  readonly transmitter: LocalAccount
}

const forwarderAbi = parseAbi([
  'function report(address receiver, bytes rawReport, bytes reportContext, bytes[] signatures)',
  'event ReportProcessed(address indexed receiver, bytes32 indexed workflowExecutionId, bytes2 indexed reportId, bool result)',
])

/** What the forwarder needs for itself, beyond what it hands to the receiver. */
const forwarderGas = 200_000n

export class EvmCapability {
  private readonly config: ChainConfig
  private readonly limits: EngineLimits
  private readonly client: PublicClient
  private readonly chain: Chain
  private readonly transport: Transport

  constructor(config: ChainConfig, limits: EngineLimits) {
    this.config = config
    this.limits = limits
    this.transport = http(config.rpcUrl, { retryCount: 2, timeout: 10_000 })
    this.chain = {
      id: config.chainId,
      name: `chain ${config.chainId}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [config.rpcUrl] } },
    }
    this.client = createPublicClient({ chain: this.chain, transport: this.transport, cacheTime: 0 })
  }

  async call(method: string, bytes: Uint8Array): Promise<CapabilityResponse> {
    switch (method) {
      case 'CallContract':
        return respond(Evm.CallContractReplySchema, await this.callContract(bytes))
      case 'FilterLogs':
        return respond(Evm.FilterLogsReplySchema, await this.filterLogs(bytes))
      case 'BalanceAt':
        return respond(Evm.BalanceAtReplySchema, await this.balanceAt(bytes))
      case 'HeaderByNumber':
        return respond(Evm.HeaderByNumberReplySchema, await this.header(bytes))
      case 'WriteReport':
        return respond(Evm.WriteReportReplySchema, await this.writeReport(bytes))
      default:
        throw new CapabilityError(`method ${method} is not offered here`, { code: 'Unimplemented' })
    }
  }

  /** Logs of a trigger's filter from one block to another, oldest first. */
  async logs(
    filter: EVM_PB.FilterLogTriggerRequest,
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

  private async callContract(bytes: Uint8Array): Promise<EVM_PB.CallContractReply> {
    const { call, blockNumber } = fromBinary(Evm.CallContractRequestSchema, bytes)
    if (call === undefined) throw new CapabilityError('there is no call')
    const { data } = await this.client.call({
      ...(call.from.length === 20 ? { account: bytesToHex(call.from) } : {}),
      to: bytesToHex(call.to),
      data: bytesToHex(call.data),
      ...blockOf(blockNumber),
    })
    return create(Evm.CallContractReplySchema, { data: hexToBytes(data ?? '0x') })
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
    const filter = create(Evm.FilterLogTriggerRequestSchema, { addresses: query.addresses, topics })
    return create(Evm.FilterLogsReplySchema, { logs: await this.logs(filter, from, to) })
  }

  private async balanceAt(bytes: Uint8Array): Promise<EVM_PB.BalanceAtReply> {
    const { account, blockNumber } = fromBinary(Evm.BalanceAtRequestSchema, bytes)
    const balance = await this.client.getBalance({ address: bytesToHex(account), ...blockOf(blockNumber) })
    return create(Evm.BalanceAtReplySchema, { balance: bigintMessage(balance) })
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

  /** Sends a signed report through the forwarder. A receiver that reverts does not revert the transaction: the event tells. */
  private async writeReport(bytes: Uint8Array): Promise<EVM_PB.WriteReportReply> {
    const { receiver, report, gasConfig } = fromBinary(Evm.WriteReportRequestSchema, bytes)
    if (report === undefined || report.rawReport.length < headerSize)
      throw new CapabilityError('there is no report')
    const most = BigInt(this.limits.ChainWrite.EVM.TransactionGasLimit)
    const gas = gasConfig?.gasLimit || most
    if (gas > most || gas < forwarderGas)
      throw new CapabilityError(`gas limit ${gas} is not between ${forwarderGas} and ${most}`, {
        code: 'LimitExceeded',
      })
    const wallet = createWalletClient({
      account: this.config.transmitter,
      chain: this.chain,
      transport: this.transport,
    })
    const hash = await wallet.writeContract({
      address: this.config.forwarder,
      abi: forwarderAbi,
      functionName: 'report',
      args: [
        bytesToHex(receiver),
        bytesToHex(report.rawReport),
        bytesToHex(report.reportContext),
        report.sigs.map(({ signature }) => bytesToHex(signature)),
      ],
      gas,
    })
    const receipt = await this.client.waitForTransactionReceipt({
      hash,
      pollingInterval: 50,
      timeout: 60_000,
    })
    const isMined = receipt.status === 'success'
    const forwarder = this.config.forwarder.toLowerCase()
    const isProcessed =
      isMined && receipt.logs.some((log) => log.address.toLowerCase() === forwarder && isSuccess(log))
    return create(Evm.WriteReportReplySchema, {
      txStatus: isMined ? Evm.TxStatus.SUCCESS : Evm.TxStatus.REVERTED,
      receiverContractExecutionStatus: isProcessed
        ? Evm.ReceiverContractExecutionStatus.SUCCESS
        : Evm.ReceiverContractExecutionStatus.REVERTED,
      txHash: hexToBytes(hash),
      transactionFee: bigintMessage(receipt.gasUsed * receipt.effectiveGasPrice),
      ...(isMined ? {} : { errorMessage: 'the forwarder refused the report' }),
    })
  }
}

function isSuccess({ data, topics }: { data: Hex; topics: [Hex, ...Hex[]] | [] }): boolean {
  try {
    return decodeEventLog({ abi: forwarderAbi, data, topics }).args.result
  } catch {
    // Other contracts' events.
    return false
  }
}

/** −2 latest, −3 finalized, −4 safe; absent is latest. */
function blockOf(number: VALUES_PB.BigInt | undefined) {
  if (number === undefined) return { blockTag: 'latest' } as const
  const value = bigintOf(number)
  const tags = { '-2': 'latest', '-3': 'finalized', '-4': 'safe' } as const
  const tag = tags[String(value) as keyof typeof tags]
  return tag === undefined ? { blockNumber: value } : { blockTag: tag }
}

const bigintOf = ({ absVal, sign }: VALUES_PB.BigInt): bigint => {
  const size = absVal.length === 0 ? 0n : BigInt(bytesToHex(absVal))
  return sign < 0n ? -size : size
}

const bigintMessage = (value: bigint): VALUES_PB.BigInt =>
  create(Values.BigIntSchema, { absVal: toBytes(value < 0n ? -value : value), sign: value < 0n ? -1n : 1n })

type RpcLog = {
  address: Hex
  topics: Hex[]
  transactionHash: Hex | null
  blockHash: Hex | null
  data: Hex
  blockNumber: Hex | null
  transactionIndex: Hex | null
  logIndex: Hex | null
  removed: boolean
}

const logOf = (log: RpcLog): EVM_PB.Log =>
  create(Evm.LogSchema, {
    address: hexToBytes(log.address),
    topics: log.topics.map((topic) => hexToBytes(topic)),
    txHash: hexToBytes(log.transactionHash ?? '0x'),
    blockHash: hexToBytes(log.blockHash ?? '0x'),
    data: hexToBytes(log.data),
    eventSig: hexToBytes(log.topics[0] ?? '0x'),
    blockNumber: bigintMessage(BigInt(log.blockNumber ?? '0x0')),
    txIndex: Number(log.transactionIndex ?? 0),
    index: Number(log.logIndex ?? 0),
    removed: log.removed,
  })
