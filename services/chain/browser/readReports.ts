import type { Hex } from 'viem'
import { Address, BaseError, Bytes, Hash, type Report, RoundFile, Vote } from '../../../protocol/index.ts'
import type { Reported } from '../Chain.ts'
import { at, type MarketContract, seatsPerCohort } from './market.ts'

/** A report with what the events around it tell. */
export type FullReport = Reported & {
  readonly report: Report.Report
  readonly transaction: Hex
  /** The seat number of the first worker asked: 32 times its cohort. */
  readonly cohortStart: number
  readonly isVoid: boolean
  /** Places of workers that had been struck before, in a round that was voided: they are asked again and weigh nothing. */
  readonly struck: readonly number[]
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

/** Where the reports of a market are found. */
export type Place = MarketContract & { readonly chainId: number }

/** All reports of a market in their order, searched from a block on: nodes may refuse to search from the first of all. */
export async function readReports(
  { client, market, chainId }: Place,
  marketId: bigint,
  fromBlock: bigint,
): Promise<FullReport[]> {
  const query = { ...at(market), args: { marketId }, fromBlock, strict: true } as const
  const [reports, appeals, voids, strikes] = await Promise.all([
    client.getContractEvents({ ...query, eventName: 'RoundReported' }),
    client.getContractEvents({ ...query, eventName: 'MarketEscalated' }),
    client.getContractEvents({ ...query, eventName: 'RoundVoided' }),
    client.getContractEvents({ ...query, eventName: 'WorkerStruck' }),
  ])
  const found: (FullReport & Logged)[] = []
  for (const log of reports) {
    const { args, blockNumber, logIndex, transactionHash } = log
    const rest = Bytes.fromHex(args.recordsAndDocket)
    const n = RoundFile.recordCount(rest)
    if (n === null) throw new UnreadableReportError(marketId, args.round)
    const reported = toReported(log)
    const { round, roundRoot, outcome } = reported
    const head = { chainId, market: Address.of(market), marketId, round, roundRoot, n }
    // Each appeal has a cohort of its own, which is asked before the next one can be raised.
    const cohortStart = seatsPerCohort * appeals.filter(isBefore(log)).length
    found.push({
      ...reported,
      report: RoundFile.decodeReport(head, outcome, rest),
      transaction: transactionHash,
      cohortStart,
      isVoid: voids.some((one) => one.args.round === round),
      struck: struckIn(found, strikes.filter(isBefore(log)), cohortStart),
      blockNumber,
      logIndex,
    })
  }
  return found.map(({ blockNumber, logIndex, ...report }) => report)
}

type Logged = { readonly blockNumber: bigint; readonly logIndex: number }

const isBefore = (one: Logged) => (other: Logged) =>
  other.blockNumber < one.blockNumber ||
  (other.blockNumber === one.blockNumber && other.logIndex < one.logIndex)

type Strike = Logged & { readonly args: { readonly seat: bigint; readonly kind: number } }

/** The places of a cohort that strikes hit. A doubt that the source refutes loses its vote alone: its worker is not struck. */
function struckIn(
  reports: readonly (FullReport & Logged)[],
  strikes: readonly Strike[],
  cohortStart: number,
): number[] {
  const places = strikes.flatMap((strike) => {
    const place = Number(strike.args.seat) - cohortStart
    if (place < 0 || place >= seatsPerCohort) return []
    const earlier = reports.filter((one) => one.cohortStart === cohortStart && isBefore(strike)(one))
    const vote = earlier.at(-1)?.report.records[place]?.vote
    return strike.args.kind === counterObservation && vote?.outcome === 'INVALID' ? [] : [place]
  })
  return [...new Set(places)].sort((a, b) => a - b)
}

/** Of the contract's `ChallengeKind`. */
const counterObservation = 1

export class UnreadableReportError extends BaseError {
  override readonly name = 'Round.UnreadableReportError'
  constructor(marketId: bigint, round: number) {
    super(`The report of round ${round} of market ${marketId} has a form that is not known here.`, {
      metaMessages: ['Is the record in deployments/ that of the contracts on this chain?'],
    })
  }
}
