import { create, fromBinary } from '@bufbuild/protobuf'
import type { EVM_PB } from '@chainlink/cre-sdk/pb'
import {
  type Account,
  type Address,
  bytesToHex,
  type Chain,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  type PublicClient,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
  zeroAddress,
} from 'viem'
import { CapabilityError } from '../capability.ts'
import type { EngineLimits } from '../limits.ts'
import { decode, type Header, headerSize, type Identity } from '../report.ts'
import { Evm } from '../sdk.ts'
import { bigintMessage } from './evmMessages.ts'
import type { Line } from './Line.ts'

/** Whose report it must be. */
export type Caller = Identity & { readonly executionId: Uint8Array }

type Route = {
  readonly client: PublicClient
  readonly wallet: WalletClient<Transport, Chain, Account>
  readonly forwarder: Address
  /** Of the account that sends: executions run side by side, and each transaction needs the nonce after the one before. */
  readonly line: Line
}

const abi = parseAbi([
  'struct TransmissionInfo { bytes32 transmissionId; uint8 state; address transmitter; bool invalidReceiver; bool success; uint80 gasLimit; }',
  'function report(address receiver, bytes rawReport, bytes reportContext, bytes[] signatures)',
  'function getTransmissionInfo(address receiver, bytes32 workflowExecutionId, bytes2 reportId) view returns (TransmissionInfo)',
  'event ReportProcessed(address indexed receiver, bytes32 indexed workflowExecutionId, bytes2 indexed reportId, bool result)',
])

/** What the forwarder needs for itself, beyond what it hands to the receiver. */
const forwarderGas = 200_000n
/** How far back an earlier transmission of the same report is looked for. */
const lookback = 1_000n

const succeeded = 1
const invalidReceiver = 2

/** Sends a signed report through the forwarder. A receiver that reverts does not revert the transaction: the event tells. */
export async function writeReport(
  route: Route,
  limits: EngineLimits['ChainWrite'],
  bytes: Uint8Array,
  caller: Caller,
): Promise<EVM_PB.WriteReportReply> {
  const { receiver, report, gasConfig } = fromBinary(Evm.WriteReportRequestSchema, bytes)
  if (report === undefined) throw new CapabilityError('nil SignedReport in WriteReportRequest')
  if (route.forwarder === zeroAddress)
    throw new CapabilityError('no forwarder is configured', { origin: 'System', code: 'FailedPrecondition' })
  if (receiver.length !== 20) throw new CapabilityError('received address is not 20 bytes long')
  if (report.sigs.length === 0) throw new CapabilityError('no signatures provided')
  const header = checkedHeader(report.rawReport, caller)
  const gas = gasOf(gasConfig?.gasLimit ?? 0n, BigInt(limits.EVM.TransactionGasLimit))
  const to = bytesToHex(receiver)
  const earlier = await earlierTransmission(route, to, header)
  if (earlier !== null) return replyOf(route.forwarder, earlier)
  const data = encodeFunctionData({
    abi,
    functionName: 'report',
    args: [
      to,
      bytesToHex(report.rawReport),
      bytesToHex(report.reportContext),
      report.sigs.map(({ signature }) => bytesToHex(signature)),
    ],
  })
  return replyOf(route.forwarder, await transmit(route, data, gas))
}

async function transmit({ client, wallet, forwarder: to, line }: Route, data: Hex, gas: bigint) {
  const { hash, failure } = await line.next(async () => {
    const request = await wallet.prepareTransactionRequest({ to, data, gas })
    const serializedTransaction = await wallet.signTransaction(request)
    const hash = keccak256(serializedTransaction)
    const failure = await wallet.sendRawTransaction({ serializedTransaction }).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    return { hash, failure }
  })
  if (failure === null)
    return await client.waitForTransactionReceipt({ hash, pollingInterval: 50, timeout: 60_000 })
  // Hardhat reports a revert here, and a reply may get lost: what counts is whether the chain has it.
  return await client.getTransactionReceipt({ hash }).catch(() => {
    throw failure.error
  })
}

/** The report's header, if it is this execution's own: no workflow sends what another one signed. */
function checkedHeader(rawReport: Uint8Array, caller: Caller): Header {
  if (rawReport.length < headerSize) throw new CapabilityError('the report is shorter than its metadata')
  const { version, ...header } = decode(rawReport)
  if (version !== 1) throw new CapabilityError(`unsupported report version: ${version}`)
  const names = {
    executionId: 'workflowExecutionID',
    workflowOwner: 'workflowOwner',
    workflowName: 'workflowName',
    workflowId: 'workflowID',
  } as const
  for (const [key, name] of Object.entries(names) as [keyof typeof names, string][]) {
    if (Buffer.compare(header[key], caller[key]) !== 0)
      throw new CapabilityError(`${name} in the report does not match the request metadata`)
  }
  return header
}

function gasOf(asked: bigint, most: bigint): bigint {
  if (asked === 0n) return most
  if (asked > most)
    throw new CapabilityError(`gas limit exceeds configured limit (gasLimit=${asked}): limit is ${most}`, {
      code: 'LimitExceeded',
    })
  if (asked < forwarderGas)
    throw new CapabilityError(
      `gas limit is ${asked}, which is lower than minimum gas limit of: ${forwarderGas}`,
    )
  return asked
}

/** What became of the same report before, if it was sent and is settled: then it is not sent again. */
async function earlierTransmission(
  { client, forwarder }: Route,
  receiver: Hex,
  { executionId, reportId }: Header,
): Promise<TransactionReceipt | null> {
  const key = {
    receiver,
    workflowExecutionId: bytesToHex(executionId),
    reportId: numberToHex(reportId, { size: 2 }),
  }
  const info = await client
    .readContract({
      address: forwarder,
      abi,
      functionName: 'getTransmissionInfo',
      args: [key.receiver, key.workflowExecutionId, key.reportId],
    })
    // A forwarder for simulations keeps no record.
    .catch(() => null)
  if (info === null || (info.state !== succeeded && info.state !== invalidReceiver)) return null
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const logs = await client.getContractEvents({
    address: forwarder,
    abi,
    eventName: 'ReportProcessed',
    args: key,
    fromBlock: head > lookback ? head - lookback : 0n,
  })
  const found = logs.find(({ args }) => args.result === (info.state === succeeded))
  return found === undefined ? null : await client.getTransactionReceipt({ hash: found.transactionHash })
}

function replyOf(forwarder: Address, receipt: TransactionReceipt): EVM_PB.WriteReportReply {
  const isMined = receipt.status === 'success'
  const isProcessed =
    isMined &&
    parseEventLogs({ abi, eventName: 'ReportProcessed', logs: receipt.logs }).some(
      ({ address, args }) => address.toLowerCase() === forwarder.toLowerCase() && args.result,
    )
  const { SUCCESS, REVERTED } = Evm.ReceiverContractExecutionStatus
  return create(Evm.WriteReportReplySchema, {
    txStatus: isMined ? Evm.TxStatus.SUCCESS : Evm.TxStatus.REVERTED,
    receiverContractExecutionStatus: isProcessed ? SUCCESS : REVERTED,
    txHash: hexToBytes(receipt.transactionHash),
    transactionFee: bigintMessage(receipt.gasUsed * receipt.effectiveGasPrice),
    ...(isProcessed
      ? {}
      : {
          errorMessage: isMined ? 'receiver contract execution failure' : 'the forwarder refused the report',
        }),
  })
}
