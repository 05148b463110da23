import type { Hex } from 'viem'
import { BaseError, Bytes, Hash, type Report, RoundFile, Vote } from '../../../protocol/index.ts'
import type { Reported } from '../Chain.ts'
import { at, type MarketContract } from './market.ts'

/** A report with what the events around it tell. */
export type FullReport = Reported & {
  readonly report: Report.Report
  readonly transaction: Hex
  /** The market's number of the first worker asked. */
  readonly cohortStart: number
  readonly isVoid: boolean
}

/** A `RoundReported` event, decoded. */
export type ReportLog = {
  readonly args: {
    readonly marketId: bigint
    readonly round: number
    readonly outcome: number
    readonly roundRoot: Hex
    readonly recordsAndDocket: Hex
  }
  readonly blockNumber: bigint
}

export const toReported = ({ args, blockNumber }: ReportLog): Reported => ({
  marketId: Number(args.marketId),
  round: args.round,
  outcome: Vote.fromCode(args.outcome),
  roundRoot: Hash.asRoot(args.roundRoot),
  recordsAndDocket: args.recordsAndDocket,
  block: blockNumber,
})

/** All reports of a market in their order, searched from a block on: nodes may refuse to search from the first of all. */
export async function readReports(
  { client, market }: MarketContract,
  marketId: bigint,
  fromBlock: bigint,
): Promise<FullReport[]> {
  const query = { ...at(market), args: { marketId }, fromBlock, strict: true } as const
  const [reports, joins, voids] = await Promise.all([
    client.getContractEvents({ ...query, eventName: 'RoundReported' }),
    client.getContractEvents({ ...query, eventName: 'WorkerJoined' }),
    client.getContractEvents({ ...query, eventName: 'RoundVoided' }),
  ])
  return reports.map((log) => {
    const { args, blockNumber, logIndex, transactionHash } = log
    const rest = Bytes.fromHex(args.recordsAndDocket)
    const n = RoundFile.recordCount(rest)
    if (n === null) throw new UnreadableReportError(marketId, args.round)
    const reported = toReported(log)
    const head = { marketId, round: args.round, roundRoot: reported.roundRoot, n }
    // Those who joined last are those who are asked: joins are closed while a round waits.
    const isEarlier = (join: (typeof joins)[number]) =>
      join.blockNumber < blockNumber || (join.blockNumber === blockNumber && join.logIndex < logIndex)
    const joined = joins.filter(isEarlier).length
    return {
      ...reported,
      report: RoundFile.decodeReport(head, reported.outcome, rest),
      transaction: transactionHash,
      cohortStart: joined - n,
      isVoid: voids.some((one) => one.args.round === args.round),
    }
  })
}

export class UnreadableReportError extends BaseError {
  override readonly name = 'Round.UnreadableReportError'
  constructor(marketId: bigint, round: number) {
    super(`The report of round ${round} of market ${marketId} has a form that is not known here.`, {
      metaMessages: ['Is the record in deployments/ that of the contracts on this chain?'],
    })
  }
}
