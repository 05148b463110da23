import { cre, prepareReportRequest, type Runtime, TxStatus } from '@chainlink/cre-sdk'
import { Bytes } from '../protocol/index.ts'
import type { Config } from './config.ts'

/** How a report was taken. A forwarder swallows what the market refuses, so the transaction alone says nothing. */
export type Written =
  | { readonly kind: 'taken'; readonly txHash: string }
  | { readonly kind: 'refused'; readonly txHash: string; readonly why: string }

/** Of `ReceiverContractExecutionStatus`. */
const receiverSucceeded = 0

/** Has the DON sign the report of a round, and writes it. */
export function settle(runtime: Runtime<Config>, report: Uint8Array): Written {
  const { market, gasLimit } = runtime.config
  return write(runtime, report, { receiver: market, gasLimit })
}

/** Has the DON sign a report, and writes it to a contract that takes reports. */
export function write(
  runtime: Runtime<Config>,
  report: Uint8Array,
  { receiver, gasLimit }: { readonly receiver: string; readonly gasLimit: string },
): Written {
  const signed = runtime.report(prepareReportRequest(Bytes.toHex(report))).result()
  const reply = new cre.capabilities.EVMClient(BigInt(runtime.config.chainSelector))
    .writeReport(runtime, { receiver, report: signed, gasConfig: { gasLimit } })
    .result()
  const txHash = Bytes.toHex(reply.txHash ?? new Uint8Array())
  if (reply.txStatus !== TxStatus.SUCCESS)
    return { kind: 'refused', txHash, why: reply.errorMessage ?? 'the transaction failed' }
  return reply.receiverContractExecutionStatus === receiverSucceeded
    ? { kind: 'taken', txHash }
    : { kind: 'refused', txHash, why: 'the market refused the report' }
}
